import CSQLite

/// The row a statement stopped at. Columns count from 0.
///
/// Readers do not convert: a column of another type than asked for, or a null where no optional is asked for, is a
/// bug in the SQL or the schema and traps. `sqlite3_column_int64(3)`
public struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// The number of columns. `sqlite3_column_count`
    public var count: Int { Int(sqlite3_column_count(statement)) }

    /// Whether the column is null. `sqlite3_column_type`
    public borrowing func isNull(at index: Int) -> Bool {
        type(at: index) == SQLITE_NULL
    }

    /// An integer. `sqlite3_column_int64`
    public borrowing func int64(at index: Int) -> Int64 {
        check(index, is: SQLITE_INTEGER)
        return sqlite3_column_int64(statement, Int32(truncatingIfNeeded: index))
    }

    /// The set of numbers that the aggregate `bits(value)`, or `bits_of_phrase(table)` of an FTS5 table for the first row it
    /// finds, has gathered: bit n of word w stands for 64 * w + n. Much faster than a ``Statement/step()`` for each; each
    /// connection has both. Numbers are at least 0 and below 8,000,000,000. `sqlite3_column_blob`
    public borrowing func bits(at index: Int) -> [UInt64] {
        check(index, is: SQLITE_BLOB)
        let column = Int32(truncatingIfNeeded: index)
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count).withMemoryRebound(to: UInt64.self)
        {
            Array($0)
        }
    }

    /// A number with a fraction. `sqlite3_column_double`
    public borrowing func real(at index: Int) -> Double {
        check(index, is: SQLITE_FLOAT)
        return sqlite3_column_double(statement, Int32(truncatingIfNeeded: index))
    }

    /// A text, zero bytes included; bytes that are no UTF-8 are replaced. `sqlite3_column_text`
    public borrowing func text(at index: Int) -> String {
        check(index, is: SQLITE_TEXT)
        let column = Int32(truncatingIfNeeded: index)
        // The text first, then its length: the other way round may count another encoding.
        let start = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }

    /// Lends the UTF-8 of a text to `body`, until it returns, without copying or repairing it. `sqlite3_column_text`
    public borrowing func withText<Result, Failure: Error>(
        at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        check(index, is: SQLITE_TEXT)
        let column = Int32(truncatingIfNeeded: index)
        let start = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// A copy of a blob. `sqlite3_column_blob`
    public borrowing func bytes(at index: Int) -> [UInt8] {
        withBytes(at: index) { Array($0) }
    }

    /// Lends a blob to `body`, until it returns, without copying it. `sqlite3_column_blob`
    public borrowing func withBytes<Result, Failure: Error>(
        at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        check(index, is: SQLITE_BLOB)
        let column = Int32(truncatingIfNeeded: index)
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private func type(at index: Int) -> Int32 {
        sqlite3_column_type(statement, Int32(truncatingIfNeeded: index))
    }

    @inline(__always)
    private func check(_ index: Int, is expected: Int32) {
        precondition(
            type(at: index) == expected, "Column \(index) of a SQLite row has another type than it is read as.")
    }
}
