import Domain
import Sodium

/// The token that refreshes a session: `<session id>.<130 random bits>`. Only a hash of it is stored.
struct RefreshToken: Sendable {
    private static let secretCount = 26

    let sessionID: String
    /// The stored form: BLAKE2b of the whole text. The text is random enough to need no slow hash.
    let digest: [UInt8]
    /// The text sent to the client. Secret.
    let text: String

    /// Creates a new token.
    static func random(sessionID: String) -> RefreshToken {
        RefreshToken(sessionID: sessionID, text: sessionID + "." + Identifier.random(length: secretCount))
    }

    /// Reads the text that a client sends; nil for text that cannot be a token.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 128, parts.count == 2, (1...64).contains(parts[0].utf8.count),
            parts[1].utf8.count == Self.secretCount
        else { return nil }
        self.init(sessionID: String(parts[0]), text: text)
    }

    private init(sessionID: String, text: String) {
        self.sessionID = sessionID
        self.text = text
        digest = Digest.blake2b256(Array(text.utf8))
    }
}
