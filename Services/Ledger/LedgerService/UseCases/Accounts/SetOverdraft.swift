import Coordination
import Signals

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
