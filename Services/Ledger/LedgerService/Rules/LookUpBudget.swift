import Coordination
import Domain
import Signals

/// The budget of a user for looking up other users' accounts, so that names and ids cannot be probed.
final class LookUpBudget: Sendable {
    /// The most look-ups of one user within ``span``.
    static let most = 30
    /// The length of a period, which begins with the first look-up.
    static let span = Duration.seconds(600)
    /// The most users counted at a time.
    static let mostUsers = 10_000

    private let budget = Budget<String>(most: most, within: span, mostKeys: mostUsers)

    /// Counts a look-up of a user.
    ///
    /// - Throws: ``Fault`` `tooManyAttempts`.
    func take(of user: String, at now: Instant) throws(Fault) {
        guard let wait = budget.take(of: user, at: now) else { return }
        throw Fault(
            .tooManyAttempts, .tooManyLookUps,
            retryAfterMilliseconds: Int(wait / .milliseconds(1)))
    }
}
