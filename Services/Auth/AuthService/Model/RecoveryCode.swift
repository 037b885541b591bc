import Domain
import Sodium

/// Stands in for a one-time code, once, when the app is gone: 80 random bits, `2k4f-9w1x-hh7q-e0tz`. Only a hash is kept.
struct RecoveryCode: Hashable, Sendable {
    /// How many a user gets at a time.
    static let countPerUser = 10
    private static let characterCount = 16

    /// What the user gets. Secret.
    let text: String
    /// What is kept: BLAKE2b of the characters. They are random enough to need no slow hash.
    let digest: [UInt8]

    static func random() -> RecoveryCode { RecoveryCode(characters: Identifier.random(length: characterCount)) }

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
        guard characters.utf8.count == Self.characterCount else { return nil }
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
