import Coordination
import Signals

/// Lists the filters of the caller, by name.
struct ListFilters: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(_ signal: HistorySignal.Filters, context: SignalContext) async throws -> HistorySignal.FilterList {
        let userID = try context.caller.requireUser().userID
        let filters = try await store.read { try $0.filters(of: userID) }
        return HistorySignal.FilterList(filters: filters.map { HistorySignal.SavedFilter($0) })
    }
}
