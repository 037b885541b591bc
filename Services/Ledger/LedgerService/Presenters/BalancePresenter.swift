import Coordination
import Domain
import Signals

/// Shows what is in an account.
struct BalancePresenter: Presenter {
    func present(_ found: ShowBalanceInteractor.Response) -> LedgerSignal.BalanceAnswer {
        LedgerSignal.BalanceAnswer(
            account: found.account, balance: found.balance, available: found.available,
            held: found.held.minorUnits == 0 ? nil : found.held,
            overdraft: found.overdraft.minorUnits == 0 ? nil : found.overdraft, asOf: found.asOf)
    }
}
