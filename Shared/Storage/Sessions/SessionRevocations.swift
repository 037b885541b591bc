import Coordination
import Domain
import Reasons
import StrictJSON
import Synchronization

/// Sessions that ended before their tokens expire. They are read from auth's events, kept across restarts, and passed
/// to the authenticator.
///
/// Each service that accepts tokens keeps its own list. It therefore refuses tokens of ended sessions from its first
/// request on, also while auth is down. The service includes ``schema`` in its migrations.
public struct SessionRevocations: Sendable {
    /// The service whose events report ended sessions.
    public static let source = "auth"
    /// The table, for the migrations of the service.
    public static let schema = """
        CREATE TABLE ended_sessions (
            session_id TEXT PRIMARY KEY,
            expires_at_us INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ended_sessions_by_time ON ended_sessions (expires_at_us);
        """
    /// How long a session is kept after its last token has expired: longer than the clocks of two processes can differ.
    private static let keptBeyond = Duration.seconds(3600)

    private let store: Store
    private let clock: WallClock
    private let revoke: @Sendable (_ sessionID: String, _ expiresAt: Instant) -> Void

    /// Creates a list that is kept in `store`.
    ///
    /// - Parameter revoke: Makes the authenticator refuse the tokens of a session. Called from any thread, possibly
    ///   more than once per session.
    public init(
        store: Store, clock: WallClock,
        revoke: @escaping @Sendable (_ sessionID: String, _ expiresAt: Instant) -> Void
    ) {
        self.store = store
        self.clock = clock
        self.revoke = revoke
    }

    /// Revokes the sessions that were read before the start, and from now on those that another machine's store has
    /// read, where this one follows it. Call it before the first token is checked.
    public func restore() async throws {
        let reading = KeptSessions(revoke: revoke)
        if store.isFollowing { store.onFollow(reading.read) }
        // With another schema there is nothing to read yet; see `Store.onFollow`.
        guard store.isSchemaOwn else { return }
        try await store.read { try reading.read($0.connection) }
    }

    /// Returns the sequence of the last handled event of auth.
    public func cursor() async throws -> Int64 { try await store.read { try $0.cursor(of: Self.source) } }

    /// Revokes the sessions that ended according to a page of auth's events, and stores them with the last sequence in
    /// one transaction. The same page may come again. Events of other types are ignored.
    ///
    /// - Throws: ``Fault`` `internal` for a malformed event; the errors of a write.
    public func handle(_ events: [Event]) async throws {
        try await handle(events) { _, _ in }
    }

    /// Does the same for a service that handles further events of auth.
    ///
    /// - Parameter alongside: Handles the new events of the page, in the same transaction.
    public func handle(
        _ events: [Event], alongside: @escaping @Sendable ([Event], WriteTransaction) throws -> Void
    ) async throws {
        guard let last = events.last?.sequence else { return }
        let ended = try events.filter { $0.type == "auth.sessionEnded" }.map(Self.endedSession)
        // Before the write: auth has it on disk already, and a token of the session may arrive at any moment.
        for session in ended { revoke(session.id, session.expiresAt) }
        let oldest = clock.now().microseconds - Self.keptBeyond.wholeMicroseconds
        try await store.write { transaction in
            for session in ended {
                try transaction.connection.run(
                    """
                    INSERT INTO ended_sessions (session_id, expires_at_us) VALUES (?, ?)
                    ON CONFLICT (session_id) DO UPDATE SET expires_at_us = max(expires_at_us, excluded.expires_at_us)
                    """, session.id, session.expiresAt)
            }
            try transaction.connection.run("DELETE FROM ended_sessions WHERE expires_at_us < ?", oldest)
            let handled = try transaction.cursor(of: Self.source)
            try alongside(events.filter { $0.sequence > handled }, transaction)
            if handled < last { try transaction.setCursor(of: Self.source, to: last) }
        }
    }

    /// Reads only the members it needs, so that a later version of auth may add others.
    private static func endedSession(_ event: Event) throws -> (id: String, expiresAt: Instant) {
        guard let facts = try? JSONDocument(event.data).root, let id = facts.member("sessionId")?.string,
            let expiresAt = facts.member("expiresAt")?.string.flatMap({ Instant($0) })
        else {
            throw Fault(.internalFault, .badAuthEvent, ["sequence": .text(String(event.sequence))])
        }
        return (id, expiresAt)
    }
}

/// Reads the ended sessions of a store again whenever more events of auth are handled.
private final class KeptSessions: Sendable {
    private let revoke: @Sendable (_ sessionID: String, _ expiresAt: Instant) -> Void
    /// The last event of auth that the sessions read include.
    private let included = Mutex<Int64?>(nil)

    init(revoke: @escaping @Sendable (_ sessionID: String, _ expiresAt: Instant) -> Void) { self.revoke = revoke }

    func read(_ connection: Connection) throws {
        let handled = try connection.cursor(of: SessionRevocations.source)
        guard included.withLock({ $0 }) != handled else { return }
        try connection.query("SELECT session_id, expires_at_us FROM ended_sessions") {
            (id: String, expiresAt: Instant) in revoke(id, expiresAt)
        }
        included.withLock { $0 = handled }
    }
}
