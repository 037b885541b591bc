import Domain

/// A code with which a user who forgot the password may set a new one, once and soon. Only its hash is kept.
struct PasswordReset: Hashable, Sendable {
    /// So long it works.
    static let life = Duration.seconds(30 * 60)

    let userID: String
    /// Of a ``RecoveryCode``, which it looks like and is as hard to guess as.
    let digest: [UInt8]
    let expiresAt: Instant
}
