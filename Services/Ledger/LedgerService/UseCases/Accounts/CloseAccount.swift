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
