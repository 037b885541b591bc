import Coordination
import Domain
import Reasons
import Signals

/// Saves a filter of the caller under a name.
struct SaveFilter: UseCase {
    private static let greatestCount = 100
    private static let longestName = 100

    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict` (the key was used for something else), `notFound` for an account that is not the caller's.
    func answer(_ signal: HistorySignal.SaveFilter, context: SignalContext) async throws -> HistorySignal.FilterAnswer {
        let userID = try context.caller.requireUser().userID
        guard !signal.name.isEmpty, signal.name.unicodeScalars.count <= Self.longestName else {
            throw Fault.invalidArgument(
                "name", .badLengthText, ["least": 1, "most": .number(Self.longestName)])
        }
        let saved = SavedFilter(name: signal.name, filter: FilterText(signal))
        let filter = try MovementFilter(reading: saved.filter, in: .utc)
        return try await store.once(signal, by: userID, context: context) { transaction in
            try transaction.reading.checkAccounts(of: filter, userID: userID)
            var filters = try transaction.reading.filters(of: userID).filter { $0.name != saved.name }
            guard filters.count < Self.greatestCount else {
                throw Fault.invalidArgument("name", .tooManyFilters, ["limit": .number(Self.greatestCount)])
            }
            filters.append(saved)
            try transaction.setFilters(filters.sorted { $0.name < $1.name }, of: userID)
            try transaction.tell(HistoryEvent.Changed(userId: userID, change: .filters))
            return HistorySignal.FilterAnswer(filter: HistorySignal.SavedFilter(saved))
        }
    }
}
