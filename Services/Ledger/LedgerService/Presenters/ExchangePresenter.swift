import Coordination
import Domain
import Reasons
import Signals

/// Shows what an exchange did, or would do.
struct ExchangePresenter: Presenter {
    let isDryRun: Bool

    func present(_ response: ExchangeInteractor.Response) -> LedgerSignal.ExchangeAnswer {
        let (given, got) = (response.given, response.got)
        let details = given.details
        return LedgerSignal.ExchangeAnswer(
            transfers: [given, got].map(PostingPresenter().present),
            balances: [balance(given.giving, given.amount.currency), balance(got.getting, got.amount.currency)],
            given: given.amount, got: got.amount, rate: details?.rate ?? "", source: details?.rateSource ?? "",
            asOf: details?.rateAsOf ?? given.bookedAt, dryRun: isDryRun)
    }

    private func balance(_ side: PostingSide, _ currency: Currency) -> LedgerSignal.AccountBalance {
        LedgerSignal.AccountBalance(
            account: side.account, balance: Money(minorUnits: side.balance, currency: currency),
            available: Money(minorUnits: side.balance - side.held, currency: currency))
    }
}
