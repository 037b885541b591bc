import Coordination
import Domain
import Signals

/// The counters of failed attempts of one kind. Each has a number of free failures before it imposes a wait.
///
/// A stranger who fails on purpose must not lock the owner out, and nobody may guess without limit. So a device on
/// which the user signed in before has a counter and a turn of its own, which nobody else can use up. All other
/// attempts are counted by the login together with the calling process, and by the login alone. The first counter
/// delays only the process that guesses; the second limits callers that start a new process for each guess.
///
/// - Source: OWASP, Authentication cheat sheet and "Slow down online guessing attacks with device cookies".
struct AttemptCounters: Sendable {
    private struct Counter {
        let key: LoginKey
        let freeCount: Int
    }

    /// Free failures by one login, over all processes.
    static let freeCountOfAll = 50
    /// The numbers of failures in a row at which the owner is notified.
    static let toldCounts: Set = [5, 20, 100, 500]

    /// The narrowest counter first. Turns are taken in the same order.
    private let counters: [Counter]
    private let means: AuthEvent.FailedMeans
    /// True when the caller has proved to be the user before.
    let isOfKnown: Bool

    /// Counts by the login that an unknown caller gives.
    static func login(_ login: String, from peer: RequestPeer?) -> AttemptCounters {
        AttemptCounters(
            counters: strangers(LoginKey(login: login, from: peer), LoginKey(login: login)), means: .password,
            isOfKnown: false)
    }

    /// Counts by a device on which the user signed in before.
    static func device(_ id: [UInt8]) -> AttemptCounters {
        AttemptCounters(counters: [own(LoginKey(device: id))], means: .password, isOfKnown: true)
    }

    /// Counts by the session in which the password is asked for again. Failures in one session do not delay another.
    static func again(_ session: UserSession) -> AttemptCounters {
        again(userID: session.userID, sessionID: session.sessionID)
    }

    static func again(userID: String, sessionID: String) -> AttemptCounters {
        AttemptCounters(
            counters: [own(LoginKey(userID: userID, sessionID: sessionID))], means: .passwordAgain, isOfKnown: true)
    }

    /// Counts by the login for which a password reset is attempted.
    static func reset(of login: String, from peer: RequestPeer?) -> AttemptCounters {
        AttemptCounters(
            counters: strangers(LoginKey(resetOf: login, from: peer), LoginKey(resetOf: login)), means: .resetCode,
            isOfKnown: false)
    }

    /// Counts by the user whose one-time codes are checked, for all callers together.
    static func codes(of userID: String) -> AttemptCounters {
        AttemptCounters(counters: [own(LoginKey(codesOf: userID))], means: .code, isOfKnown: true)
    }

    /// Counts by the passkey that a caller names.
    static func passkey(_ credentialID: [UInt8], from peer: RequestPeer?) -> AttemptCounters {
        AttemptCounters(
            counters: strangers(LoginKey(passkey: credentialID, from: peer), LoginKey(passkey: credentialID)),
            means: .passkey, isOfKnown: false)
    }

    private static func own(_ key: LoginKey) -> Counter { Counter(key: key, freeCount: FailedAttempts.freeCount) }

    private static func strangers(_ here: LoginKey, _ everywhere: LoginKey) -> [Counter] {
        [own(here), Counter(key: everywhere, freeCount: freeCountOfAll)]
    }

    /// The keys by which attempts take turns.
    var keys: [LoginKey] { counters.map(\.key) }

    /// Returns the time to wait; nil when the next attempt may be checked.
    func wait(at now: Instant, in reading: any AuthReading) throws -> Duration? {
        try counters.compactMap { try reading.attempts(by: $0.key).wait(at: now, freeCount: $0.freeCount) }.max()
    }

    /// Counts a failure, and records it for the owner when the widest counter reaches one of ``toldCounts``.
    ///
    /// - Parameter userID: Nil when there is no such user, or the owner is notified in another way.
    func countFailure(of userID: String?, at now: Instant, in transaction: any AuthTransaction) throws {
        var count = 0
        for counter in counters {
            let attempts = try transaction.attempts(by: counter.key).failed(at: now)
            try transaction.setAttempts(attempts, by: counter.key)
            count = attempts.count
        }
        if let userID, Self.toldCounts.contains(count) {
            try transaction.record(.signInsFailed(userID: userID, count: count, by: means), at: now)
        }
    }

    /// Resets the counters.
    func forget(in transaction: any AuthTransaction) throws {
        for counter in counters { try transaction.setAttempts(.none, by: counter.key) }
    }
}
