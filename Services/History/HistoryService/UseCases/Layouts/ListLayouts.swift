import Coordination
import Signals

/// Lists the layouts of the caller, by name.
struct ListLayouts: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: HistorySignal.StatementLayouts, context: SignalContext
    ) async throws -> HistorySignal.LayoutList {
        let userID = try context.caller.requireUser().userID
        return HistorySignal.LayoutList(layouts: try await store.read { try $0.layouts(of: userID) })
    }
}
