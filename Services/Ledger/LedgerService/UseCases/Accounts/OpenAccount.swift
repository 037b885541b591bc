import Coordination
import Domain
import Reasons
import Signals

/// Opens an empty account.
struct OpenAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `limitExceeded`.
    func answer(_ signal: LedgerSignal.OpenAccount, context: SignalContext) async throws -> LedgerSignal.AccountAnswer {
        let user = try context.caller.requireUser().userID
        if let name = signal.name {
            guard !name.isEmpty else { throw Fault.invalidArgument("name", .mustNotBeEmpty) }
            try LedgerLimits.check(name, field: "name", limit: LedgerLimits.nameLength)
        }
        let makeID = dependencies.makeID
        let opened = try await dependencies.store.once(signal, by: user, context: context) {
            transaction -> LedgerOutcome in
            guard transaction.accountCount(of: user) < LedgerLimits.accountsPerUser else {
                throw Fault(
                    .limitExceeded, .tooManyAccounts, ["limit": .number(LedgerLimits.accountsPerUser)])
            }
            var id = makeID()
            while transaction.account(id) != nil { id = makeID() }
            return .opened(
                try transaction.open(
                    AccountDraft(
                        id: id, owner: user, name: signal.name ?? signal.currency.code, currency: signal.currency)))
        }
        return LedgerSignal.AccountAnswer(account: LedgerSignal.Account(opened.change.account))
    }
}

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
