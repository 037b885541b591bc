import CSQLite

/// A compiled statement, and whether it is in use.
final class PreparedStatement {
    let handle: OpaquePointer
    /// True when it cannot change the file; BEGIN, SAVEPOINT and the like count, too.
    let isReadOnly: Bool
    /// The number of placeholders: the highest index. `sqlite3_bind_parameter_count`
    let placeholders: Int
    var isInUse = false
    /// The values bound to it, while changes are recorded.
    var values: [RecordedValue] = []
    /// True once its present run is in the record.
    var isRecorded = false
    /// The round of the recorder in which ``recordedNumber`` is valid; 0 for none.
    var recording = 0
    /// Its number in the record.
    var recordedNumber = 0

    init(_ handle: OpaquePointer) {
        self.handle = handle
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
        placeholders = Int(sqlite3_bind_parameter_count(handle))
    }

    /// Keeps the value of a placeholder. Placeholders count from 1.
    func note(_ value: RecordedValue, at index: Int) {
        while values.count < index { values.append(.null) }
        values[index - 1] = value
    }
}

/// A statement in use: bind, then step. It returns to the connection's cache when it ends.
///
/// Placeholders count from 1, as in SQL (`?1`); columns from 0. Binding traps only for a missing placeholder, or after
/// the first ``step()`` without ``reset()``; both are bugs. `sqlite3_stmt`
public struct Statement: ~Copyable {
    /// The row of the last ``step()``; readable only after it returned true.
    public let row: Row

    private let connection: Connection
    let prepared: PreparedStatement
    private let isCached: Bool

    init(_ prepared: PreparedStatement, of connection: Connection, isCached: Bool) {
        connection.enter()
        prepared.isInUse = true
        row = Row(prepared.handle)
        self.connection = connection
        self.prepared = prepared
        self.isCached = isCached
    }

    deinit {
        if isCached {
            sqlite3_reset(prepared.handle)
            // The next use starts with nulls.
            sqlite3_clear_bindings(prepared.handle)
            prepared.isInUse = false
            prepared.isRecorded = false
            if !prepared.values.isEmpty { prepared.values.removeAll(keepingCapacity: true) }
        } else {
            sqlite3_finalize(prepared.handle)
        }
        connection.leave()
    }

    /// Advances to the next row. `sqlite3_step`
    /// - Returns: True at a row, false at the end. Do not step again after the end, because that restarts the
    ///   statement.
    /// - Throws: ``SQLiteError``: any error of the SQL.
    public borrowing func step() throws(SQLiteError) -> Bool {
        if prepared.isReadOnly { return try stepAlone() }
        try connection.prepareToWrite()
        // BEGIN IMMEDIATE counts as writing, and is no change.
        guard let recorder = connection.recorder, !prepared.isRecorded,
            sqlite3_get_autocommit(connection.database) == 0
        else { return try stepAlone() }
        let before = sqlite3_total_changes64(connection.database)
        let isRow = try stepAlone()
        // All changes are made before the first row.
        prepared.isRecorded = true
        recorder.add(
            prepared, String(cString: sqlite3_sql(prepared.handle)),
            changed: isRow ? nil : connection.changes(since: before))
        return isRow
    }

    @inline(__always)
    private borrowing func stepAlone() throws(SQLiteError) -> Bool {
        switch sqlite3_step(prepared.handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw .last(connection.database, sql: String(cString: sqlite3_sql(prepared.handle)))
        }
    }

    /// Keeps a value for the record.
    @inline(__always)
    private borrowing func note(_ value: @autoclosure () -> RecordedValue, at index: Int) {
        if connection.recorder != nil, !prepared.isReadOnly { prepared.note(value(), at: index) }
    }

    /// Resets the statement for another run; bound values stay. `sqlite3_reset`
    public borrowing func reset() {
        sqlite3_reset(prepared.handle)
        prepared.isRecorded = false
    }

    /// The number of placeholders: the highest index.
    public var placeholders: Int { prepared.placeholders }

    /// Binds an integer. `sqlite3_bind_int64`
    public borrowing func bind(_ value: Int64, at index: Int) {
        check(sqlite3_bind_int64(prepared.handle, Int32(truncatingIfNeeded: index), value))
        note(.integer(value), at: index)
    }

    /// Binds a floating-point number; never money. `sqlite3_bind_double`
    public borrowing func bind(real value: Double, at index: Int) {
        check(sqlite3_bind_double(prepared.handle, Int32(truncatingIfNeeded: index), value))
        note(.real(value), at: index)
    }

    /// Binds a copy of a text, including zero bytes. `sqlite3_bind_text64`, `SQLITE_TRANSIENT`
    public borrowing func bind(_ text: String, at index: Int) {
        note(.text(text), at: index)
        var text = text
        check(
            text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { characters in
                    // A null pointer would bind null, so an empty text needs an address.
                    sqlite3_bind_text64(
                        prepared.handle, Int32(truncatingIfNeeded: index), characters.baseAddress ?? emptyText,
                        UInt64(characters.count), transient, UInt8(SQLITE_UTF8))
                }
            })
    }

    /// Binds a copy of the bytes. `sqlite3_bind_blob64`, `SQLITE_TRANSIENT`
    public borrowing func bind(_ bytes: [UInt8], at index: Int) {
        note(.blob(bytes), at: index)
        bytes.withUnsafeBytes { bindBlob($0, at: index) }
    }

    /// Binds a copy of the bytes. `sqlite3_bind_blob64`, `SQLITE_TRANSIENT`
    public borrowing func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
        note(.blob(Array(bytes)), at: index)
        bindBlob(bytes, at: index)
    }

    private borrowing func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        let index = Int32(truncatingIfNeeded: index)
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return check(sqlite3_bind_zeroblob(prepared.handle, index, 0))
        }
        check(sqlite3_bind_blob64(prepared.handle, index, start, UInt64(bytes.count), transient))
    }

    /// Binds null, the initial value of all placeholders. `sqlite3_bind_null`
    public borrowing func bindNull(at index: Int) {
        check(sqlite3_bind_null(prepared.handle, Int32(truncatingIfNeeded: index)))
        note(.null, at: index)
    }

    @inline(__always)
    func check(_ result: Int32) {
        precondition(
            result == SQLITE_OK, "A value could not be bound: wrong placeholder, too large, or not reset before.")
    }
}

/// The value that makes SQLite copy at once: the C macro is -1 as the address of a function, which Swift cannot import.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The address of a zero byte with static lifetime.
private var emptyText: UnsafePointer<CChar> {
    UnsafeRawPointer(("" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
}
