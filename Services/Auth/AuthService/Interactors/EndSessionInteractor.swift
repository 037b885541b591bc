import Coordination
import Domain

/// Ends a session of the caller's: the one that asks, or another by its id.
struct EndSessionInteractor: Interactor {
    struct Request: Sendable {
        /// The session; nil for the one that asks.
        let id: String?
    }

    let store: any AuthStore
    let sessions: SessionMaker

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service); `notFound` for a session that is over or another's.
    func execute(_ request: Request, context: SignalContext) async throws {
        let caller = try context.caller.requireUser()
        let now = sessions.clock.now()
        let id = request.id ?? caller.sessionID
        let ended = try await store.write(deadline: context.deadline) { transaction -> AuthSession? in
            guard let session = try transaction.session(id: id), session.userID == caller.userID,
                session.isAlive(at: now)
            else { return nil }
            return try sessions.end(session, at: now, in: transaction)
        }
        if let ended { sessions.revoke([ended]) }
        if ended == nil, request.id != nil {
            throw Fault(
                .notFound, "You have no such session.", field: "id")
        }
    }
}
