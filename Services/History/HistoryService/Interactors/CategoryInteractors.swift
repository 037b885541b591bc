import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// A category of the caller and how many movements have it; nil for those without.
struct CategoryCount: Hashable, Sendable {
    let category: String?
    let count: Int64
}

/// Lists the categories of the caller.
struct ListCategoriesInteractor: Interactor {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> [CategoryCount] {
        let userID = try context.caller.requireUser().userID
        let rows = try await store.read {
            try $0.summary(of: MovementFilter(), userID: userID, by: .category, in: .utc)
        }
        var counts: [CategoryCount] = []
        for row in rows {
            guard case .category(let category) = row.key else { continue }
            // One row for each currency, side by side.
            let before = counts.last?.category == category ? counts.popLast()?.count ?? 0 : 0
            counts.append(CategoryCount(category: category, count: before + row.count))
        }
        return counts
    }
}

/// Assigns a category to a transfer of the caller's, or takes the assignment back.
///
/// What a user assigns counts before what the maker of a transfer said, and that before what rules say.
struct SetCategoryInteractor: Interactor {
    struct Request: Sendable {
        let key: KeyedRequest?
        let transferID: String
        let accountID: String?
        /// Nil to take the assignment back.
        let category: String?
    }

    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> [Movement] {
        let userID = try context.caller.requireUser().userID
        let category = try request.category.map { given throws(Fault) in try MovementFilter.category(given) }
        _ = try await store.write(once: request.key) { transaction in
            let isThere = try transaction.setCategory(
                category, ofTransfer: request.transferID, accountID: request.accountID, userID: userID)
            guard isThere else { throw Fault.noSuchTransaction }
            try transaction.tell(
                HistoryEvent.Changed(userId: userID, change: .category, transfer: request.transferID))
            return true
        }
        return try await store.read { reading in
            try reading.movements(ofTransfer: request.transferID, userID: userID).filter {
                request.accountID == nil || $0.accountID == request.accountID
            }
        }
    }
}
