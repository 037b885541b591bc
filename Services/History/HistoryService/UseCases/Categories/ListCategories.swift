import Coordination
import Domain
import Signals

/// Lists the categories of the caller.
struct ListCategories: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: HistorySignal.Categories, context: SignalContext
    ) async throws -> HistorySignal.CategoryList {
        let userID = try context.caller.requireUser().userID
        let rows = try await store.read {
            try $0.summary(of: MovementFilter(), userID: userID, by: .category, in: .utc)
        }
        var categories: [HistorySignal.CategoryCount] = []
        var uncategorized: Int64 = 0
        for row in rows {
            guard case .category(let name?) = row.key else {
                uncategorized += row.count
                continue
            }
            // There is one row for each currency, adjacent in the order of names.
            let before = categories.last?.category == name ? categories.removeLast().count : 0
            categories.append(HistorySignal.CategoryCount(category: name, count: before + row.count))
        }
        return HistorySignal.CategoryList(categories: categories, uncategorized: uncategorized)
    }
}
