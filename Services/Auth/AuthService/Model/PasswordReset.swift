import Domain

/// A code with which a user who forgot the password may set a new one, once and within ``life``. Only its hash is
/// stored.
struct PasswordReset: Hashable, Sendable {
    static let life = Duration.seconds(30 * 60)

    let userID: String
    /// The hash of a ``RecoveryCode``: both have the same form and are equally hard to guess.
    let digest: [UInt8]
    let expiresAt: Instant
}
