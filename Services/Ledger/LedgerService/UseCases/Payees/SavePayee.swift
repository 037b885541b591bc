import Coordination
import Domain
import Signals

/// Saves the account of somebody else under a name.
struct SavePayee: RepeatableUseCase {
    let dependencies: LedgerDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `accountClosed`, `limitExceeded`.
    func answer(_ signal: LedgerSignal.SavePayee, context: SignalContext) async throws -> LedgerSignal.PayeeAnswer {
        let user = try context.caller.requireUser().userID
        try PayeeRules.check(signal.name, field: "name")
        return try await dependencies.changePayee(of: signal.account, signal, by: user, context) { transaction in
            guard let account = transaction.account(signal.account), !account.isWorld else {
                throw Fault(.notFound, .noAccountToPay, field: "account")
            }
            guard account.owner != user else {
                throw Fault(.sameAccount, .accountIsOwn, field: "account")
            }
            guard account.status != .closed else {
                throw Fault(.accountClosed, .accountIsClosed, field: "account")
            }
            let payee = Payee(name: signal.name, account: signal.account)
            try transaction.put(payee, of: user)
            guard try transaction.payees(of: user).count <= LedgerLimits.payeesPerUser else {
                throw Fault.tooMany(.payees, LedgerLimits.payeesPerUser)
            }
            return payee
        }
    }
}

/// Renames a payee.
struct RenamePayee: RepeatableUseCase {
    let dependencies: LedgerDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `limitExceeded`.
    func answer(_ signal: LedgerSignal.RenamePayee, context: SignalContext) async throws -> LedgerSignal.PayeeAnswer {
        let user = try context.caller.requireUser().userID
        try PayeeRules.check(signal.newName, field: "newName")
        let named = try await dependencies.store.read { try $0.payee(named: signal.name, of: user)?.account }
        return try await dependencies.changePayee(of: named, signal, by: user, context) { transaction in
            guard let payee = try transaction.payee(named: signal.name, of: user) else { throw PayeeRules.noPayee }
            let isSame = Payee.key(of: signal.newName) == Payee.key(of: payee.name)
            guard try isSame || transaction.payee(named: signal.newName, of: user) == nil else {
                throw Fault(.limitExceeded, .payeeNameTaken, field: "newName")
            }
            try transaction.removePayee(named: payee.name, of: user)
            let renamed = Payee(name: signal.newName, account: payee.account)
            try transaction.put(renamed, of: user)
            return renamed
        }
    }
}

/// Removes a payee, and shows what was removed.
struct RemovePayee: RepeatableUseCase {
    let dependencies: LedgerDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func answer(_ signal: LedgerSignal.RemovePayee, context: SignalContext) async throws -> LedgerSignal.PayeeAnswer {
        let user = try context.caller.requireUser().userID
        let named = try await dependencies.store.read { try $0.payee(named: signal.name, of: user)?.account }
        return try await dependencies.changePayee(of: named, signal, by: user, context) { transaction in
            guard let payee = try transaction.payee(named: signal.name, of: user) else { throw PayeeRules.noPayee }
            try transaction.removePayee(named: payee.name, of: user)
            return payee
        }
    }
}

/// Lists the payees of the user by name.
struct ListPayees: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: LedgerSignal.Payees, context: SignalContext) async throws -> LedgerSignal.PayeeList {
        let user = try context.caller.requireUser().userID
        let payees = try await dependencies.store.read { try $0.payees(of: user) }
        let known = payees.compactMap { payee in dependencies.store.account(payee.account).map { (payee, $0) } }
        let people = await dependencies.owners(of: known.map(\.1), context)
        return LedgerSignal.PayeeList(payees: known.map { LedgerSignal.Payee($0.0, $0.1, people: people) })
    }
}

extension LedgerDependencies {
    /// Changes a payee, once for each key. Auth names the owner of the account before anything is written.
    ///
    /// - Parameters:
    ///   - account: The account of the payee, as far as it is known.
    ///   - change: Makes the change.
    /// - Returns: What `change` returned, with its account.
    fileprivate func changePayee<S: Signal>(
        of account: String?, _ signal: S, by user: String, _ context: SignalContext,
        _ change: @escaping @Sendable (any LedgerTransaction) throws -> Payee
    ) async throws -> LedgerSignal.PayeeAnswer where S.Answer == LedgerSignal.PayeeAnswer {
        let people = await owners(of: account.flatMap(store.account).map { [$0] } ?? [], context)
        return try await store.once(signal, by: user, context: context) { transaction in
            let payee = try change(transaction)
            guard let account = transaction.account(payee.account) else { throw PayeeRules.noPayee }
            return LedgerSignal.PayeeAnswer(payee: LedgerSignal.Payee(payee, account, people: people))
        }
    }
}
