import Domain
import Sodium

/// The user that was registered with an idempotency key, so that a repeated registration does not conflict with itself.
struct Registration: Hashable, Sendable {
    /// The time for which a key is remembered.
    static let memory = Duration.seconds(24 * 3600)

    let keyDigest: [UInt8]
    /// The hash of the request without the password, which is checked against the user's.
    let contentDigest: [UInt8]
    let userID: String
    let createdAt: Instant

    static func digest(ofKey key: String) -> [UInt8] { Digest.blake2b256(Array(key.utf8)) }

    /// Lengths are included, so that two contents never yield the same bytes.
    static func digest(email: String, name: String?, username: String?) -> [UInt8] {
        let parts = [email, name ?? "", username ?? ""]
        return Digest.blake2b256(parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) })
    }
}
