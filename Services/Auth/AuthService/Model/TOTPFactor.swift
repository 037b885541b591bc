import Domain
import Sodium

/// A user's secret of one-time codes as auth stores it: sealed, with the last step used, so that a code works once.
struct TOTPFactor: Hashable, Sendable {
    /// The time after its beginning in which a set-up can be confirmed.
    static let longestSetUp = Duration.seconds(15 * 60)

    let userID: String
    /// The secret, sealed by ``FactorVault``.
    let sealedSecret: [UInt8]
    let begunAt: Instant
    /// The time when a first code proved that the app has the secret. Nil before; codes are then not required.
    var confirmedAt: Instant?
    /// The step of the newest accepted code. It and all earlier ones are used up.
    var lastStep: Int64 = .min
    /// The hash of the idempotency key of the request that used it.
    var lastKeyDigest: [UInt8]?

    /// True when the set-up can still be confirmed.
    func isOpen(at now: Instant) -> Bool { confirmedAt == nil && now < begunAt + Self.longestSetUp }

    /// Uses the code of `step`, once. The same request, recognized by its key, may repeat it after a missed answer.
    mutating func use(_ step: Int64, keyDigest: [UInt8]?) -> Bool {
        if step > lastStep {
            lastStep = step
            lastKeyDigest = keyDigest
            return true
        }
        guard step == lastStep, let keyDigest, let lastKeyDigest else { return false }
        return ConstantTime.equals(keyDigest, lastKeyDigest)
    }
}
