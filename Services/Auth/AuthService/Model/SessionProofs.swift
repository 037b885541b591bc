import Domain
import Sodium

/// Makes and reads what proves that the user of a session gave the password a moment ago: the moment it ends, sealed
/// and bound to user and session.
///
/// A session that was copied elsewhere does not have it: it is told once, to the one who gave the password. Nothing of
/// it is kept, so there is nothing to clean up.
struct SessionProofs: Sendable {
    /// So long a proof counts.
    static let life = Duration.seconds(300)
    /// More than a proof has.
    private static let longestText = 128

    let key: SecretBytes

    /// A proof for a session.
    func issue(to sessionID: String, of userID: String, at now: Instant) throws -> (text: String, expiresAt: Instant) {
        let expiresAt = now + Self.life
        var bytes = withUnsafeBytes(of: expiresAt.microseconds.bigEndian) { Array($0) }
        let box = try SecretBox.seal(
            SecretBytes(moving: &bytes), key: key, context: Self.context(sessionID, userID))
        return (Base64URL.encode(box), expiresAt)
    }

    /// Whether `text` is a proof of this session that still counts.
    func counts(_ text: String, in sessionID: String, of userID: String, at now: Instant) throws -> Bool {
        guard text.utf8.count <= Self.longestText, let box = Base64URL.decode(Array(text.utf8)),
            let bytes = try SecretBox.open(box, key: key, context: Self.context(sessionID, userID))
        else { return false }
        let expiry = bytes.withBytes { $0.reduce(0) { $0 << 8 | Int64($1) } }
        return now < Instant(microseconds: expiry)
    }

    private static func context(_ sessionID: String, _ userID: String) -> [UInt8] {
        Array("proof:\(sessionID):\(userID)".utf8)
    }
}
