import Coordination
import Domain
import Signals

/// Lists movements of the caller, newest first. Pages continue by position and not by number, so new rows do not shift
/// them.
///
/// History follows ledger within milliseconds, so a transfer that was just answered may not be in the list yet, and an
/// account that was just opened may still be unknown. A page and its totals are of one snapshot.
struct ListTransactions: UseCase {
    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound` for an account that is not the caller's and for an unknown saved filter.
    func answer(
        _ signal: HistorySignal.Transactions, context: SignalContext
    ) async throws -> HistorySignal.TransactionPage {
        let resolving = try FilterResolving(FilterText(signal), savedName: signal.filter, context: context)
        let userID = resolving.userID
        let limit = try PageLimit(signal.limit).count
        return try await store.read { reading in
            var end: MovementPosition?
            let filter = try resolving.filter(in: reading) { end = try Self.position(signal.cursor, $0, userID) }
            let found = try reading.find(filter, of: userID, before: end, limit: limit + 1)
            let page = found.movements.prefix(limit)
            let last = found.movements.count > limit ? page.last : nil
            return HistorySignal.TransactionPage(
                transactions: page.map { HistorySignal.Transaction($0) },
                nextCursor: last.map { PageCursor(after: $0.position, filter: filter, userID: userID).text },
                totals: found.totals.map { HistorySignal.Total($0) })
        }
    }

    private static func position(
        _ cursor: String?, _ filter: MovementFilter, _ userID: String
    ) throws(Fault) -> MovementPosition? {
        guard let cursor else { return nil }
        guard let known = PageCursor(cursor, filter: filter, userID: userID) else {
            throw Fault.invalidArgument("cursor", .notACursorOfFilter)
        }
        return known.position
    }
}
