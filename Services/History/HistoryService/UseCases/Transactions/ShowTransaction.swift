import Coordination
import Signals

/// Shows one transfer from the caller's side, or from both sides, the expense first.
struct ShowTransaction: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service); `notFound` for a transfer that does not
    ///   exist, has not arrived yet, or does not touch an account of the caller.
    func answer(
        _ signal: HistorySignal.GetTransaction, context: SignalContext
    ) async throws -> HistorySignal.TransactionAnswer {
        let userID = try context.caller.requireUser().userID
        let sides = try await store.read { try $0.movements(ofTransfer: signal.id, userID: userID) }
        guard let first = sides.first else { throw Fault.noSuchTransaction }
        return HistorySignal.TransactionAnswer(
            transaction: HistorySignal.Transaction(first),
            counterpart: sides.dropFirst().first.map { HistorySignal.Transaction($0) })
    }
}
