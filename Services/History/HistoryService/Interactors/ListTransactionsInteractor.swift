import Coordination

/// A page of movements, and what all that the filter means sum up to.
struct MovementPage: Hashable, Sendable {
    /// Newest first.
    let movements: [Movement]
    /// Where the next page begins; nil on the last.
    let next: PageCursor?
    /// By currency, in the order of their codes.
    let totals: [CurrencyTotal]
}

/// Lists movements of the caller, newest first, by position and not by number: rows that come meanwhile do not shift pages.
///
/// History follows ledger within milliseconds, so a transfer that was just answered may not be in the list yet, and an
/// account that was just opened may still be unknown. Page and totals are of one moment.
struct ListTransactionsInteractor: Interactor {
    struct Request: Sendable {
        var filter = FilterText()
        /// How many; nil for ``usualLimit``.
        var limit: Int?
        /// The end of the page before.
        var cursor: String?
    }

    static let usualLimit = 50
    static let greatestLimit = 1000

    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound` for an account that is not the caller's.
    func execute(_ request: Request, context: SignalContext) async throws -> MovementPage {
        let userID = try context.caller.requireUser().userID
        let filter = try MovementFilter(reading: request.filter)
        let limit = request.limit ?? Self.usualLimit
        guard (1...Self.greatestLimit).contains(limit) else {
            throw Fault.invalidArgument("limit", "must be 1 to \(Self.greatestLimit)")
        }
        let end = try request.cursor.map { text in
            guard let cursor = PageCursor(text, filter: filter, userID: userID) else {
                throw Fault.invalidArgument("cursor", "must be the nextCursor of a page of the very same filter")
            }
            return cursor.key
        }
        return try await store.read { reading in
            if let account = filter.accountID, try !reading.owns(account, userID: userID) {
                throw Fault(
                    .notFound, "There is no such account of yours; ledger.accounts lists those there are.",
                    field: "account")
            }
            let found = try reading.movements(matching: filter, of: userID, before: end, limit: limit + 1)
            let page = Array(found.prefix(limit))
            let last = found.count > limit ? page.last : nil
            return MovementPage(
                movements: page, next: last.map { PageCursor(after: $0.key, filter: filter, userID: userID) },
                totals: try reading.totals(matching: filter, of: userID))
        }
    }
}
