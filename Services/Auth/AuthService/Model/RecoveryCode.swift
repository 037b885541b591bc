import Domain
import Sodium

/// A code that replaces a one-time code, once, when the app is lost: 140 random bits, seven groups of four such as
/// `2k4f`. Only a hash is stored.
///
/// - Source: OWASP ASVS 5.0: 6.5.2 accepts a plain hash from 112 bits on and asks for a password hash below; 11.5.1
///   asks for 128 bits.
struct RecoveryCode: Hashable, Sendable {
    static let countPerUser = 10
    private static let characterCount = 28
    /// Older codes had 80 bits. They stay valid until they are used or renewed.
    private static let characterCounts: Set = [16, characterCount]

    /// The text shown to the user. Secret.
    let text: String
    /// The stored form: BLAKE2b of the characters. They are random enough to need no slow hash.
    let digest: [UInt8]

    static func random() -> RecoveryCode { RecoveryCode(characters: Identifier.random(length: characterCount)) }

    /// Creates the codes of one user.
    static func fresh() -> [RecoveryCode] { (0..<countPerUser).map { _ in random() } }

    /// Reads a code as typed: case, spaces and hyphens are ignored, and letters that look like digits are read as
    /// digits. Nil for text that cannot be a code.
    init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var characters = ""
        for character in text.lowercased() where character != "-" && !character.isWhitespace {
            switch character {
            case "o": characters.append("0")
            case "i", "l": characters.append("1")
            case "0"..."9", "a"..."z": characters.append(character)
            default: return nil
            }
        }
        guard Self.characterCounts.contains(characters.utf8.count) else { return nil }
        self.init(characters: characters)
    }

    private init(characters: String) {
        digest = Digest.blake2b256(Array(("recovery:" + characters).utf8))
        var text = ""
        for (index, character) in characters.enumerated() {
            if index > 0, index % 4 == 0 { text.append("-") }
            text.append(character)
        }
        self.text = text
    }
}
