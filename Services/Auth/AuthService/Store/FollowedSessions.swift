import Storage
import Synchronization

/// Revokes the sessions that ended by commits of another machine, where this one follows it.
final class FollowedSessions: Sendable {
    private let sessions: SessionMaker
    /// The newest event when the ended sessions were read. A session never ends without one.
    private let included = Mutex<Int64?>(nil)

    init(_ sessions: SessionMaker) { self.sessions = sessions }

    func follow(_ connection: Connection) throws {
        let newest = try connection.newestSequence()
        guard included.withLock({ $0 }) != newest else { return }
        try sessions.revokeEnded(in: SQLiteAuthReading(connection: connection))
        included.withLock { $0 = newest }
    }
}
