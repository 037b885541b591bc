import Coordination
import Domain
import Reasons
import Signals

/// Finds movements that may be the same payments as rows of a file, by account, day and amount.
struct FindSimilar: UseCase {
    static let mostRows = 8_192
    /// The transfers of the file itself and of files with the same days.
    static let mostTaken = 2 * mostRows
    private static let longestDescription = 500
    /// Long enough to recognize a movement, short enough for thousands in one answer.
    private static let longestAnsweredDescription = 60
    /// The longest time to wait until history has caught up with ledger.
    private static let longestWait = Duration.seconds(20)

    let store: any HistoryStore
    let progress: ReadingProgress
    let tree: any Transmitter

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`, `currencyMismatch`, `unavailable`.
    func answer(_ signal: HistorySignal.FindSimilar, context: SignalContext) async throws -> HistorySignal.SimilarRows {
        let user = try context.caller.requireUser().userID
        guard (1...Self.mostRows).contains(signal.rows.count) else {
            throw Fault.invalidArgument("rows", .mustBeBetween, ["least": 1, "most": .number(Self.mostRows)])
        }
        let taken = signal.taken ?? []
        guard taken.count <= Self.mostTaken else {
            throw Fault.invalidArgument("taken", .mustBeAtMost, ["most": .number(Self.mostTaken)])
        }
        let zone = try await store.read { try $0.zone(of: user) }
        let wanted = try signal.rows.enumerated().map { index, row throws(Fault) in
            try Self.change(row, index, in: zone)
        }
        try await waitForLedger(context)
        return try await store.read { reading in
            guard let account = try reading.account(signal.account, of: user) else { throw Fault.noSuchAccount }
            if let index = signal.rows.firstIndex(where: { $0.amount.currency != account.currency }) {
                throw Fault(
                    .currencyMismatch, .rowInOtherCurrency,
                    [
                        "accountCurrency": .text(account.currency.code),
                        "currency": .text(signal.rows[index].amount.currency.code),
                    ],
                    field: "rows[\(index)].amount.currency")
            }
            let places = Dictionary(grouping: wanted.indices) { wanted[$0] }
            let movements = try reading.similar(
                to: places.mapValues(\.count), in: account, except: Set(taken), in: zone)
            let similar = places.flatMap { change, places in
                Self.pairs(of: places, in: signal.rows, with: movements[change] ?? [])
            }
            return HistorySignal.SimilarRows(similar: similar.sorted { $0.row < $1.row })
        }
    }

    /// Pairs rows of one day and amount with movements.
    private static func pairs(
        of places: [Int], in rows: [HistorySignal.RowInQuestion], with movements: [SimilarMovement]
    ) -> [HistorySignal.SimilarRow] {
        let pairs = SimilarPairs.pair(
            places.map { rows[$0].description ?? "" }, with: movements.map(\.description))
        return zip(places, pairs).compactMap { place, pair in
            guard let movement = pair.map({ movements[$0] }) else { return nil }
            return HistorySignal.SimilarRow(
                row: place, transfer: movement.transferID, amount: rows[place].amount, date: movement.time,
                description: String(movement.description.prefix(longestAnsweredDescription)))
        }
    }

    private static func change(
        _ row: HistorySignal.RowInQuestion, _ index: Int, in zone: TimeZone
    ) throws(Fault) -> DailyChange {
        guard row.amount.minorUnits != 0 else {
            throw Fault.invalidArgument("rows[\(index)].amount", .mustNotBeZero)
        }
        guard row.description?.unicodeScalars.count ?? 0 <= longestDescription else {
            throw Fault.invalidArgument(
                "rows[\(index)].description", .tooLongText, ["most": .number(longestDescription)])
        }
        guard let day = CalendarDay(row.date) ?? Instant(row.date).map(zone.day) else {
            throw Fault.invalidArgument("rows[\(index)].date", .notADayOrInstant)
        }
        return DailyChange(day: day, change: row.amount.minorUnits)
    }

    /// Waits for all that ledger has booked so far: the rows of a file imported a moment ago must be found.
    private func waitForLedger(_ context: SignalContext) async throws {
        let newest = try await tree.newestEvent(
            of: LedgerSignal.self, context: context.onward(), within: HistoryUseCases.ledgerLimit)
        // Subscribed before the check, so that no progress in between is missed.
        let updates = progress.updates()
        guard try await store.read({ try $0.lastSequence() }) < newest else { return }
        let behind = Fault(.unavailable, .historyBehind)
        try await withTimeLimit(Self.longestWait, fault: behind) {
            for await reached in updates where reached >= newest { return }
            throw behind
        }
    }
}
