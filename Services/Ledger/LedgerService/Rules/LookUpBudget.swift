import Coordination
import Domain
import Signals

/// How many accounts of others a user may look up in a while, so that nobody tries out names and ids.
final class LookUpBudget: Sendable {
    /// Look-ups of one user within ``span``.
    static let most = 30
    /// Counted from the first of them.
    static let span = Duration.seconds(600)
    /// Users who are counted at a time.
    static let mostUsers = 10_000

    private let budget = Budget<String>(most: most, within: span, mostKeys: mostUsers)

    /// Takes one look-up of a user.
    ///
    /// - Throws: ``Fault`` `tooManyAttempts`.
    func take(of user: String, at now: Instant) throws(Fault) {
        guard let wait = budget.take(of: user, at: now) else { return }
        throw Fault(
            .tooManyAttempts, .tooManyLookUps,
            retryAfterMilliseconds: Int(wait / .milliseconds(1)))
    }
}
