import Domain
import GatewaySession
import GatewayWords
import Signals

/// The rows of history as a list, with months between them and a running balance or sum after each row. It is computed
/// once per load, not for every key.
struct HistoryTable: Sendable {
    private let columns: [ListBlock.Column]
    private let rows: [[Span]]
    private let groups: [Int: [Text]]
    private let keys: [String]
    private let addresses: [SceneAddress?]
    private let measure = ListMeasure()

    init(_ state: HistoryState) {
        let transactions = state.rows.value?.transactions ?? []
        let changes = transactions.map(\.change)
        let amounts = AmountColumn(HistoryTexts.amount, changes, isSigned: true, tone: AmountColumn.change)
        // For one account it shows the balance after each row; for a filter the running sum of the matches, from the
        // oldest up.
        let isRegister = state.account != nil && state.type == .all && state.text.isEmpty
        let sums = isRegister ? transactions.map(\.balanceAfter) : Self.running(changes, state.rows.value?.sums ?? [])
        let left = AmountColumn(isRegister ? HistoryTexts.after : HistoryTexts.sum, sums) { _ in .faint }
        var columns: [ListBlock.Column] = [
            .words(HistoryTexts.date).priority(1), amounts.column.priority(1).least(11),
            .text(HistoryTexts.what).priority(2), .words(HistoryTexts.category).priority(5),
        ]
        if state.account == nil { columns.append(.words(MainTexts.account).priority(4)) }
        columns.append(left.column.priority(3).least(12))
        rows = transactions.indices.map { index in
            let transaction = transactions[index]
            var cells = [
                Span(.day(transaction.date.localDay)), amounts.cells[index],
                Self.what(transaction, state.names),
                Span(transaction.category.map { CategoryText.of($0) } ?? .blank, .faint),
            ]
            if state.account == nil {
                cells.append(Span(verbatim: state.names[transaction.account] ?? transaction.account, .faint))
            }
            return cells + [left.cells[index]]
        }
        self.columns = columns
        keys = transactions.map { "\($0.id) \($0.account) \($0.type.rawValue)" }
        addresses = transactions.map { .transaction($0.id, in: $0.account) }
        groups = Self.months(transactions, state.months.value ?? [:])
    }

    /// Returns the list with one of its rows selected.
    func list(selected: Int, count: ListBlock.Count) -> ListBlock {
        ListBlock(columns, rows: rows, selected: selected, count: count, groups: groups, measure: measure)
            .keyed(keys, .scenes(addresses))
    }

    /// Returns the purpose, or else the name of the other side.
    private static func what(_ transaction: HistorySignal.Transaction, _ names: [String: String]) -> Span {
        guard transaction.description.isEmpty, let name = transaction.otherSide.flatMap({ names[$0] }) else {
            return Span(BookText.description(transaction.description))
        }
        return Span(verbatim: name, .faint)
    }

    /// Returns the running sum after each row, in its currency: the sum of all matches without the newer ones.
    private static func running(_ changes: [Money], _ totals: [HistorySignal.Total]) -> [Money] {
        var left: [Currency: Int64] = [:]
        for total in totals {
            left[total.currency] =
                total.income.minorUnits.subtractingReportingOverflow(total.expense.minorUnits).partialValue
        }
        return changes.map { change in
            let now = left[change.currency] ?? 0
            left[change.currency] = now.subtractingReportingOverflow(change.minorUnits).partialValue
            return Money(minorUnits: now, currency: change.currency)
        }
    }

    /// Returns the headings by row: `November 2026`, the income, the expenses and their difference, before the first
    /// row of each month.
    private static func months(
        _ transactions: [HistorySignal.Transaction], _ months: [String: [HistorySignal.Total]]
    ) -> [Int: [Text]] {
        var groups: [Int: [Text]] = [:]
        var last: Substring?
        for (index, transaction) in transactions.enumerated() {
            let day = transaction.date.localDay
            let month = day.description.prefix(7)
            guard month != last else { continue }
            last = month
            groups[index] = [.month(of: day)] + (months[String(month)] ?? []).flatMap { HistoryTexts.sums(of: $0) }
        }
        return groups
    }
}

extension HistorySignal.Transaction {
    /// The change of the account's balance; negative for an expense.
    var change: Money { type == .income ? amount : amount.negated }

    /// The balance of the account before it.
    var balanceBefore: Money {
        Money(
            minorUnits: balanceAfter.minorUnits.subtractingReportingOverflow(change.minorUnits).partialValue,
            currency: balanceAfter.currency)
    }
}

extension [HistorySignal.Total] {
    /// Adds the row of a summary, which covers one direction.
    mutating func add(_ row: HistorySignal.SummaryRow) {
        if let index = firstIndex(where: { $0.currency == row.currency }) {
            let old = self[index]
            self[index] = HistorySignal.Total(
                currency: row.currency,
                income: Money(
                    minorUnits: old.income.minorUnits.addingReportingOverflow(row.income.minorUnits).partialValue,
                    currency: row.currency),
                expense: Money(
                    minorUnits: old.expense.minorUnits.addingReportingOverflow(row.expense.minorUnits).partialValue,
                    currency: row.currency))
        } else {
            append(HistorySignal.Total(currency: row.currency, income: row.income, expense: row.expense))
        }
    }
}
