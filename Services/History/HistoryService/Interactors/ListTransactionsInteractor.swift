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
        /// The name of a saved filter, which `filter` narrows.
        var savedFilter: String?
        /// How many; nil for ``PageLimit/usual``.
        var limit: Int?
        /// The end of the page before.
        var cursor: String?
    }

    let store: any HistoryStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound` for an account that is not the caller's, and a saved filter that there is not.
    func execute(_ request: Request, context: SignalContext) async throws -> MovementPage {
        let resolving = try FilterResolving(request.filter, savedName: request.savedFilter, context: context)
        let userID = resolving.userID
        let limit = try PageLimit(request.limit).count
        return try await store.read { reading in
            var end: MovementPosition?
            let filter = try resolving.filter(in: reading) { end = try Self.position(request.cursor, $0, userID) }
            let found = try reading.find(filter, of: userID, before: end, limit: limit + 1)
            let page = Array(found.movements.prefix(limit))
            let last = found.movements.count > limit ? page.last : nil
            return MovementPage(
                movements: page, next: last.map { PageCursor(after: $0.position, filter: filter, userID: userID) },
                totals: found.totals)
        }
    }

    private static func position(
        _ cursor: String?, _ filter: MovementFilter, _ userID: String
    ) throws(Fault) -> MovementPosition? {
        guard let cursor else { return nil }
        guard let known = PageCursor(cursor, filter: filter, userID: userID) else {
            throw Fault.invalidArgument("cursor", "must be the cursor of a page of the very same filter")
        }
        return known.position
    }
}

/// How many rows a page has.
struct PageLimit: Sendable {
    static let usual = 50
    static let greatest = 1000

    let count: Int

    /// - Throws: ``Fault`` `invalidArgument` for none, or too many.
    init(_ given: Int?) throws(Fault) {
        count = given ?? Self.usual
        guard (1...Self.greatest).contains(count) else {
            throw Fault.invalidArgument("limit", "must be 1 to \(Self.greatest)")
        }
    }
}
