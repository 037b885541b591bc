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
    func record(_ sequence: Int64) throws(SQLiteError) -> LedgerRecord? {
        let statement = try connection.statement(
            """
            SELECT sequence, booked_at_us, kind, amount_minor,
                giver, giver_entry, giver_balance_minor, giver_held_minor, giver_previous,
                getter, getter_entry, getter_balance_minor, getter_held_minor, getter_previous,
                target, occurred_at_us, description, category, details
            FROM transfers WHERE sequence = ?1
            """)
        statement.bind(sequence, at: 1)
        return try statement.step() ? try record(statement.row) : nil
    }

    /// The records of these sequences, in their order.
    func records(_ sequences: ClosedRange<Int64>) throws(SQLiteError) -> [LedgerRecord] {
        let statement = try connection.statement(
            """
            SELECT sequence, booked_at_us, kind, amount_minor,
                giver, giver_entry, giver_balance_minor, giver_held_minor, giver_previous,
                getter, getter_entry, getter_balance_minor, getter_held_minor, getter_previous,
                target, occurred_at_us, description, category, details
            FROM transfers WHERE sequence BETWEEN ?1 AND ?2 ORDER BY sequence
            """)
        statement.bind(sequences.lowerBound, at: 1)
        statement.bind(sequences.upperBound, at: 2)
        var records: [LedgerRecord] = []
        records.reserveCapacity(sequences.count)
        while try statement.step() { records.append(try record(statement.row)) }
        return records
    }

    /// The record that made the transfer of this id; nil when there is none.
    func record(ofTransfer id: String) throws(SQLiteError) -> LedgerRecord? {
        let search = RecordSearch(connection: connection, lastCounted: lastCounted)
        guard let number = LedgerRecord.number(in: id), let sequence = try search.sequence(of: number),
            let made = try record(sequence), !made.kind.settlesHold
        else { return nil }
        return made
    }

    /// The transfer of this id; nil when there is none.
    func story(ofTransfer id: String) throws(SQLiteError) -> TransferHistory? {
        try record(ofTransfer: id).flatMap { made throws(SQLiteError) in try story(of: made) }
    }

    /// The transfer that the record of this sequence made; nil when that record only acts on another.
    func story(_ sequence: Int64) throws(SQLiteError) -> TransferHistory? {
        guard let made = try record(sequence), !made.kind.settlesHold else { return nil }
        return try story(of: made)
    }

    private func story(of made: LedgerRecord) throws(SQLiteError) -> TransferHistory {
        TransferHistory(
            made: made, settled: made.kind == .hold ? try settlement(of: made.sequence) : nil,
            reversed: try reversal(of: made.sequence))
    }

    /// What settled the hold of this sequence.
    private func settlement(of hold: Int64) throws(SQLiteError) -> LedgerRecord? {
        let sequence = try connection.first(
            "SELECT sequence FROM transfers WHERE target = ?1 AND kind >= 4 AND kind <= 6",
            bind: { $0.bind(hold, at: 1) },
            { $0.int64(at: 0) })
        return try sequence.flatMap { sequence throws(SQLiteError) in try record(sequence) }
    }

    /// What reversed the transfer of this sequence.
    private func reversal(of transfer: Int64) throws(SQLiteError) -> LedgerRecord? {
        let sequence = try connection.first(
            "SELECT sequence FROM transfers WHERE target = ?1 AND kind = 7", bind: { $0.bind(transfer, at: 1) },
            { $0.int64(at: 0) })
        return try sequence.flatMap { sequence throws(SQLiteError) in try record(sequence) }
    }

    /// Reads a row of `transfers` whose columns are those of the table in their order, the hash left out.
    func record(_ columns: borrowing Row) throws(SQLiteError) -> LedgerRecord {
        let row = TransferRow(columns)
        let payer = accounts.identity(of: Int(row.payer))
        let payee = accounts.identity(of: Int(row.payee))
        guard let kind = RecordKind(rawValue: row.kind) else { throw Self.damaged(row.sequence) }
        var details: RecordDetails?
        if let text = columns.optionalText(at: 18) {
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
            occurredAt: row.occurredAt.map { Instant(microseconds: $0) }, description: columns.text(at: 16),
            category: columns.optionalText(at: 17), details: details, bookedAt: Instant(microseconds: row.bookedAt))
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
