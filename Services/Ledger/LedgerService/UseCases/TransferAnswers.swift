import Coordination
import Domain
import Signals

extension LedgerSignal.Transfer {
    /// The reason of a reversal with its import.
    private static let undone = "The import was undone."

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
