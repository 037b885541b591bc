import Domain
import Sodium

/// A user's secret of one-time codes, as auth keeps it: sealed, and with the memory that makes a code work once.
struct TOTPFactor: Hashable, Sendable {
    /// So long after its beginning a set-up can be confirmed.
    static let longestSetUp = Duration.seconds(15 * 60)

    let userID: String
    /// The secret as ``FactorVault`` sealed it.
    let sealedSecret: [UInt8]
    let begunAt: Instant
    /// When a first code proved that the app has the secret; nil before, when it counts for nothing yet.
    var confirmedAt: Instant?
    /// The step of the newest code that was taken; it and all before are used up.
    var lastStep: Int64 = .min
    /// The hash of the idempotency key of the request that used it.
    var lastKeyDigest: [UInt8]?

    /// Whether the set-up can still be confirmed.
    func isOpen(at now: Instant) -> Bool { confirmedAt == nil && now < begunAt + Self.longestSetUp }

    /// Takes the code of `step`, once; the same request, known by its key, may come again unheard.
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
