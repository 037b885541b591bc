import Coordination
import Signals

/// Freezes an account: nothing moves in or out until that is over.
struct FreezeAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.Freeze, context: SignalContext) async throws -> LedgerSignal.AccountAnswer {
        try await dependencies.changed(signal.account, .freeze, signal, context)
    }
}

/// Lets money move in and out of an account again.
struct UnfreezeAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.Unfreeze, context: SignalContext) async throws -> LedgerSignal.AccountAnswer {
        try await dependencies.changed(signal.account, .unfreeze, signal, context, code: signal.code)
    }
}
