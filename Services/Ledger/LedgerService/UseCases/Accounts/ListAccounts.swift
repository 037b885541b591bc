import Coordination
import Signals

/// Lists the accounts of the user, oldest first. Never waits for the disk.
struct ListAccounts: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    nonisolated(nonsending) func answer(
        _ signal: LedgerSignal.Accounts, context: SignalContext
    ) async throws -> LedgerSignal.AccountList {
        let accounts = dependencies.store.accounts(of: try context.caller.requireUser().userID)
        return LedgerSignal.AccountList(accounts: accounts.map { LedgerSignal.Account($0) })
    }
}
