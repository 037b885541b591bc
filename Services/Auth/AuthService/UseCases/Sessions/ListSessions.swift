import Coordination
import Domain
import Signals

/// Lists the caller's live sessions, newest first.
struct ListSessions: UseCase {
    let dependencies: AuthDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: AuthSignal.Sessions, context: SignalContext) async throws -> AuthSignal.SessionList {
        let caller = try context.caller.requireUser()
        let now = dependencies.clock.now()
        let sessions = try await dependencies.store.read { try $0.sessions(of: caller.userID) }
        return AuthSignal.SessionList(
            sessions: sessions.filter { $0.isAlive(at: now) }.map { session in
                let isCurrent = session.id == caller.sessionID
                // Services report uses once a minute, because a report for each request would be a write for every
                // read. This session is in use now.
                return AuthSignal.SessionSummary(
                    id: session.id, device: session.device, createdAt: session.createdAt,
                    lastUsedAt: isCurrent ? now : session.lastUsedAt, isCurrent: isCurrent)
            })
    }
}
