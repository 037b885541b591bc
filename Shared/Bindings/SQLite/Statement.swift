import CSQLite

/// A compiled statement and whether somebody uses it now.
final class PreparedStatement {
    let handle: OpaquePointer
    /// Whether it can change nothing in the file; so are BEGIN, SAVEPOINT and their like.
    let isReadOnly: Bool
    var isInUse = false

    init(_ handle: OpaquePointer) {
        self.handle = handle
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
    }
}

/// A statement in use: bind, then step. It goes back to the connection's cache when it ends.
///
/// Placeholders count from 1, as in SQL (`?1`); columns from 0. Binding traps only for a placeholder that does not
/// exist, or after the first ``step()`` without ``reset()``: both are bugs. `sqlite3_stmt`
public struct Statement: ~Copyable {
    /// The row the last ``step()`` stopped at; readable only after it answered true.
    public let row: Row

    private let connection: Connection
    private let prepared: PreparedStatement
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
        } else {
            sqlite3_finalize(prepared.handle)
        }
        connection.leave()
    }

    /// Runs to the next row. `sqlite3_step`
    /// - Returns: True at a row, false at the end. Do not step again after the end: that starts anew.
    /// - Throws: ``SQLiteError``: whatever the SQL can run into.
    public borrowing func step() throws(SQLiteError) -> Bool {
        if !prepared.isReadOnly { try connection.prepareToWrite() }
        switch sqlite3_step(prepared.handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw .last(connection.database, sql: String(cString: sqlite3_sql(prepared.handle)))
        }
    }

    /// Makes the statement ready to be bound and run again; bound values stay. `sqlite3_reset`
    public borrowing func reset() {
        sqlite3_reset(prepared.handle)
    }

    /// The number of placeholders: the highest number of any. `sqlite3_bind_parameter_count`
    public var placeholders: Int { Int(sqlite3_bind_parameter_count(prepared.handle)) }

    /// Binds an integer. `sqlite3_bind_int64`
    public borrowing func bind(_ value: Int64, at index: Int) {
        check(sqlite3_bind_int64(prepared.handle, Int32(truncatingIfNeeded: index), value))
    }

    /// Binds a number with a fraction; never money. `sqlite3_bind_double`
    public borrowing func bind(real value: Double, at index: Int) {
        check(sqlite3_bind_double(prepared.handle, Int32(truncatingIfNeeded: index), value))
    }

    /// Binds a copy of a text, zero bytes included. `sqlite3_bind_text64`, `SQLITE_TRANSIENT`
    public borrowing func bind(_ text: String, at index: Int) {
        var text = text
        check(
            text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { characters in
                    // No address is null, and a null pointer would bind null: an empty text needs some address.
                    sqlite3_bind_text64(
                        prepared.handle, Int32(truncatingIfNeeded: index), characters.baseAddress ?? emptyText,
                        UInt64(characters.count), transient, UInt8(SQLITE_UTF8))
                }
            })
    }

    /// Binds a copy of the bytes. `sqlite3_bind_blob64`, `SQLITE_TRANSIENT`
    public borrowing func bind(_ bytes: [UInt8], at index: Int) {
        bytes.withUnsafeBytes { bind(bytes: $0, at: index) }
    }

    /// Binds a copy of the bytes. `sqlite3_bind_blob64`, `SQLITE_TRANSIENT`
    public borrowing func bind(bytes: UnsafeRawBufferPointer, at index: Int) {
        let index = Int32(truncatingIfNeeded: index)
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
            return check(sqlite3_bind_zeroblob(prepared.handle, index, 0))
        }
        check(sqlite3_bind_blob64(prepared.handle, index, start, UInt64(bytes.count), transient))
    }

    /// Binds null, which is also what is bound to begin with. `sqlite3_bind_null`
    public borrowing func bindNull(at index: Int) {
        check(sqlite3_bind_null(prepared.handle, Int32(truncatingIfNeeded: index)))
    }

    @inline(__always)
    private func check(_ result: Int32) {
        precondition(
            result == SQLITE_OK, "A value could not be bound: wrong placeholder, too large, or not reset before.")
    }
}

/// Tells SQLite to copy at once: the C macro is the number -1 as a function's address, which Swift can not import.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// The address of a zero byte that lives as long as the program.
private var emptyText: UnsafePointer<CChar> {
    UnsafeRawPointer(("" as StaticString).utf8Start).assumingMemoryBound(to: CChar.self)
}
