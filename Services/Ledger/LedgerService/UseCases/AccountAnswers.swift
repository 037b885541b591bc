import Domain
import Signals

extension LedgerSignal.Account {
    /// Creates the account as its owner sees it.
    init(_ account: Account) {
        self.init(
            id: account.id, userId: account.owner ?? "", name: account.name, currency: account.currency,
            balance: account.balance, available: account.available,
            held: account.state.held == 0 ? nil : account.held,
            overdraft: account.overdraft == 0
                ? nil : Money(minorUnits: account.overdraft, currency: account.currency),
            status: account.status, openedAt: account.openedAt)
    }
}

extension LedgerSignal.AccountBalance {
    /// Creates the balance of an account after a record.
    init(_ side: LedgerEntry, _ currency: Currency) {
        self.init(
            account: side.account, balance: Money(minorUnits: side.balance, currency: currency),
            available: Money(minorUnits: side.available, currency: currency))
    }
}

extension LedgerSignal.Limits {
    /// Creates the limits of an account.
    ///
    /// - Parameter spending: The spending from the account today.
    init(_ limits: AccountLimits, of account: Account, spending: DailySpending, in zone: TimeZone) {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: account.currency) }
        self.init(
            account: account.id, perTransfer: limits.perTransfer.map(money), daily: limits.daily.map(money),
            confirmAbove: limits.confirmAbove.map(money), spentToday: money(spending.amount),
            leftToday: limits.daily.map { money(max(0, $0 - spending.amount)) }, resetsAt: spending.day.next(in: zone))
    }
}
