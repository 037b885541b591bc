import Coordination
import Domain
import Signals

/// A movement as others see it.
struct MovementPresenter: Presenter {
    func present(_ movement: Movement) -> HistorySignal.Transaction {
        let isIncome = movement.key.side == .income
        return HistorySignal.Transaction(
            id: movement.transferID, type: isIncome ? .income : .expense, amount: movement.amount,
            description: movement.description, category: movement.category, date: movement.time,
            account: movement.accountID,
            fromAccount: isIncome ? movement.otherAccountID : movement.accountID,
            toAccount: isIncome ? movement.accountID : movement.otherAccountID,
            balanceAfter: movement.balanceAfter, reverses: movement.reverses, reversedBy: movement.reversedBy,
            ownCategory: movement.hasOwnCategory ? true : nil)
    }
}

/// A page with its totals.
struct MovementPagePresenter: Presenter {
    func present(_ page: MovementPage) -> HistorySignal.TransactionPage {
        HistorySignal.TransactionPage(
            transactions: page.movements.map(MovementPresenter().present), nextCursor: page.next?.text,
            totals: page.totals.map { total in
                HistorySignal.Total(
                    currency: total.currency, income: Money(minorUnits: total.income, currency: total.currency),
                    expense: Money(minorUnits: total.expense, currency: total.currency))
            })
    }
}

/// A transfer, from one side or from both.
struct ShownTransferPresenter: Presenter {
    func present(_ shown: ShownTransfer) -> HistorySignal.TransactionAnswer {
        HistorySignal.TransactionAnswer(
            transaction: MovementPresenter().present(shown.movement),
            counterpart: shown.counterpart.map(MovementPresenter().present))
    }
}

/// A page of a summary.
struct SummaryPresenter: Presenter {
    func present(_ listing: SummaryListing) -> HistorySignal.SummaryPage {
        HistorySignal.SummaryPage(
            rows: listing.rows.map { row in
                let currency = row.total.currency
                let (key, name) = text(of: row.key)
                return HistorySignal.SummaryRow(
                    key: key, name: name, currency: currency,
                    income: Money(minorUnits: row.total.income, currency: currency),
                    expense: Money(minorUnits: row.total.expense, currency: currency), count: row.count)
            }, nextCursor: listing.next?.text)
    }

    private func text(of key: SummaryKey) -> (key: String?, name: String?) {
        switch key {
        case .day(let day): (CalendarDay(daysSince1970: day).description, nil)
        case .month(let month):
            (String(CalendarDay(firstOf: month).description.prefix(7)), nil)
        case .category(let category): (category, nil)
        case .account(let account): (account.id, account.name.isEmpty ? nil : account.name)
        }
    }
}

/// The categories of a user.
struct CategoriesPresenter: Presenter {
    func present(_ counts: [CategoryCount]) -> HistorySignal.CategoryList {
        HistorySignal.CategoryList(
            categories: counts.compactMap { count in
                count.category.map { HistorySignal.CategoryCount(category: $0, count: count.count) }
            },
            uncategorized: counts.first { $0.category == nil }?.count ?? 0)
    }
}

/// A rule.
struct RulePresenter: Presenter {
    func present(_ rule: CategoryRule) -> HistorySignal.CategoryRule {
        HistorySignal.CategoryRule(
            id: rule.id, contains: rule.contains, category: rule.category,
            type: rule.side.flatMap(HistorySignal.TypeFilter.init), minAmount: rule.minAmount,
            maxAmount: rule.maxAmount, account: rule.account)
    }
}

/// A filter.
struct SavedFilterPresenter: Presenter {
    func present(_ saved: SavedFilter) -> HistorySignal.SavedFilter {
        let filter = saved.filter
        return HistorySignal.SavedFilter(
            name: saved.name, account: filter.account, type: filter.side.flatMap(HistorySignal.TypeFilter.init),
            from: filter.from, to: filter.to, text: filter.text, minAmount: filter.minAmount,
            maxAmount: filter.maxAmount, category: filter.category, counterparty: filter.counterparty,
            reversed: filter.reversed, own: filter.own, undone: filter.undone)
    }
}
