import Coordination
import Domain
import Signals

/// Turns payments to an account by the user name of its owner on or off.
struct SetPayable: RepeatableUseCase {
    let dependencies: LedgerDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Returns: The accounts of the user that can be paid by user name, by currency.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`, `accountClosed`,
    ///   `unavailable`, `conflict` (the user has no user name, or the key was used for something else).
    func answer(_ signal: LedgerSignal.SetPayable, context: SignalContext) async throws -> LedgerSignal.PayableAccounts
    {
        let user = try context.caller.requireUser().userID
        let store = dependencies.store
        let account = try dependencies.account(signal.account, of: user)
        if signal.payable {
            guard account.status != .closed else {
                throw Fault(.accountClosed, .accountIsClosed, field: "account")
            }
            let person = try await dependencies.people.people(ids: [user], deadline: context.deadline)[user]
            guard person?.username != nil else {
                throw Fault(.conflict, .noUsernameYet)
            }
        }
        return try await store.once(signal, by: user, context: context) { transaction in
            if signal.payable {
                try transaction.setPayable(account.id, account.currency, of: user)
            } else {
                try transaction.removePayable(account.id, of: user)
            }
            return LedgerSignal.PayableAccounts(accounts: try transaction.payableAccounts(of: user))
        }
    }
}

/// Lists the accounts of the user that can be paid by user name.
struct ListPayable: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: LedgerSignal.Payable, context: SignalContext) async throws -> LedgerSignal.PayableAccounts {
        let user = try context.caller.requireUser().userID
        return LedgerSignal.PayableAccounts(
            accounts: try await dependencies.store.read { try $0.payableAccounts(of: user) })
    }
}
