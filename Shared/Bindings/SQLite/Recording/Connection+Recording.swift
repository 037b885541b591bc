import CSQLite

// The changes of a transaction, recorded here and repeated in a copy of the database.
//
// Recorded are the statements that write, with their values: a third of the cost of recording the changed rows with
// SQLite's session extension. Repeated in the same order on the same content they change the same rows, as long as no
// statement asks for the time, for random numbers or for an order that it does not state. Each repeated statement must
// change as many rows as it did at first.
extension Connection {
    /// Records what transactions write from now on. The record is lost unless ``takeChanges()`` takes it.
    public func recordChanges() {
        enter()
        defer { leave() }
        recorder = ChangeRecorder()
    }

    /// Returns what was written since the last call, or since ``recordChanges()``; empty when nothing was. Call it
    /// within the transaction, just before its COMMIT, with no savepoint set.
    ///
    /// What is written between this call and the end of the transaction is not recorded: a number of the commit, say.
    public func takeChanges() -> [UInt8] {
        enter()
        defer { leave() }
        return recorder?.take() ?? []
    }

    /// Drops what was recorded, after the transaction has ended.
    public func dropChanges() {
        enter()
        defer { leave() }
        recorder?.clear()
    }

    /// Repeats, within the open transaction, what ``takeChanges()`` returned for a copy of this database.
    ///
    /// - Throws: ``SQLiteError``: `corrupt` when the bytes are no record, or when a statement changes another number of
    ///   rows than it did at first; any error of the SQL. The transaction must then be rolled back.
    public func repeatChanges(_ changes: [UInt8]) throws(SQLiteError) {
        enter()
        defer { leave() }
        var reader = ChangeReader(changes)
        while let step = try reader.next() {
            switch step {
            case .script(let script): try execute(script)
            case .statement(let sql, let values, let changed): try repeatStatement(sql, values, changed)
            }
        }
    }

    /// Returns how many rows the statement changed that ended just now, without those of triggers.
    ///
    /// The total also counts the rows that FTS5 writes for itself, which depend on when it flushes: at each savepoint,
    /// and a repeated commit has none.
    /// - Parameter total: `sqlite3_total_changes64` before the statement. If it has not moved, `sqlite3_changes64` is
    ///   that of an earlier one.
    func changes(since total: Int64) -> Int64 {
        sqlite3_total_changes64(database) == total ? 0 : sqlite3_changes64(database)
    }

    private func repeatStatement(_ sql: String, _ values: [RecordedValue], _ changed: Int64?) throws(SQLiteError) {
        let before = sqlite3_total_changes64(database)
        let statement = try repeated(sql)
        guard values.count <= statement.placeholders else {
            throw SQLiteError(code: .corrupt, message: "A recorded statement has too many values.", sql: sql)
        }
        for (index, value) in values.enumerated() {
            switch value {
            case .null: statement.bindNull(at: index + 1)
            case .integer(let value): statement.bind(value, at: index + 1)
            case .real(let value): statement.bind(real: value, at: index + 1)
            case .text(let value): statement.bind(value, at: index + 1)
            case .blob(let value): statement.bind(value, at: index + 1)
            }
        }
        while try statement.step() {}
        let now = changes(since: before)
        guard changed == nil || changed == now else {
            throw SQLiteError(
                code: .corrupt, message: "A repeated statement changed \(now) rows instead of \(changed ?? 0).",
                sql: sql)
        }
    }
}
