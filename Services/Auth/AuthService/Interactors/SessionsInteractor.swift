import Coordination
import Domain

/// The sessions of a user, and which of them asks.
struct SessionOverview: Sendable {
    let sessions: [AuthSession]
    let currentID: String
}

/// Lists the caller's sessions that have not ended, the newest first.
struct SessionsInteractor: Interactor {
    let store: any AuthStore
    let clock: WallClock

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> SessionOverview {
        let caller = try context.caller.requireUser()
        let now = clock.now()
        var sessions = try await store.read { try $0.sessions(of: caller.userID) }
        sessions.removeAll { !$0.isAlive(at: now) }
        // Services tell of uses every minute and not at each request, which would be a write for every read: but this
        // one is in use now.
        for index in sessions.indices where sessions[index].id == caller.sessionID { sessions[index].lastUsedAt = now }
        return SessionOverview(sessions: sessions, currentID: caller.sessionID)
    }
}
