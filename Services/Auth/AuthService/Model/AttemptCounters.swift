import Coordination
import Domain
import Signals

/// What failed attempts of one kind are counted by: each counter with how many cost nothing before it makes people
/// wait.
///
/// A stranger who fails on purpose must not keep the owner out, and nobody may guess without end. So a device on which
/// the user signed in before has a counter and a turn of its own, which nobody else can use up. All others are counted
/// by the login together with the process that asks, and by the login alone: the first makes the one wait who guesses,
/// the second bounds what all of them can do who begin a new process for each guess.
///
/// - Source: OWASP, Authentication cheat sheet and "Slow down online guessing attacks with device cookies".
struct AttemptCounters: Sendable {
    private struct Counter {
        let key: LoginKey
        let freeCount: Int
    }

    /// Failures by one login that cost nothing, wherever they come from.
    static let freeCountOfAll = 50
    /// Failures in a row of which the owner is told.
    static let toldCounts: Set = [5, 20, 100, 500]

    /// The narrowest first, which is the order that turns are taken in, too.
    private let counters: [Counter]
    private let means: AuthEvent.FailedMeans
    /// Whether it is somebody who has proved to be the user before.
    let isOfKnown: Bool

    /// By the login that somebody gives who is not known.
    static func login(_ login: String, from peer: PeerProcess?) -> AttemptCounters {
        AttemptCounters(
            counters: strangers(LoginKey(login: login, from: peer), LoginKey(login: login)), means: .password,
            isOfKnown: false)
    }

    /// By a device on which the user signed in before.
    static func device(_ id: [UInt8]) -> AttemptCounters {
        AttemptCounters(counters: [own(LoginKey(device: id))], means: .password, isOfKnown: true)
    }

    /// By the session in which the password is asked for again: what fails in one keeps no other waiting.
    static func again(_ session: UserSession) -> AttemptCounters {
        again(userID: session.userID, sessionID: session.sessionID)
    }

    static func again(userID: String, sessionID: String) -> AttemptCounters {
        AttemptCounters(
            counters: [own(LoginKey(userID: userID, sessionID: sessionID))], means: .passwordAgain, isOfKnown: true)
    }

    /// By the login by which somebody tries to reset a password.
    static func reset(of login: String, from peer: PeerProcess?) -> AttemptCounters {
        AttemptCounters(
            counters: strangers(LoginKey(resetOf: login, from: peer), LoginKey(resetOf: login)), means: .resetCode,
            isOfKnown: false)
    }

    /// By the user whose one-time codes are checked, whoever asks.
    static func codes(of userID: String) -> AttemptCounters {
        AttemptCounters(counters: [own(LoginKey(codesOf: userID))], means: .code, isOfKnown: true)
    }

    private static func own(_ key: LoginKey) -> Counter { Counter(key: key, freeCount: FailedAttempts.freeCount) }

    private static func strangers(_ here: LoginKey, _ everywhere: LoginKey) -> [Counter] {
        [own(here), Counter(key: everywhere, freeCount: freeCountOfAll)]
    }

    /// What attempts take turns by.
    var keys: [LoginKey] { counters.map(\.key) }

    /// How long to wait; nil when the next attempt is looked at.
    func wait(at now: Instant, in reading: any AuthReading) throws -> Duration? {
        try counters.compactMap { try reading.attempts(by: $0.key).wait(at: now, freeCount: $0.freeCount) }.max()
    }

    /// Counts a failure, and now and then tells the one whom it is about.
    ///
    /// - Parameter userID: Nil where there is no such user, or it is told otherwise.
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

    /// Forgets the failures.
    func forget(in transaction: any AuthTransaction) throws {
        for counter in counters { try transaction.setAttempts(.none, by: counter.key) }
    }
}
