import Storage

/// The table of records.
enum TransferTable: Table {
    enum Columns: Int, ColumnList {
        case sequence, bookedAtUs, kind, amountMinor
        case giver, giverEntry, giverBalanceMinor, giverHeldMinor, giverPrevious
        case getter, getterEntry, getterBalanceMinor, getterHeldMinor, getterPrevious
        case target, occurredAtUs, description, category, details, hash
    }

    static let name = "transfers"
    static let key = [Columns.sequence]

    static func write(_ record: StoredRecord, to row: inout NewRow<Columns>) {
        row.set(.sequence, record.row.sequence)
        row.set(.bookedAtUs, record.row.bookedAt)
        row.set(.kind, record.row.kind)
        row.set(.amountMinor, record.row.amount)
        row.set(.giver, record.row.payer)
        row.set(.giverEntry, record.row.payerEntry)
        row.set(.giverBalanceMinor, record.row.payerBalance)
        row.set(.giverHeldMinor, record.row.payerHeld)
        row.set(.giverPrevious, record.row.payerPrevious)
        row.set(.getter, record.row.payee)
        row.set(.getterEntry, record.row.payeeEntry)
        row.set(.getterBalanceMinor, record.row.payeeBalance)
        row.set(.getterHeldMinor, record.row.payeeHeld)
        row.set(.getterPrevious, record.row.payeePrevious)
        row.set(.target, record.row.target)
        row.set(.occurredAtUs, record.row.occurredAt)
        row.set(.description, record.description)
        row.set(.category, record.category)
        row.set(.details, record.details)
        row.set(.hash, record.hash)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws(SQLiteError) -> StoredRecord {
        try StoredRecord(
            row: TransferRow(row), description: row[.description], category: row[.category], details: row[.details],
            hash: row[.hash])
    }

    /// Returns the numbers of the record of a sequence; nil when there is none.
    static func row(_ sequence: Int64, _ connection: Connection) throws(SQLiteError) -> TransferRow? {
        let row = try connection.rows(Self.self, "WHERE sequence = ?", sequence)
        return try row.step() ? try TransferRow(row) : nil
    }
}

/// A whole row of `transfers`.
struct StoredRecord {
    let row: TransferRow
    let description: String
    let category: String?
    /// A JSON object.
    let details: String?
    let hash: ChainHash
}

extension TransferRow {
    /// Reads the numbers of a row.
    init(_ row: borrowing NamedRow<TransferTable.Columns>) throws(SQLiteError) {
        sequence = try row[.sequence]
        bookedAt = try row[.bookedAtUs]
        kind = try row[.kind]
        amount = try row[.amountMinor]
        payer = try row[.giver]
        payerEntry = try row[.giverEntry]
        payerBalance = try row[.giverBalanceMinor]
        payerHeld = try row[.giverHeldMinor]
        payerPrevious = try row[.giverPrevious]
        payee = try row[.getter]
        payeeEntry = try row[.getterEntry]
        payeeBalance = try row[.getterBalanceMinor]
        payeeHeld = try row[.getterHeldMinor]
        payeePrevious = try row[.getterPrevious]
        target = try row[.target]
        occurredAt = try row[.occurredAtUs]
    }
}

extension ChainHash: SQLiteValue {
    package func bind(to statement: borrowing Statement, at index: Int) {
        withBytes { statement.bind(bytes: $0, at: index) }
    }

    package static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> ChainHash {
        guard let hash = row.withBytes(at: index, { ChainHash($0) }) else {
            throw SQLiteError(code: .corrupt, message: "Column \(index) of a row holds no hash.")
        }
        return hash
    }
}
