import Coordination
import Signals

/// Assigns a category to a transfer of the caller, or removes the assignment.
///
/// A category assigned by the user takes precedence over the one given with the transfer, and that over rules.
struct SetCategory: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound`.
    func answer(
        _ signal: HistorySignal.SetCategory, context: SignalContext
    ) async throws -> HistorySignal.CategorizedTransactions {
        let userID = try context.caller.requireUser().userID
        let category = try signal.category.map { given throws(Fault) in try MovementFilter.category(given) }
        try await store.prepare(for: userID, rule: nil)
        return try await store.once(signal, by: userID, context: context) { transaction in
            let isThere = try transaction.setCategory(
                category, ofTransfer: signal.id, accountID: signal.account, userID: userID)
            guard isThere else { throw Fault.noSuchTransaction }
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .category, transfer: signal.id))
            let sides = try transaction.reading.movements(ofTransfer: signal.id, userID: userID)
            return HistorySignal.CategorizedTransactions(
                transactions: sides.filter { signal.account == nil || $0.accountID == signal.account }
                    .map { HistorySignal.Transaction($0) })
        }
    }
}
