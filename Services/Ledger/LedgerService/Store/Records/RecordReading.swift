import Domain
import Storage

/// Reads of single records.
struct RecordReading {
    let connection: Connection
    let accounts: AccountTable
    private let lastCounted: Int64

    init(connection: Connection, accounts: AccountTable) {
        self.connection = connection
        self.accounts = accounts
        lastCounted = accounts.lastCounted
    }

    /// Returns the record of a sequence.
    func record(_ sequence: Int64) throws -> LedgerRecord? {
        try connection.first(TransferTable.self, "WHERE sequence = ?", sequence).map { try record($0) }
    }

    /// Returns the records of a range of sequences, in order.
    func records(_ sequences: ClosedRange<Int64>) throws -> [LedgerRecord] {
        try connection.all(
            TransferTable.self, "WHERE sequence BETWEEN ? AND ? ORDER BY sequence", sequences.lowerBound,
            sequences.upperBound
        ) { try record(TransferTable.read($0)) }
    }

    /// Returns the record that made the transfer with an id; nil when there is none.
    func record(ofTransfer id: String) throws -> LedgerRecord? {
        let search = RecordSearch(connection: connection, lastCounted: lastCounted)
        guard let number = LedgerRecord.number(in: id), let sequence = try search.sequence(of: number),
            let made = try record(sequence), !made.kind.settlesHold
        else { return nil }
        return made
    }

    /// Returns the transfer with an id; nil when there is none.
    func history(ofTransfer id: String) throws -> TransferHistory? {
        try record(ofTransfer: id).flatMap { made in try history(of: made) }
    }

    /// Returns the transfer that the record of a sequence made; nil for a settlement.
    func history(_ sequence: Int64) throws -> TransferHistory? {
        guard let made = try record(sequence), !made.kind.settlesHold else { return nil }
        return try history(of: made)
    }

    private func history(of made: LedgerRecord) throws -> TransferHistory {
        TransferHistory(
            made: made, settled: made.kind == .hold ? try settlement(of: made.sequence) : nil,
            reversed: try reversal(of: made.sequence))
    }

    /// Returns the record that settled a hold.
    private func settlement(of hold: Int64) throws -> LedgerRecord? {
        try connection.first(TransferTable.self, "WHERE target = ? AND kind >= 4 AND kind <= 6", hold).map {
            try record($0)
        }
    }

    /// Returns the record that reversed a transfer.
    private func reversal(of transfer: Int64) throws -> LedgerRecord? {
        try connection.first(TransferTable.self, "WHERE target = ? AND kind = 7", transfer).map { try record($0) }
    }

    /// Creates a record from its row.
    func record(_ stored: StoredRecord) throws(SQLiteError) -> LedgerRecord {
        let row = stored.row
        let payer = try accounts.identity(of: Int(row.payer))
        let payee = try accounts.identity(of: Int(row.payee))
        guard let kind = RecordKind(rawValue: row.kind) else { throw Self.damaged(row.sequence) }
        var details: RecordDetails?
        if let text = stored.details {
            guard let read = RecordDetails(stored: text) else { throw Self.damaged(row.sequence) }
            details = read
        }
        return LedgerRecord(
            sequence: row.sequence, number: row.number(lastCounted: lastCounted), kind: kind,
            amount: Money(minorUnits: row.amount, currency: payer.currency),
            payer: LedgerEntry(
                account: payer.id, owner: payer.owner, entry: row.payerEntry, balance: row.payerBalance,
                held: row.payerHeld),
            payee: LedgerEntry(
                account: payee.id, owner: payee.owner, entry: row.payeeEntry, balance: row.payeeBalance,
                held: row.payeeHeld),
            target: row.target, targetNumber: targetNumber(of: row, kind, details),
            occurredAt: row.occurredAt.map { Instant(microseconds: $0) }, description: stored.description,
            category: stored.category, details: details, bookedAt: Instant(microseconds: row.bookedAt))
    }

    /// Returns the public number of the target. The row itself holds the target's booking time.
    private func targetNumber(of row: TransferRow, _ kind: RecordKind, _ details: RecordDetails?) -> Int64? {
        guard let target = row.target, target > lastCounted else { return row.target }
        return kind.settlesHold ? details?.heldAt?.microseconds : details?.reversedNumber
    }

    private static func damaged(_ sequence: Int64) -> SQLiteError {
        SQLiteError(code: .corrupt, message: "The record \(sequence) of the books cannot be read.")
    }
}
