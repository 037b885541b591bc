import Coordination
import Signals

/// Closes an account after moving its balance to another one.
struct CloseAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.Close, context: SignalContext) async throws -> LedgerSignal.ClosedAccount {
        let (account, rest) = try await dependencies.change(
            signal.account, .close(to: signal.to), signal, context, code: signal.code)
        return LedgerSignal.ClosedAccount(
            account: LedgerSignal.Account(account), transfer: rest.map { LedgerSignal.Transfer($0) })
    }
}

/// Freezes an account: no money moves in or out until it is unfrozen.
struct FreezeAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.Freeze, context: SignalContext) async throws -> LedgerSignal.AccountAnswer {
        try await dependencies.changed(signal.account, .freeze, signal, context)
    }
}

/// Unfreezes an account.
struct UnfreezeAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.Unfreeze, context: SignalContext) async throws -> LedgerSignal.AccountAnswer {
        try await dependencies.changed(signal.account, .unfreeze, signal, context, code: signal.code)
    }
}

/// Renames an account.
struct RenameAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.Rename, context: SignalContext) async throws -> LedgerSignal.AccountAnswer {
        try await dependencies.changed(signal.account, .rename(signal.name), signal, context)
    }
}

/// Sets the overdraft limit of an account.
struct SetOverdraft: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.SetOverdraft, context: SignalContext) async throws -> LedgerSignal.AccountAnswer
    {
        try await dependencies.changed(
            signal.account, .setOverdraft(signal.limit), signal, context, code: signal.code)
    }
}

extension LedgerDependencies {
    /// Changes an account of the user, once per idempotency key.
    ///
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   those of ``AccountRules/apply(_:to:of:proved:in:)``, `wrongCode`, `tooManyAttempts`.
    func change<S: Signal>(
        _ account: String, _ change: AccountRules.Change, _ signal: S, _ context: SignalContext, code: String? = nil
    ) async throws -> (account: Account, rest: LedgerRecord?) {
        let user = try context.caller.requireUser().userID
        try AccountRules.check(change)
        return try await gate.pass(with: code, context: context) { proof in
            try await store.once(signal, by: user, context: context) { transaction -> LedgerOutcome in
                let (account, rest) = try AccountRules.apply(
                    change, to: account, of: user, proved: proof, in: transaction)
                return .changed(account, rest: rest)
            }
        }.change
    }

    /// Changes an account and returns it as its owner sees it.
    func changed<S: Signal>(
        _ account: String, _ change: AccountRules.Change, _ signal: S, _ context: SignalContext, code: String? = nil
    ) async throws -> LedgerSignal.AccountAnswer {
        LedgerSignal.AccountAnswer(
            account: LedgerSignal.Account(
                try await self.change(account, change, signal, context, code: code).account))
    }
}
