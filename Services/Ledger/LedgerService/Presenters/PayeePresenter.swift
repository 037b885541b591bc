import Signals

/// Presents payees.
struct PayeePresenter {
    func present(_ report: PayeeReport) -> LedgerSignal.Payee {
        LedgerSignal.Payee(
            name: report.payee.name, account: report.account.id, currency: report.account.currency,
            status: AccountPresenter.status(report.account.status), owner: report.owner?.shownName)
    }

    func present(_ found: FoundAccount) -> LedgerSignal.FoundPayee {
        LedgerSignal.FoundPayee(
            account: found.account.id, currency: found.account.currency,
            status: AccountPresenter.status(found.account.status), isOwn: found.isOwn, owner: found.owner?.shownName,
            name: found.name)
    }

    func present(_ party: ListPartiesInteractor.Party) -> LedgerSignal.Party {
        LedgerSignal.Party(account: party.account, owner: party.owner.shownName)
    }
}
