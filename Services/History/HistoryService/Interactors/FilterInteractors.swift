import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Keeps a filter of the caller under a name.
struct SaveFilterInteractor: Interactor {
    struct Request: Sendable {
        let key: KeyedRequest?
        let name: String
        let filter: FilterText
    }

    private static let greatestCount = 100
    private static let longestName = 100

    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound` for an account that is not the caller's.
    func execute(_ request: Request, context: SignalContext) async throws -> SavedFilter {
        let userID = try context.caller.requireUser().userID
        guard !request.name.isEmpty, request.name.unicodeScalars.count <= Self.longestName else {
            throw Fault.invalidArgument("name", "must be 1 to \(Self.longestName) characters")
        }
        let filter = try MovementFilter(reading: request.filter, in: .utc)
        let saved = SavedFilter(name: request.name, filter: request.filter)
        return try await store.write(once: request.key) { transaction in
            if let account = filter.accountID, try !transaction.owns(account, userID: userID) {
                throw Fault.noSuchAccount
            }
            var filters = try transaction.filters(of: userID).filter { $0.name != saved.name }
            guard filters.count < Self.greatestCount else {
                throw Fault.invalidArgument(
                    "name", "would be one filter more than the \(Self.greatestCount) there may be")
            }
            filters.append(saved)
            try transaction.setFilters(filters.sorted { $0.name < $1.name }, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .filters))
            return saved
        }
    }
}

/// Lists the filters of the caller, by name.
struct ListFiltersInteractor: Interactor {
    let store: any HistoryStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> [SavedFilter] {
        let userID = try context.caller.requireUser().userID
        return try await store.read { try $0.filters(of: userID) }
    }
}

/// Forgets a filter of the caller.
struct RemoveFilterInteractor: Interactor {
    struct Request: Sendable {
        let key: KeyedRequest?
        let name: String
    }

    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict` (the key was used
    ///   for something else), `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> SavedFilter {
        let userID = try context.caller.requireUser().userID
        return try await store.write(once: request.key) { transaction in
            var filters = try transaction.filters(of: userID)
            guard let index = filters.firstIndex(where: { $0.name == request.name }) else {
                throw Fault.noSuchFilter("name")
            }
            let removed = filters.remove(at: index)
            try transaction.setFilters(filters, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .filters))
            return removed
        }
    }
}
