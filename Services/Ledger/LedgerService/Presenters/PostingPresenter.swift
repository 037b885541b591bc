import Coordination
import Domain
import Signals

/// Shows a transfer.
struct PostingPresenter: Presenter {
    func present(_ posting: Posting) -> LedgerSignal.Transfer {
        LedgerSignal.Transfer(
            id: posting.id, from: posting.giving.account, to: posting.getting.account, amount: posting.amount,
            description: posting.description, status: .posted, createdAt: posting.bookedAt, sequence: posting.sequence)
    }

    /// The transfer, and what it left in those of its accounts that are the user's.
    func answer(_ posting: Posting, for user: String) -> LedgerSignal.TransferAnswer {
        let balances = [posting.giving, posting.getting].filter { $0.owner == user }.map { side in
            let balance = Money(minorUnits: side.balance, currency: posting.amount.currency)
            return LedgerSignal.AccountBalance(account: side.account, balance: balance, available: balance)
        }
        return LedgerSignal.TransferAnswer(transfer: present(posting), balances: balances)
    }

    /// What became of one transfer of a list.
    func result(_ result: Result<Posting, Fault>) -> LedgerSignal.TransferResult {
        switch result {
        case .success(let posting): .transfer(present(posting))
        case .failure(let fault): .fault(fault)
        }
    }

    /// What others are told.
    func event(of posting: Posting) -> LedgerEvent.TransferPosted {
        func entry(_ side: PostingSide, _ amount: Int64) -> LedgerEvent.Entry {
            let currency = posting.amount.currency
            return LedgerEvent.Entry(
                account: side.account, userId: side.owner, accountSequence: side.entry,
                amount: Money(minorUnits: amount, currency: currency),
                balanceAfter: Money(minorUnits: side.balance, currency: currency))
        }
        let amount = posting.amount.minorUnits
        return LedgerEvent.TransferPosted(
            transfer: present(posting), category: posting.category,
            entries: [entry(posting.giving, -amount), entry(posting.getting, amount)])
    }
}
