import Coordination
import Domain
import Reasons
import Signals

/// Makes a report of the books of the caller by period.
struct MakeReport: UseCase {
    private static let mostLevels = 50

    let store: any HistoryStore
    let clock: WallClock

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound` for an account that is not the caller's and for an unknown saved filter, `limitExceeded`.
    func answer(_ signal: HistorySignal.Report, context: SignalContext) async throws -> HistorySignal.ReportAnswer {
        let resolving = try FilterResolving(
            FilterText(
                account: signal.account, text: signal.text, minAmount: signal.minAmount, maxAmount: signal.maxAmount,
                category: signal.category, counterparty: signal.counterparty, query: signal.query),
            savedName: signal.filter, context: context)
        try Self.check(signal)
        let interval = signal.by ?? .month
        let now = clock.now()
        return try await store.read { reading in
            let zone = try reading.zone(of: resolving.userID)
            func divided(for filter: MovementFilter) throws(Fault) -> ReportColumns {
                try Self.columns(signal, interval, filter, today: zone.day(at: now), zone)
            }
            let filter = try resolving.filter(in: reading) { _ = try divided(for: $0) }
            let columns = try divided(for: filter)
            let cuts = ReportCuts(columns, in: zone)
            let sums = try reading.sums(
                of: signal.kind.filter(narrowing: filter, to: cuts.period), userID: resolving.userID,
                by: signal.kind.grouping(depth: signal.depth), before: cuts.moments)
            let currencies = Dictionary(grouping: sums, by: \.currency).sorted { $0.key.code < $1.key.code }
            let order = try reading.accounts(of: resolving.userID).map(\.id)
            let reports = try currencies.compactMap { currency, sums in
                try ReportLines(kind: signal.kind, currency: currency, cuts: cuts).report(of: sums.sorted(by: order))
            }
            try Self.checkSize(of: reports, columns)
            return HistorySignal.ReportAnswer(
                kind: signal.kind, by: interval, periods: columns.spans.map { HistorySignal.ReportPeriod($0) },
                comparedPeriods: columns.compared?.map { HistorySignal.ReportPeriod($0) }, currencies: reports)
        }
    }

    // MARK: Checks

    private static func check(_ signal: HistorySignal.Report) throws(Fault) {
        if let from = signal.from, let to = signal.to, to < from {
            throw .invalidArgument("to", .mustNotBeBefore, ["other": "from"])
        }
        if let depth = signal.depth, !(1...mostLevels).contains(depth) {
            throw .invalidArgument("depth", .mustBeBetween, ["least": 1, "most": .number(mostLevels)])
        }
        guard !signal.kind.isByCategory else { return }
        let given = [
            ("depth", signal.depth != nil), ("text", signal.text != nil), ("minAmount", signal.minAmount != nil),
            ("maxAmount", signal.maxAmount != nil), ("category", signal.category != nil),
            ("counterparty", signal.counterparty != nil), ("filter", signal.filter != nil),
            ("query", signal.query != nil),
        ]
        if let (field, _) = given.first(where: \.1) {
            throw .invalidArgument(field, .notForReport, ["kind": .text(signal.kind.rawValue)])
        }
    }

    /// Returns the columns. Without a last day they end today, or with the period of the saved filter.
    private static func columns(
        _ signal: HistorySignal.Report, _ interval: HistorySignal.ReportInterval, _ filter: MovementFilter,
        today: CalendarDay, _ zone: TimeZone
    ) throws(Fault) -> ReportColumns {
        var last = signal.to ?? today
        if signal.to == nil, let end = filter.period.end {
            let lastOfFilter = zone.day(at: end + .microseconds(-1))
            if lastOfFilter < last, signal.from.map({ $0 <= lastOfFilter }) ?? true { last = lastOfFilter }
        }
        return try ReportColumns(interval, from: signal.from, to: last, comparedWith: signal.compare)
    }

    private static func checkSize(of reports: [HistorySignal.CurrencyReport], _ columns: ReportColumns) throws(Fault) {
        let rows = reports.reduce(0) { $0 + $1.rows.count + $1.totals.count }
        let amounts = rows * columns.spans.count * (columns.compared == nil ? 1 : 2)
        guard rows <= ReportLimit.mostRows, amounts <= ReportLimit.mostAmounts else { throw ReportLimit.fault }
    }
}

extension HistorySignal.ReportKind {
    /// True when it has rows for categories, false for accounts.
    fileprivate var isByCategory: Bool { self == .income || self == .spending }

    fileprivate func grouping(depth: Int?) -> ReportGrouping {
        isByCategory ? .category(depth: depth) : .account
    }

    /// Returns the filter of the movements that count.
    fileprivate func filter(narrowing filter: MovementFilter, to period: Period) -> MovementFilter {
        var meant = MovementFilter()
        // A balance is the sum of everything before.
        meant.period = isByCategory ? period : Period(start: nil, end: period.end)
        guard isByCategory else { return filter.narrowed(by: meant) }
        if self == .spending { meant.side = .expense }
        if filter.isOwn == nil { meant.isOwn = false }
        // A filter for reversed transactions means both the transaction and its reversal.
        if filter.isUndone == nil, filter.isReversed == nil { meant.isUndone = false }
        return filter.narrowed(by: meant)
    }
}

extension [ReportSum] {
    /// Returns the sums of accounts in the order of the accounts; others stay as they are.
    fileprivate func sorted(by accounts: [String]) -> [ReportSum] {
        let places = Dictionary(accounts.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        func place(_ sum: ReportSum) -> Int {
            guard case .account(let account) = sum.key else { return 0 }
            return places[account.id] ?? accounts.count
        }
        return sorted { place($0) < place($1) }
    }
}

extension HistorySignal.ReportPeriod {
    fileprivate init(_ span: ReportSpan) { self.init(key: span.key, first: span.first, last: span.last) }
}
