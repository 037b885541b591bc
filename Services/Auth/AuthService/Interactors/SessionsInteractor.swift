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
        let sessions = try await store.read { try $0.sessions(of: caller.userID) }
        return SessionOverview(sessions: sessions.filter { $0.isAlive(at: now) }, currentID: caller.sessionID)
    }
}
