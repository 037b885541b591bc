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
            balanceAfter: movement.balanceAfter)
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
