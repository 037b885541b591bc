import Coordination

/// Lists the accounts of the user, the oldest first. Never waits for the disk.
struct ListAccountsInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func execute(_ request: Void, context: SignalContext) async throws -> [Account] {
        store.accounts(of: try context.caller.requireUser().userID)
    }
}
