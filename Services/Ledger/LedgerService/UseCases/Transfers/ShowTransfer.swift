import Coordination
import Signals

/// Shows a transfer of the user with its present status.
struct ShowTransfer: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `notFound`.
    func answer(_ signal: LedgerSignal.ShowTransfer, context: SignalContext) async throws -> LedgerSignal.ShownTransfer
    {
        let user = try context.caller.requireUser().userID
        let history = try await dependencies.store.read { try $0.history(ofTransfer: signal.transfer) }
        guard let history, history.made.isSeen(by: user) else {
            throw Fault(.notFound, .noTransfer, field: "transfer")
        }
        return LedgerSignal.ShownTransfer(transfer: LedgerSignal.Transfer(history))
    }
}
