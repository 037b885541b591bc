import Coordination
import Domain
import Signals

extension HistorySignal.Transaction {
    /// Creates a movement as its user sees it.
    init(_ movement: Movement) {
        let isIncome = movement.key.side == .income
        self.init(
            id: movement.transferID, type: isIncome ? .income : .expense, amount: movement.amount,
            description: movement.description, category: movement.category, date: movement.time,
            account: movement.accountID,
            fromAccount: isIncome ? movement.otherAccountID : movement.accountID,
            toAccount: isIncome ? movement.accountID : movement.otherAccountID,
            balanceAfter: movement.balanceAfter, reverses: movement.reverses, reversedBy: movement.reversedBy,
            ownCategory: movement.hasOwnCategory ? true : nil)
    }
}

extension HistorySignal.Total {
    /// Creates the totals in one currency.
    init(_ total: CurrencyTotal) {
        self.init(
            currency: total.currency, income: Money(minorUnits: total.income, currency: total.currency),
            expense: Money(minorUnits: total.expense, currency: total.currency))
    }
}

extension HistorySignal.SummaryRow {
    /// Creates a row with its key as text.
    init(_ row: SummaryRow) {
        let (key, name): (String?, String?) =
            switch row.key {
            case .day(let day): (CalendarDay(daysSince1970: day).description, nil)
            case .month(let month): (String(CalendarDay(firstOf: month).description.prefix(7)), nil)
            case .category(let category): (category, nil)
            case .account(let account): (account.id, account.name.isEmpty ? nil : account.name)
            }
        let total = HistorySignal.Total(row.total)
        self.init(
            key: key, name: name, currency: total.currency, income: total.income, expense: total.expense,
            count: row.count)
    }
}

extension HistorySignal.RuleList {
    /// Creates the list of rules in the order of evaluation.
    init(_ rules: [CategoryRule]) { self.init(rules: rules.map { HistorySignal.CategoryRule($0) }) }
}

extension HistorySignal.CategoryRule {
    /// Creates a rule as its user wrote it.
    init(_ rule: CategoryRule) {
        self.init(
            id: rule.id, contains: rule.contains, category: rule.category,
            type: rule.side.flatMap(HistorySignal.TypeFilter.init), minAmount: rule.minAmount,
            maxAmount: rule.maxAmount, account: rule.account)
    }
}

extension HistorySignal.SavedFilter {
    /// Creates a filter as its user wrote it.
    init(_ saved: SavedFilter) {
        let filter = saved.filter
        self.init(
            name: saved.name, account: filter.account, type: filter.side.flatMap(HistorySignal.TypeFilter.init),
            from: filter.from, to: filter.to, text: filter.text, minAmount: filter.minAmount,
            maxAmount: filter.maxAmount, category: filter.category, counterparty: filter.counterparty,
            reversed: filter.reversed, own: filter.own, undone: filter.undone, query: filter.query)
    }
}
