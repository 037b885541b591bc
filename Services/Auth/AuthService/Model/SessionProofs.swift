import Domain
import Sodium

/// Creates and checks proofs that the user of a session gave the password a moment ago: the expiry, sealed and bound to
/// user and session.
///
/// A session copied to another place has no proof: it is sent once, in the answer to the password. Proofs are not
/// stored, so there is nothing to clean up.
struct SessionProofs: Sendable {
    /// The time for which a proof is valid.
    static let life = Duration.seconds(300)
    /// An upper bound of the length of a proof.
    private static let longestText = 128

    let key: SecretBytes

    /// Creates a proof for a session.
    func issue(to sessionID: String, of userID: String, at now: Instant) throws -> (text: String, expiresAt: Instant) {
        let expiresAt = now + Self.life
        var bytes = withUnsafeBytes(of: expiresAt.microseconds.bigEndian) { Array($0) }
        let box = try SecretBox.seal(
            SecretBytes(moving: &bytes), key: key, context: Self.context(sessionID, userID))
        return (Base64URL.encode(box), expiresAt)
    }

    /// True when `text` is a valid proof of this session.
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
