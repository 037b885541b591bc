import CSQLite

extension Connection {
    /// Opens a statement for binding values. It is compiled once and cached for the lifetime of the connection.
    /// `sqlite3_prepare_v3`, `SQLITE_PREPARE_PERSISTENT`
    ///
    /// The SQL is a literal, so values can only be bound. The statement returns to the cache at the end of its scope.
    /// - Throws: ``SQLiteError``: `sql` and errors of reading the schema.
    public func statement(_ sql: StaticString) throws(SQLiteError) -> Statement {
        try prepared(StatementKey(sql)) { sql.description }
    }

    /// Opens the statement with a key; `sql` is compiled once.
    func prepared(_ key: StatementKey, _ sql: () -> String) throws(SQLiteError) -> Statement {
        enter()
        defer { leave() }
        if let prepared = cache[key] {
            // The statement is in use further up the stack, as when rows are read recursively. The inner use gets its
            // own.
            guard prepared.isInUse else { return Statement(prepared, of: self, isCached: true) }
            return Statement(try compile(sql(), flags: 0), of: self, isCached: false)
        }
        let prepared = try compile(sql(), flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        cache[key] = prepared
        return Statement(prepared, of: self, isCached: true)
    }

    /// Opens a statement of SQL composed at run time; it is compiled each time. `sqlite3_prepare_v3`
    /// - Throws: ``SQLiteError``: `sql` and errors of reading the schema.
    public func statement(dynamic sql: String) throws(SQLiteError) -> Statement {
        enter()
        defer { leave() }
        return Statement(try compile(sql, flags: 0), of: self, isCached: false)
    }

    /// Returns a statement of ``repeatChanges(_:)``. It is compiled once for many records.
    func repeated(_ sql: String) throws(SQLiteError) -> PreparedStatement {
        if let prepared = repeatedStatements[sql] { return prepared }
        let prepared = try compile(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
        repeatedStatements[sql] = prepared
        return prepared
    }

    /// Drops the statements of ``repeatChanges(_:)`` when there are too many. None of them may be in use.
    func forgetRepeatedStatements(beyond limit: Int) {
        guard repeatedStatements.count > limit else { return }
        for statement in repeatedStatements.values { sqlite3_finalize(statement.handle) }
        repeatedStatements = [:]
    }

    /// Runs statements without values, one after another. `sqlite3_exec`
    /// - Throws: ``SQLiteError`` of the first that fails; earlier ones stay in effect.
    public func execute(_ script: String) throws(SQLiteError) {
        enter()
        defer { leave() }
        try prepareToWrite()
        let isWithin = sqlite3_get_autocommit(database) == 0
        guard sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK else {
            throw .last(database, sql: script)
        }
        // BEGIN, COMMIT and ROLLBACK are no changes.
        if isWithin, sqlite3_get_autocommit(database) == 0 { recorder?.add(script: script) }
    }

    /// The row id of the last row inserted by this connection; 0 before. `sqlite3_last_insert_rowid`
    public var lastInsertRowID: Int64 {
        enter()
        defer { leave() }
        return sqlite3_last_insert_rowid(database)
    }

    /// The number of rows changed by the last INSERT, UPDATE or DELETE. `sqlite3_changes64`
    public var changes: Int64 {
        enter()
        defer { leave() }
        return sqlite3_changes64(database)
    }

    /// True while a transaction is open; some errors end it. `sqlite3_get_autocommit`
    public var isInTransaction: Bool {
        enter()
        defer { leave() }
        return sqlite3_get_autocommit(database) == 0
    }

    private func compile(_ sql: String, flags: UInt32) throws(SQLiteError) -> PreparedStatement {
        try sql.utf8.map(CChar.init(bitPattern:)).withUnsafeBufferPointer { utf8 throws(SQLiteError) in
            guard let start = utf8.baseAddress, !utf8.isEmpty else {
                throw SQLiteError(code: .sql, message: "The SQL is empty.")
            }
            return try compile(start, count: utf8.count, flags: flags)
        }
    }

    private func compile(
        _ start: UnsafePointer<CChar>, count: Int, flags: UInt32
    ) throws(SQLiteError) -> PreparedStatement {
        let text = { String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) }
        var handle: OpaquePointer?
        var rest: UnsafePointer<CChar>?
        guard sqlite3_prepare_v3(database, start, Int32(clamping: count), flags, &handle, &rest) == SQLITE_OK else {
            throw .last(database, sql: text())
        }
        guard let handle else {
            throw SQLiteError(code: .sql, message: "There is no statement in the SQL.", sql: text())
        }
        let tail = rest.map { UnsafeRawBufferPointer(start: $0, count: start + count - $0) }
        guard tail?.allSatisfy({ $0 <= 32 || $0 == UInt8(ascii: ";") }) ?? true else {
            sqlite3_finalize(handle)
            throw SQLiteError(code: .sql, message: "There is more than one statement in the SQL.", sql: text())
        }
        return PreparedStatement(handle)
    }
}

/// The key of a statement: the addresses of its literals and its table. They stay valid for the lifetime of the program
/// and are faster to look up than the text.
struct StatementKey: Hashable {
    /// The operation of a statement on a table.
    enum Verb: UInt {
        case select, insert, update, upsert
    }

    private let beginning: UInt
    private let rest: UInt

    init(_ sql: StaticString) {
        beginning = Self.address(sql)
        rest = 0
    }

    init<T: Table>(_ table: T.Type, _ verb: Verb, _ rest: StaticString = "") {
        beginning = UInt(bitPattern: ObjectIdentifier(table)) &+ verb.rawValue
        self.rest = Self.address(rest)
    }

    private static func address(_ literal: StaticString) -> UInt {
        literal.utf8CodeUnitCount == 0 ? 0 : UInt(bitPattern: literal.utf8Start)
    }
}
