import Storage

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
