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

    /// Returns what ``takeChanges()`` returns for a transaction that executes `script` and nothing else.
    public static func changes(of script: String) -> [UInt8] {
        let recorder = ChangeRecorder()
        recorder.add(script: script)
        return recorder.take()
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
        forgetRepeatedStatements(beyond: Self.mostRepeatedStatements)
        try changes.withUnsafeBufferPointer { bytes throws(SQLiteError) in
            var reader = ChangeReader(UnsafeRawBufferPointer(bytes))
            var statements: [PreparedStatement] = []
            while let operation = try reader.next() {
                switch operation {
                case .script(let script): try execute(script)
                case .newStatement(let sql):
                    let statement = try repeated(sql)
                    statements.append(statement)
                    try repeatStatement(statement, &reader)
                case .statement(let index):
                    guard statements.indices.contains(index) else { throw ChangeReader.damaged }
                    try repeatStatement(statements[index], &reader)
                }
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

    /// Runs a statement with the values that `reader` has next.
    private func repeatStatement(_ prepared: PreparedStatement, _ reader: inout ChangeReader) throws(SQLiteError) {
        let before = sqlite3_total_changes64(database)
        let statement = Statement(prepared, of: self, isCached: true)
        let count = try reader.valueCount()
        guard count <= prepared.placeholders else {
            throw SQLiteError(
                code: .corrupt, message: "A recorded statement has too many values.",
                sql: String(cString: sqlite3_sql(prepared.handle)))
        }
        for index in 0..<count { statement.bind(lent: try reader.value(), at: index + 1) }
        let changed = try reader.changed()
        while try statement.step() {}
        let now = changes(since: before)
        guard changed == nil || changed == now else {
            throw SQLiteError(
                code: .corrupt, message: "A repeated statement changed \(now) rows instead of \(changed ?? 0).",
                sql: String(cString: sqlite3_sql(prepared.handle)))
        }
    }

    private static let mostRepeatedStatements = 1_024
}

extension Statement {
    /// Binds a value without copying it. Its bytes must stay until the statement ends.
    fileprivate borrowing func bind(lent value: ChangeReader.Value, at index: Int) {
        let place = Int32(truncatingIfNeeded: index)
        switch value {
        case .null: bindNull(at: index)
        case .integer(let value): bind(value, at: index)
        case .real(let value): bind(real: value, at: index)
        case .text(let bytes):
            check(
                sqlite3_bind_text64(
                    prepared.handle, place, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                    UInt64(bytes.count), nil, UInt8(SQLITE_UTF8)))
        case .blob(let bytes):
            check(sqlite3_bind_blob64(prepared.handle, place, bytes.baseAddress, UInt64(bytes.count), nil))
        }
    }
}
