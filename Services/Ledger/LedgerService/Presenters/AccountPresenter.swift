import Coordination
import Domain
import Signals

/// Shows accounts to their owners.
struct AccountPresenter: Presenter {
    func present(_ account: Account) -> LedgerSignal.Account {
        LedgerSignal.Account(
            id: account.id, userId: account.owner ?? "", name: account.name, currency: account.currency,
            balance: account.balance, available: account.available,
            held: account.state.held == 0 ? nil : account.held,
            overdraft: account.overdraft == 0
                ? nil : Money(minorUnits: account.overdraft, currency: account.currency),
            status: Self.status(account.status), openedAt: account.openedAt)
    }

    /// What others are told when it is opened; nothing for the world's accounts, which are nobody's.
    func event(of account: Account) -> LedgerEvent.AccountOpened? {
        account.isWorld ? nil : LedgerEvent.AccountOpened(account: present(account))
    }

    /// What others are told when it is changed; nothing for the world's accounts, nor when it is opened.
    func event(of account: Account, _ change: AccountChange) -> LedgerEvent.AccountChanged? {
        guard !account.isWorld else { return nil }
        let told: LedgerEvent.AccountChange
        switch change {
        case .opened: return nil
        case .renamed: told = .renamed
        case .frozen: told = .frozen
        case .unfrozen: told = .unfrozen
        case .closed: told = .closed
        case .overdraftSet: told = .overdraftSet
        }
        return LedgerEvent.AccountChanged(change: told, account: present(account))
    }

    static func status(_ status: AccountStatus) -> LedgerSignal.AccountStatus {
        switch status {
        case .active: .active
        case .frozen: .frozen
        case .closed: .closed
        }
    }
}
