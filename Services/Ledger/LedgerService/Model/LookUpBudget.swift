import Coordination
import Domain
import Signals
import Synchronization

/// How many accounts of others a user may look up in a while, so that nobody tries out names and ids.
final class LookUpBudget: Sendable {
    /// Look-ups of one user within ``span``.
    static let most = 30
    /// Counted from the first of them.
    static let span = Duration.seconds(600)
    /// Users who are counted at a time; past it the one whose count began first is forgotten.
    static let mostUsers = 10_000

    private struct Count {
        var since: Instant
        var used: Int
    }

    private let counts = Mutex<[String: Count]>([:])

    /// Takes one look-up of a user.
    ///
    /// - Throws: ``Fault`` `tooManyAttempts`.
    func take(of user: String, at now: Instant) throws(Fault) {
        let wait = counts.withLock { counts -> Duration? in
            var count = counts[user] ?? Count(since: now, used: 0)
            if count.since + Self.span <= now { count = Count(since: now, used: 0) }
            guard count.used < Self.most else { return count.since + Self.span - now }
            count.used += 1
            counts[user] = count
            if counts.count > Self.mostUsers, let oldest = counts.min(by: { $0.value.since < $1.value.since }) {
                counts[oldest.key] = nil
            }
            return nil
        }
        guard let wait else { return }
        throw Fault(
            .tooManyAttempts, "Too many accounts of others were looked up; wait before you try another.",
            retryAfterMilliseconds: Int(wait / .milliseconds(1)))
    }
}
