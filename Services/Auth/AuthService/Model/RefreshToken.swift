import Domain
import Sodium

/// What a session is continued with: `<session id>.<130 random bits>`. Only a hash of it is kept.
struct RefreshToken: Sendable {
    private static let secretCount = 26

    let sessionID: String
    /// What is kept: BLAKE2b of the whole text. The text is random enough to need no slow hash.
    let digest: [UInt8]
    /// What the client gets. Secret.
    let text: String

    /// A new one.
    static func random(sessionID: String) -> RefreshToken {
        RefreshToken(sessionID: sessionID, text: sessionID + "." + Identifier.random(length: secretCount))
    }

    /// Reads what a client sends; nil for what can be none.
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
