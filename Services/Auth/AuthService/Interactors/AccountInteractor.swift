import Coordination

/// Tells who the caller is.
struct AccountInteractor: Interactor {
    let store: any AuthStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> User {
        let caller = try context.caller.requireUser()
        guard let user = try await store.read({ try $0.user(id: caller.userID) }) else {
            throw Fault.unauthenticated("The account of this session is gone; sign in again.")
        }
        return user
    }
}
