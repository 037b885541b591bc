import Domain
import Signals
import Storage
import StrictJSON

/// Writes of records and account changes, with all that follows from them: sequences, balances, hashes, landmarks, open
/// holds. It checks no rules.
struct RecordWriting {
    /// Every 64th entry of an account is a landmark. A past balance is at most 64 steps away from one.
    static let entriesPerLandmark: Int64 = 64

    let connection: Connection
    let accounts: AccountTable

    /// Writes a record between two accounts of the open transaction.
    func write(_ draft: RecordDraft, from payer: Account, to payee: Account, now: Instant) throws -> LedgerRecord {
        let (sequence, time) = accounts.nextTransfer(now)
        let amount = draft.amount.minorUnits
        let movesMoney = draft.kind.movesMoney
        let payerState = AccountState(
            balance: payer.state.balance - (movesMoney ? amount : 0),
            held: payer.state.held - draft.released + (draft.kind == .hold ? amount : 0),
            entries: payer.state.entries + 1, lastTransfer: sequence)
        var row = TransferRow(
            sequence: sequence, bookedAt: time.microseconds, kind: draft.kind.rawValue, amount: amount,
            payer: Int64(payer.number), payerEntry: payerState.entries, payerBalance: payerState.balance,
            payerHeld: payerState.held, payerPrevious: payer.state.lastTransfer, payee: Int64(payee.number),
            target: draft.target, occurredAt: draft.occurredAt?.microseconds)
        var payeeState: AccountState?
        if movesMoney {
            let state = AccountState(
                balance: payee.state.balance + amount, held: payee.state.held, entries: payee.state.entries + 1,
                lastTransfer: sequence)
            row.payeeEntry = state.entries
            row.payeeBalance = state.balance
            row.payeeHeld = state.held
            row.payeePrevious = payee.state.lastTransfer
            payeeState = state
        }
        try keep(row, draft, payer: payerState, payee: payeeState)
        try addLandmark(payer.number, payerState, time)
        if let payeeState { try addLandmark(payee.number, payeeState, time) }
        return LedgerRecord(
            sequence: sequence, number: time.microseconds, kind: draft.kind, amount: draft.amount,
            payer: LedgerEntry(
                account: payer.id, owner: payer.owner, entry: row.payerEntry, balance: row.payerBalance,
                held: row.payerHeld),
            payee: LedgerEntry(
                account: payee.id, owner: payee.owner, entry: row.payeeEntry, balance: row.payeeBalance,
                held: row.payeeHeld),
            target: draft.target, targetNumber: draft.targetNumber, occurredAt: draft.occurredAt,
            description: draft.description, category: draft.category, details: draft.details,
            bookedAt: time)
    }

    /// Opens an empty account.
    func open(_ draft: AccountDraft, now: Instant) throws -> Account {
        let (change, time) = accounts.nextChange(now)
        let record = AccountRecord(
            id: draft.id, owner: draft.owner, name: draft.name, currency: draft.currency, status: .active,
            overdraft: 0, openedAt: time)
        let account = accounts.open(record)
        try connection.insert((account.number, record), into: StoredAccountTable.self)
        try connection.insert((account.number, AccountState()), into: BalanceTable.self)
        try log(AccountChangeRow(change: change, at: time, .opened, of: account), record)
        return account
    }

    /// Stores a changed account.
    /// - Returns: The booking time.
    func change(_ account: Account, _ kind: AccountChange, now: Instant) throws -> Instant {
        let (change, time) = accounts.nextChange(now)
        try connection.update((account.number, account.record), in: StoredAccountTable.self)
        try log(AccountChangeRow(change: change, at: time, kind, of: account), account.record)
        return time
    }

    /// Sets the limits of an account. They are not part of the chain, since they change neither money nor account.
    func setLimits(_ limits: AccountLimits, of account: Account) throws {
        try connection.upsert((account.number, limits), in: AccountLimitTable.self)
        accounts.apply(account.record.with(limits: limits), of: account.number)
    }

    /// Adds a record to the chain and to the tables that follow from records.
    private func keep(_ row: TransferRow, _ draft: RecordDraft, payer: AccountState, payee: AccountState?) throws {
        if draft.isPlain {
            return accounts.add(row, description: draft.description, payer: payer, payee: payee)
        }
        // Rows must be written in order.
        try accounts.writePending(connection)
        let details = try draft.details.map { String(decoding: try JSONEncoding.encode($0), as: UTF8.self) }
        let hash = accounts.hash(row, description: draft.description, category: draft.category, details: details)
        let record = StoredRecord(
            row: row, description: draft.description, category: draft.category, details: details, hash: hash)
        try connection.insert(record, into: TransferTable.self)
        try OpenHolds(connection: connection).keep(row, draft)
        try ImportedRows(connection: connection).keep(row, draft)
        accounts.apply(row, hash, payer: payer, payee: payee)
    }

    private func log(_ row: AccountChangeRow, _ record: AccountRecord) throws {
        let hash = accounts.hash(row)
        try connection.insert((row, hash), into: AccountChangeTable.self)
        accounts.apply(row, hash, record)
    }

    private func addLandmark(_ account: Int, _ state: AccountState, _ time: Instant) throws(SQLiteError) {
        guard state.entries % Self.entriesPerLandmark == 0 else { return }
        try connection.run(
            "INSERT INTO landmarks (account, booked_at_us, transfer) VALUES (?, ?, ?)", account, time,
            state.lastTransfer)
    }
}

extension RecordDraft {
    /// True for a transfer without optional columns. No other table or index follows from it.
    fileprivate var isPlain: Bool {
        switch kind {
        case .transfer, .deposit, .withdrawal:
            target == nil && occurredAt == nil && category == nil && details == nil
        case .hold, .post, .void, .expiry, .reversal, .exchange: false
        }
    }
}
