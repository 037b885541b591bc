import Storage

/// The numbers of a row of `transfers`.
struct TransferRow {
    var sequence: Int64
    var bookedAt: Int64
    var kind: Int64
    var amount: Int64
    var payer: Int64
    var payerEntry: Int64
    var payerBalance: Int64
    var payerHeld: Int64
    var payerPrevious: Int64
    var payee: Int64
    var payeeEntry: Int64 = 0
    var payeeBalance: Int64 = 0
    var payeeHeld: Int64 = 0
    var payeePrevious: Int64 = 0
    var target: Int64?
    var occurredAt: Int64?

    /// The number by which users know the record.
    ///
    /// - Parameter lastCounted: The last record whose public number is its sequence.
    func number(lastCounted: Int64) -> Int64 { sequence <= lastCounted ? sequence : bookedAt }

    /// The state of the payer after the record.
    var payerState: AccountState {
        AccountState(balance: payerBalance, held: payerHeld, entries: payerEntry, lastTransfer: sequence)
    }

    /// The state of the payee after the record; without entries when the record moved no money.
    var payeeState: AccountState {
        AccountState(balance: payeeBalance, held: payeeHeld, entries: payeeEntry, lastTransfer: sequence)
    }
}

extension RecordHasher {
    /// Begins with the numbers of a row; its texts follow.
    mutating func begin(_ row: TransferRow, after head: ChainHash) {
        begin(.transfers, after: head)
        add(row.sequence)
        add(row.bookedAt)
        add(row.kind)
        add(row.amount)
        add(row.payer)
        add(row.payerEntry)
        add(row.payerBalance)
        add(row.payerHeld)
        add(row.payerPrevious)
        add(row.payee)
        add(row.payeeEntry)
        add(row.payeeBalance)
        add(row.payeeHeld)
        add(row.payeePrevious)
        add(ifPresent: row.target)
        add(ifPresent: row.occurredAt)
    }

    /// Hashes a row of `transfers`.
    mutating func hash(
        _ row: TransferRow, description: String, category: String?, details: String?, after head: ChainHash
    ) -> ChainHash {
        begin(row, after: head)
        add(description)
        add(ifPresent: category)
        add(ifPresent: details)
        return finish()
    }

    /// Hashes a row of `transfers` whose texts are read where SQLite has them.
    mutating func hash(
        _ row: TransferRow, textsOf columns: borrowing NamedRow<TransferTable.Columns>, after head: ChainHash
    ) -> ChainHash {
        begin(row, after: head)
        columns.withText(.description) { add(utf8: $0) }
        add(columns, .category)
        add(columns, .details)
        return finish()
    }

    private mutating func add(
        _ columns: borrowing NamedRow<TransferTable.Columns>, _ column: TransferTable.Columns
    ) {
        let isPresent = !columns.isNull(column)
        add(presence: isPresent)
        if isPresent { columns.withText(column) { add(utf8: $0) } }
    }
}

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

/// The records of the open transaction that are not written yet, oldest first.
///
/// Many rows are written with one statement, which saves SQLite a third of the time. They are kept until the commit: a
/// rollback to a mark removes rows from the table, and those from before the mark are then written again.
struct PendingRecords {
    /// A point to roll back to.
    struct Mark {
        /// The start of a transaction.
        static let none = Mark(made: 0, written: 0)

        let made: Int
        let written: Int
    }

    private struct Entry {
        let row: TransferRow
        let description: String
        let hash: ChainHash
    }

    private var made: [Entry] = []
    private var written = 0

    /// The present point.
    var mark: Mark { Mark(made: made.count, written: written) }

    /// Adds a record without optional columns.
    mutating func add(_ row: TransferRow, _ description: String, _ hash: ChainHash) {
        made.append(Entry(row: row, description: description, hash: hash))
    }

    /// Removes the records since a mark, whose rows the rollback has removed already; after a commit, all records.
    mutating func goBack(to mark: Mark) {
        made.removeLast(made.count - mark.made)
        written = mark.written
    }

    /// Writes the unwritten records.
    mutating func write(_ connection: Connection) throws(SQLiteError) {
        guard written < made.count else { return }
        if made.count - written >= Self.rowsPerStatement {
            let statement = try connection.statement(
                """
                INSERT INTO transfers (sequence, booked_at_us, kind, amount_minor,
                    giver, giver_entry, giver_balance_minor, giver_held_minor, giver_previous,
                    getter, getter_entry, getter_balance_minor, getter_held_minor, getter_previous, description, hash)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?),
                    (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
            while made.count - written >= Self.rowsPerStatement {
                try run(statement, rows: Self.rowsPerStatement)
            }
        }
        let statement = try connection.statement(
            """
            INSERT INTO transfers (sequence, booked_at_us, kind, amount_minor,
                giver, giver_entry, giver_balance_minor, giver_held_minor, giver_previous,
                getter, getter_entry, getter_balance_minor, getter_held_minor, getter_previous, description, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        while written < made.count { try run(statement, rows: 1) }
    }

    private mutating func run(_ statement: borrowing Statement, rows: Int) throws(SQLiteError) {
        var place = 0
        for entry in made[written..<written + rows] {
            entry.row.bind(to: statement, after: &place)
            statement.bind(entry.description, after: &place)
            statement.bind(entry.hash, after: &place)
        }
        _ = try statement.step()
        statement.reset()
        written += rows
    }

    /// More rows per statement gain little.
    private static let rowsPerStatement = 8
}

extension TransferRow {
    /// Binds the columns that every record has, in the order of the statements above.
    ///
    /// Every transfer is written here: a statement for many rows, bound in place, is faster than one for each through
    /// ``TransferTable``.
    @inline(__always)
    fileprivate func bind(to statement: borrowing Statement, after place: inout Int) {
        statement.bind(sequence, after: &place)
        statement.bind(bookedAt, after: &place)
        statement.bind(kind, after: &place)
        statement.bind(amount, after: &place)
        statement.bind(payer, after: &place)
        statement.bind(payerEntry, after: &place)
        statement.bind(payerBalance, after: &place)
        statement.bind(payerHeld, after: &place)
        statement.bind(payerPrevious, after: &place)
        statement.bind(payee, after: &place)
        statement.bind(payeeEntry, after: &place)
        statement.bind(payeeBalance, after: &place)
        statement.bind(payeeHeld, after: &place)
        statement.bind(payeePrevious, after: &place)
    }
}
