import Domain
import Storage

/// Reads single records back.
struct RecordReading {
    let connection: Connection
    let accounts: AccountTable
    private let lastCounted: Int64

    init(connection: Connection, accounts: AccountTable) {
        self.connection = connection
        self.accounts = accounts
        lastCounted = accounts.lastCounted
    }

    /// The record of this sequence.
    func record(_ sequence: Int64) throws -> LedgerRecord? {
        try connection.first(TransferTable.self, "WHERE sequence = ?", sequence).map { try record($0) }
    }

    /// The records of these sequences, in their order.
    func records(_ sequences: ClosedRange<Int64>) throws -> [LedgerRecord] {
        try connection.all(
            TransferTable.self, "WHERE sequence BETWEEN ? AND ? ORDER BY sequence", sequences.lowerBound,
            sequences.upperBound
        ) { try record(TransferTable.read($0)) }
    }

    /// The record that made the transfer of this id; nil when there is none.
    func record(ofTransfer id: String) throws -> LedgerRecord? {
        let search = RecordSearch(connection: connection, lastCounted: lastCounted)
        guard let number = LedgerRecord.number(in: id), let sequence = try search.sequence(of: number),
            let made = try record(sequence), !made.kind.settlesHold
        else { return nil }
        return made
    }

    /// The transfer of this id; nil when there is none.
    func history(ofTransfer id: String) throws -> TransferHistory? {
        try record(ofTransfer: id).flatMap { made in try history(of: made) }
    }

    /// The transfer that the record of this sequence made; nil when that record only acts on another.
    func history(_ sequence: Int64) throws -> TransferHistory? {
        guard let made = try record(sequence), !made.kind.settlesHold else { return nil }
        return try history(of: made)
    }

    private func history(of made: LedgerRecord) throws -> TransferHistory {
        TransferHistory(
            made: made, settled: made.kind == .hold ? try settlement(of: made.sequence) : nil,
            reversed: try reversal(of: made.sequence))
    }

    /// What settled the hold of this sequence.
    private func settlement(of hold: Int64) throws -> LedgerRecord? {
        try connection.first(TransferTable.self, "WHERE target = ? AND kind >= 4 AND kind <= 6", hold).map {
            try record($0)
        }
    }

    /// What reversed the transfer of this sequence.
    private func reversal(of transfer: Int64) throws -> LedgerRecord? {
        try connection.first(TransferTable.self, "WHERE target = ? AND kind = 7", transfer).map { try record($0) }
    }

    /// Makes a record of a row.
    func record(_ stored: StoredRecord) throws(SQLiteError) -> LedgerRecord {
        let row = stored.row
        let payer = accounts.identity(of: Int(row.payer))
        let payee = accounts.identity(of: Int(row.payee))
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

    /// The number of the record that a record acts on: its own row says when that one was booked.
    private func targetNumber(of row: TransferRow, _ kind: RecordKind, _ details: RecordDetails?) -> Int64? {
        guard let target = row.target, target > lastCounted else { return row.target }
        return kind.settlesHold ? details?.heldAt?.microseconds : details?.reversedNumber
    }

    private static func damaged(_ sequence: Int64) -> SQLiteError {
        SQLiteError(code: .corrupt, message: "The record \(sequence) of the books cannot be read.")
    }
}
