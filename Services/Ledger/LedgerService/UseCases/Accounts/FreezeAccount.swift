import Coordination
import Signals

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
