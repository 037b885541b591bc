import Coordination
import Signals

/// Renames an account.
struct RenameAccount: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``LedgerDependencies/change(_:_:_:_:code:)``.
    func answer(_ signal: LedgerSignal.Rename, context: SignalContext) async throws -> LedgerSignal.AccountAnswer {
        try await dependencies.changed(signal.account, .rename(signal.name), signal, context)
    }
}
