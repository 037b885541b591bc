import Coordination
import Domain

/// Ends all sessions of the caller's but the one that asks.
struct EndOtherSessionsInteractor: Interactor {
    let store: any AuthStore
    let sessions: SessionMaker

    /// How many there were.
    ///
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> Int {
        let caller = try context.caller.requireUser()
        let now = sessions.clock.now()
        let ended = try await store.write(deadline: context.deadline) { transaction in
            try sessions.endAll(of: caller.userID, but: caller.sessionID, at: now, in: transaction)
        }
        sessions.revoke(ended)
        return ended.count
    }
}
