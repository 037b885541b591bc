import Coordination
import Signals

/// Removes a filter of the caller.
struct RemoveFilter: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict` (the key
    ///   was used for something else), `notFound`.
    func answer(
        _ signal: HistorySignal.RemoveFilter, context: SignalContext
    ) async throws -> HistorySignal.FilterAnswer {
        let userID = try context.caller.requireUser().userID
        return try await store.once(signal, by: userID, context: context) { transaction in
            var filters = try transaction.reading.filters(of: userID)
            guard let index = filters.firstIndex(where: { $0.name == signal.name }) else {
                throw Fault.noSuchFilter("name")
            }
            let removed = filters.remove(at: index)
            try transaction.setFilters(filters, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .filters))
            return HistorySignal.FilterAnswer(filter: HistorySignal.SavedFilter(removed))
        }
    }
}
