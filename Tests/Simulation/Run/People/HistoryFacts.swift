import Domain
import Signals

/// What the services tell one person about imports and about what the person arranged in history.
struct HistoryFacts: Sendable {
    let imports: [LedgerSignal.Import]
    let rules: [HistorySignal.CategoryRule]
    let filters: [HistorySignal.SavedFilter]
    /// What one of the filters finds: at each comparison another one.
    let found: (filter: HistorySignal.SavedFilter, rows: [HistorySignal.Transaction])?
    /// Summaries of everything: by month, and at each comparison by something else.
    let summaries: [HistorySignal.SummaryGroup: [HistorySignal.SummaryRow]]
}

extension SimulatedPerson {
    /// Reads all of that; nil when something could not be read.
    func historyFacts() async -> HistoryFacts? {
        let imports = await pages(
            { LedgerSignal.Imports(limit: 100, cursor: $0) }, { ($0.imports, $0.nextCursor) })
        guard let imports, let rules = await read(HistorySignal.Rules())?.rules,
            let filters = await read(HistorySignal.Filters())?.filters
        else { return nil }
        let turn = books.now.rests.count
        var found: (filter: HistorySignal.SavedFilter, rows: [HistorySignal.Transaction])?
        if !filters.isEmpty {
            let filter = filters[turn % filters.count]
            let rows = await pages(
                { HistorySignal.Transactions(filter: filter.name, limit: 500, cursor: $0) },
                { ($0.transactions, $0.nextCursor) })
            guard let rows else { return nil }
            found = (filter, rows)
        }
        var summaries: [HistorySignal.SummaryGroup: [HistorySignal.SummaryRow]] = [:]
        let others: [HistorySignal.SummaryGroup] = [.day, .category, .account]
        for group in [HistorySignal.SummaryGroup.month, others[turn % others.count]] {
            let rows = await pages(
                { HistorySignal.Summary(by: group, limit: 500, cursor: $0) }, { ($0.rows, $0.nextCursor) })
            guard let rows else { return nil }
            summaries[group] = rows
        }
        return HistoryFacts(imports: imports, rules: rules, filters: filters, found: found, summaries: summaries)
    }
}
