import Coordination
import Domain
import Signals

extension LedgerSignal.Transfer {
    /// Why a transfer was reversed with its import.
    private static let undone = "The import was taken back."

    /// A transfer as one of its records left it.
    ///
    /// - Parameter reversedBy: The id of the transfer that reversed it.
    init(_ posting: Posting, reversedBy: String? = nil) {
        let details = posting.details
        let isUndo = posting.kind == .reversal && details?.imported != nil
        self.init(
            id: posting.id, from: posting.payer.account, to: posting.payee.account, amount: posting.amount,
            description: posting.description, category: posting.category, status: posting.kind.status,
            createdAt: details?.heldAt ?? posting.bookedAt, sequence: posting.number,
            expiresAt: details?.expiresAt, settledAt: posting.kind.settlesHold ? posting.bookedAt : nil,
            heldAmount: details?.heldMinor.map { Money(minorUnits: $0, currency: posting.amount.currency) },
            reverses: posting.kind == .reversal ? posting.targetNumber.map(Posting.id) : nil, reversedBy: reversedBy,
            reason: details?.reason ?? (isUndo ? Self.undone : nil), occurredAt: posting.occurredAt,
            exchange: details.flatMap(LedgerSignal.ExchangeTerms.init), import: details?.imported.map(ImportRecord.id))
    }

    /// A transfer as it stands.
    init(_ story: TransferStory) { self.init(story.newest, reversedBy: story.reversed?.id) }
}

extension LedgerSignal.ExchangeTerms {
    /// What the details of a half of an exchange say of it; nil of everything else.
    fileprivate init?(_ details: RecordDetails) {
        guard let rate = details.rate, let source = details.rateSource, let asOf = details.rateAsOf,
            let other = details.otherLeg
        else { return nil }
        self.init(rate: rate, source: source, asOf: asOf, transfer: other)
    }
}

extension LedgerSignal.TransferAnswer {
    /// The transfer, and what it left in those of its accounts that are the user's and were touched.
    init(_ posting: Posting, for user: String, needsCode: Bool = false, doneBefore: Bool = false) {
        var balances: [LedgerSignal.AccountBalance] = []
        balances.reserveCapacity(2)
        for side in [posting.payer, posting.payee] where side.owner == user && side.entry > 0 {
            balances.append(LedgerSignal.AccountBalance(side, posting.amount.currency))
        }
        self.init(
            transfer: LedgerSignal.Transfer(posting), balances: balances, needsCode: needsCode ? true : nil,
            doneBefore: doneBefore ? true : nil)
    }
}

extension LedgerSignal.TransferResults {
    /// What became of each transfer of a list.
    init(_ results: [Result<Posting, Fault>]) {
        self.init(
            results: results.map { result in
                switch result {
                case .success(let posting): .transfer(LedgerSignal.Transfer(posting))
                case .failure(let fault): .fault(fault)
                }
            })
    }
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
