import Domain
import Signals

/// What a person knows of their sessions.
struct PersonSessions: Sendable {
    /// A session whose secrets were answered.
    struct Known: Sendable {
        var session: AuthSignal.Session
        let beganAt: Instant
        /// True once its end was acknowledged.
        var hasEnded = false
        /// True once its end was asked for, or its secrets were refused.
        var mayHaveEnded = false
    }

    /// A token is renewed when it lives for less than this.
    private static let leastLife = Duration.seconds(60)

    /// All sessions that were answered, the oldest first.
    private(set) var known: [Known] = []
    /// The session in use, as its place among ``known``.
    private(set) var current: Int?
    /// How often a session was asked for. An answer that was lost leaves a session that nobody knows.
    var attempts = 0
    /// How often tokens were renewed.
    var refreshes = 0
    /// True when the token in use was refused.
    private var isDoubtful = false

    /// The session in use.
    var inUse: AuthSignal.Session? { current.map { known[$0].session } }

    /// Returns the token to use now; nil when it has to be renewed first.
    func token(at now: Instant) -> String? {
        guard !isDoubtful, let session = inUse, session.expiresAt - now > Self.leastLife else { return nil }
        return session.token
    }

    /// Notes that the token in use was refused.
    mutating func doubt() { isDoubtful = true }

    /// Notes a session that began, and uses it.
    mutating func begin(_ session: AuthSignal.Session, at now: Instant) {
        known.append(Known(session: session, beganAt: now))
        current = known.count - 1
        isDoubtful = false
    }

    /// Notes the new secrets of the session in use.
    mutating func renew(_ session: AuthSignal.Session) {
        guard let current else { return }
        known[current].session = session
        isDoubtful = false
    }

    /// Leaves the session in use, which may have ended or is to end.
    ///
    /// - Returns: Its place, for ``end(_:)``.
    @discardableResult
    mutating func leave() -> Int? {
        defer { current = nil }
        guard let current else { return nil }
        known[current].mayHaveEnded = true
        return current
    }

    /// Notes that all others are to end.
    /// - Returns: Their places, for ``end(_:)``.
    mutating func leaveOthers() -> [Int] {
        let others = known.indices.filter { $0 != current }
        for place in others { known[place].mayHaveEnded = true }
        return others
    }

    /// Notes that a session has ended.
    mutating func end(_ place: Int) { known[place].hasEnded = true }
}
