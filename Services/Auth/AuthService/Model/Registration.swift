import Domain
import Sodium

/// Which user an idempotency key made, so that a registration that is sent again does not fail because of itself.
struct Registration: Hashable, Sendable {
    /// So long a key is remembered.
    static let memory = Duration.seconds(24 * 3600)

    /// The hash of the key.
    let keyDigest: [UInt8]
    /// The hash of what was asked for, without the password, which is checked against the user's.
    let contentDigest: [UInt8]
    let userID: String
    let createdAt: Instant

    static func digest(ofKey key: String) -> [UInt8] { Digest.blake2b256(Array(key.utf8)) }

    /// Lengths go in, too, so that no two contents run into the same bytes.
    static func digest(email: String, name: String?, username: String?) -> [UInt8] {
        let parts = [email, name ?? "", username ?? ""]
        return Digest.blake2b256(parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) })
    }
}
