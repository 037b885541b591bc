import Domain
import Sodium

/// Stands in for a one-time code, once, when the app is gone: 140 random bits, seven groups of four such as `2k4f`.
/// Only a hash is kept.
///
/// - Source: OWASP ASVS 5.0: 6.5.2 takes a plain hash from 112 bits on and one for passwords below; 11.5.1 wants 128
///   bits.
struct RecoveryCode: Hashable, Sendable {
    /// How many a user gets at a time.
    static let countPerUser = 10
    private static let characterCount = 28
    /// Codes of before had 80 bits. They count until they are used up or renewed.
    private static let characterCounts: Set = [16, characterCount]

    /// What the user gets. Secret.
    let text: String
    /// What is kept: BLAKE2b of the characters. They are random enough to need no slow hash.
    let digest: [UInt8]

    static func random() -> RecoveryCode { RecoveryCode(characters: Identifier.random(length: characterCount)) }

    /// The codes of one user.
    static func fresh() -> [RecoveryCode] { (0..<countPerUser).map { _ in random() } }

    /// Reads what a person typed: capitals, spaces and hyphens do not count, and letters that look like digits are
    /// taken for them. Nil for what can be none.
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
