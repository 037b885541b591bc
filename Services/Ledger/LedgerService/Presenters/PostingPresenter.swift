import Coordination
import Domain
import Reasons
import Signals
import StrictJSON

/// Shows a transfer as one of its records left it.
struct PostingPresenter: Presenter {
    /// Why a transfer was reversed with its import.
    private static let undone = "The import was taken back."

    func present(_ posting: Posting) -> LedgerSignal.Transfer {
        let currency = posting.amount.currency
        let isUndo = posting.kind == .reversal && posting.details?.imported != nil
        return LedgerSignal.Transfer(
            id: posting.id, from: posting.giving.account, to: posting.getting.account, amount: posting.amount,
            description: posting.description, category: posting.category, status: posting.kind.status,
            createdAt: posting.details?.heldAt ?? posting.bookedAt, sequence: posting.number,
            expiresAt: posting.details?.expiresAt, settledAt: posting.kind.settlesHold ? posting.bookedAt : nil,
            heldAmount: posting.details?.heldMinor.map { Money(minorUnits: $0, currency: currency) },
            reverses: posting.kind == .reversal ? posting.targetNumber.map(Posting.id) : nil,
            reason: posting.details?.reason ?? (isUndo ? Self.undone : nil), occurredAt: posting.occurredAt,
            exchange: posting.details.flatMap(exchange), import: posting.details?.imported.map(ImportRecord.id))
    }

    /// What the details of a half of an exchange say of it; nil of everything else.
    private func exchange(_ details: RecordDetails) -> LedgerSignal.ExchangeTerms? {
        guard let rate = details.rate, let source = details.rateSource, let asOf = details.rateAsOf,
            let other = details.otherLeg
        else { return nil }
        return LedgerSignal.ExchangeTerms(rate: rate, source: source, asOf: asOf, transfer: other)
    }

    /// A transfer as it stands.
    func show(_ story: TransferStory) -> LedgerSignal.Transfer {
        let newest = present(story.newest)
        return LedgerSignal.Transfer(
            id: newest.id, from: newest.from, to: newest.to, amount: newest.amount, description: newest.description,
            category: newest.category, status: newest.status, createdAt: newest.createdAt, sequence: newest.sequence,
            expiresAt: newest.expiresAt, settledAt: newest.settledAt, heldAmount: newest.heldAmount,
            reverses: newest.reverses, reversedBy: story.reversed?.id, reason: newest.reason,
            occurredAt: newest.occurredAt, exchange: newest.exchange, import: newest.import)
    }

    /// The transfer, and what it left in those of its accounts that are the user's and were touched.
    func answer(_ posting: Posting, for user: String, needsCode: Bool = false, doneBefore: Bool = false)
        -> LedgerSignal.TransferAnswer
    {
        var balances: [LedgerSignal.AccountBalance] = []
        balances.reserveCapacity(2)
        for side in [posting.giving, posting.getting] where side.owner == user && side.entry > 0 {
            balances.append(
                LedgerSignal.AccountBalance(
                    account: side.account, balance: Money(minorUnits: side.balance, currency: posting.amount.currency),
                    available: Money(minorUnits: side.available, currency: posting.amount.currency)))
        }
        return LedgerSignal.TransferAnswer(
            transfer: present(posting), balances: balances, needsCode: needsCode ? true : nil,
            doneBefore: doneBefore ? true : nil)
    }

    /// What became of one transfer of a list.
    func result(_ result: Result<Posting, Fault>) -> LedgerSignal.TransferResult {
        switch result {
        case .success(let posting): .transfer(present(posting))
        case .failure(let fault): .fault(fault)
        }
    }

    /// What others are told of a record. All of it follows from the values of the record's row.
    func event(of posting: Posting) -> (type: String, data: [UInt8]) {
        var writer = JSONWriter(reservingCapacity: 640)
        switch posting.kind {
        case .hold:
            LedgerEvent.TransferHeld(transfer: present(posting), entries: holdEntries(of: posting)).write(to: &writer)
            return ("ledger.transferHeld", writer.finish())
        case .void, .expiry:
            LedgerEvent.HoldReleased(transfer: present(posting), entries: holdEntries(of: posting)).write(to: &writer)
            return ("ledger.holdReleased", writer.finish())
        case .transfer, .deposit, .withdrawal, .post, .reversal, .exchange:
            movement(of: posting).write(to: &writer)
            return ("ledger.transferPosted", writer.finish())
        }
    }

    private func movement(of posting: Posting) -> LedgerEvent.TransferPosted {
        // Every transfer is the doing of the giver; what comes from the world is that of the getter.
        let (giving, getting) = (posting.giving, posting.getting)
        let doer = giving.owner ?? getting.owner
        func entry(_ side: PostingSide, _ amount: Int64) -> LedgerEvent.Entry {
            let currency = posting.amount.currency
            return LedgerEvent.Entry(
                account: side.account, userId: side.owner, accountSequence: side.entry,
                amount: Money(minorUnits: amount, currency: currency),
                balanceAfter: Money(minorUnits: side.balance, currency: currency),
                cause: side.owner != nil && side.owner == doer ? posting.cause : nil)
        }
        let amount = posting.amount.minorUnits
        return LedgerEvent.TransferPosted(
            transfer: present(posting), category: posting.category,
            entries: [entry(giving, -amount), entry(getting, amount)])
    }

    private func holdEntries(of posting: Posting) -> [LedgerEvent.HoldEntry] {
        let (giving, getting, currency) = (posting.giving, posting.getting, posting.amount.currency)
        return [
            LedgerEvent.HoldEntry(
                account: giving.account, userId: giving.owner, accountSequence: giving.entry,
                balance: Money(minorUnits: giving.balance, currency: currency),
                available: Money(minorUnits: giving.available, currency: currency)),
            LedgerEvent.HoldEntry(account: getting.account, userId: getting.owner),
        ]
    }
}

extension Posting {
    /// What made it.
    fileprivate var cause: LedgerEvent.Cause {
        guard let details else { return .order }
        if details.reference != nil { return .import }
        if details.schedule != nil { return .schedule }
        return details.mandate != nil ? .mandate : .order
    }
}

extension PostingSide {
    /// What is there after it and not put aside, in minor units.
    fileprivate var available: Int64 { balance - held }
}

extension RecordKind {
    fileprivate var status: LedgerSignal.TransferStatus {
        switch self {
        case .hold: .pending
        case .void: .voided
        case .expiry: .expired
        case .transfer, .deposit, .withdrawal, .post, .reversal, .exchange: .posted
        }
    }
}
