import Coordination
import Domain
import Signals

extension LedgerSignal.Transfer {
    /// The reason of a reversal with its import.
    private static let undone = "The import was taken back."

    /// Creates the transfer as of one of its records.
    ///
    /// - Parameter reversedBy: The id of the transfer that reversed it.
    init(_ record: LedgerRecord, reversedBy: String? = nil) {
        let details = record.details
        let isUndo = record.kind == .reversal && details?.imported != nil
        self.init(
            id: record.id, from: record.payer.account, to: record.payee.account, amount: record.amount,
            description: record.description, category: record.category, status: record.kind.status,
            createdAt: details?.heldAt ?? record.bookedAt, sequence: record.number,
            expiresAt: details?.expiresAt, settledAt: record.kind.settlesHold ? record.bookedAt : nil,
            heldAmount: details?.heldMinor.map { Money(minorUnits: $0, currency: record.amount.currency) },
            reverses: record.kind == .reversal ? record.targetNumber.map(LedgerRecord.id) : nil, reversedBy: reversedBy,
            reason: details?.reason ?? (isUndo ? Self.undone : nil), occurredAt: record.occurredAt,
            exchange: details.flatMap(LedgerSignal.ExchangeTerms.init), import: details?.imported.map(ImportRecord.id))
    }

    /// Creates the transfer as of now.
    init(_ history: TransferHistory) { self.init(history.newest, reversedBy: history.reversed?.id) }
}

extension LedgerSignal.ExchangeTerms {
    /// Creates the rate of an exchange from the details of one half; nil for other records.
    fileprivate init?(_ details: RecordDetails) {
        guard let rate = details.rate, let source = details.rateSource, let asOf = details.rateAsOf,
            let other = details.otherLeg
        else { return nil }
        self.init(rate: rate, source: source, asOf: asOf, transfer: other)
    }
}

extension LedgerSignal.TransferAnswer {
    /// Creates the transfer with the balances of the user's accounts that it changed.
    init(_ record: LedgerRecord, for user: String, needsCode: Bool = false, doneBefore: Bool = false) {
        var balances: [LedgerSignal.AccountBalance] = []
        balances.reserveCapacity(2)
        for side in [record.payer, record.payee] where side.owner == user && side.entry > 0 {
            balances.append(LedgerSignal.AccountBalance(side, record.amount.currency))
        }
        self.init(
            transfer: LedgerSignal.Transfer(record), balances: balances, needsCode: needsCode ? true : nil,
            doneBefore: doneBefore ? true : nil)
    }
}

extension LedgerSignal.TransferResults {
    /// Creates the results of a list.
    init(_ results: [Result<LedgerRecord, Fault>]) {
        self.init(
            results: results.map { result in
                switch result {
                case .success(let record): .transfer(LedgerSignal.Transfer(record))
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
