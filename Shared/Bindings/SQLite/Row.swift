import CSQLite

/// The current row of a statement. Columns count from 0.
///
/// Values are not converted: a column of another type, or a null where no optional is read, is a bug in the SQL or the
/// schema. ``SQLiteValue/read(_:at:)`` throws then, and the methods here trap. `sqlite3_column_int64(3)`
public struct Row: ~Copyable {
    /// The type of a column's value. `sqlite3_column_type`
    @usableFromInline enum Kind: Int32 {
        case integer = 1
        case real, text, blob, null
    }

    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// The number of columns. `sqlite3_column_count`
    public var count: Int { Int(sqlite3_column_count(statement)) }

    /// Returns true when the column is null. `sqlite3_column_type`
    public borrowing func isNull(at index: Int) -> Bool {
        type(at: index) == SQLITE_NULL
    }

    /// Returns an integer. `sqlite3_column_int64`
    public borrowing func int64(at index: Int) -> Int64 {
        check(index, is: SQLITE_INTEGER)
        return sqlite3_column_int64(statement, Int32(truncatingIfNeeded: index))
    }

    /// Returns a set of numbers as bits: bit n of word w stands for 64 * w + n. The aggregate `bits(value)` collects
    /// the values; `bits_of_phrase(table)` of an FTS5 table collects them for the first row it finds. Each connection
    /// has both. They are much faster than a ``Statement/step()`` per number. Numbers are at least 0 and below
    /// 8,000,000,000. `sqlite3_column_blob`
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

    /// Returns a floating-point number. `sqlite3_column_double`
    public borrowing func real(at index: Int) -> Double {
        check(index, is: SQLITE_FLOAT)
        return sqlite3_column_double(statement, Int32(truncatingIfNeeded: index))
    }

    /// Returns a text, including zero bytes; invalid UTF-8 is replaced. `sqlite3_column_text`
    public borrowing func text(at index: Int) -> String {
        check(index, is: SQLITE_TEXT)
        let column = Int32(truncatingIfNeeded: index)
        // The text first, then its length: in the other order the length may be that of another encoding.
        let start = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
    }

    /// Calls `body` with the UTF-8 of a text, without copying or repairing it. `sqlite3_column_text`
    public borrowing func withText<Result, Failure: Error>(
        at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        check(index, is: SQLITE_TEXT)
        let column = Int32(truncatingIfNeeded: index)
        let start = sqlite3_column_text(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Returns a copy of a blob. `sqlite3_column_blob`
    public borrowing func bytes(at index: Int) -> [UInt8] {
        withBytes(at: index) { Array($0) }
    }

    /// Calls `body` with the bytes of a blob, without copying them. `sqlite3_column_blob`
    public borrowing func withBytes<Result, Failure: Error>(
        at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        check(index, is: SQLITE_BLOB)
        let column = Int32(truncatingIfNeeded: index)
        let start = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    /// Appends the values of all columns to `bytes`, each with its type, so that different rows never give the same
    /// bytes: the type (1 integer, 2 real, 3 text, 4 blob, 5 null), then a number in 8 bytes, or the length of a text
    /// or a blob in 8 bytes and its content. The lowest byte comes first. `sqlite3_column_type`
    public borrowing func appendValues(to bytes: inout [UInt8]) {
        for index in 0..<count {
            let (column, kind) = (Int32(truncatingIfNeeded: index), type(at: index))
            bytes.append(UInt8(truncatingIfNeeded: kind))
            switch kind {
            case SQLITE_INTEGER: bytes.append(word: UInt64(bitPattern: sqlite3_column_int64(statement, column)))
            case SQLITE_FLOAT: bytes.append(word: sqlite3_column_double(statement, column).bitPattern)
            case SQLITE_TEXT:
                let start = sqlite3_column_text(statement, column)
                let count = Int(sqlite3_column_bytes(statement, column))
                bytes.append(word: UInt64(count))
                bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
            case SQLITE_BLOB:
                let start = sqlite3_column_blob(statement, column)
                let count = Int(sqlite3_column_bytes(statement, column))
                bytes.append(word: UInt64(count))
                bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
            default: break
            }
        }
    }

    /// Checks the type of a column.
    /// - Throws: ``SQLiteError`` `mismatch`, which names the column and both types.
    @usableFromInline
    borrowing func expect(_ kind: Kind, at index: Int) throws(SQLiteError) {
        let found = type(at: index)
        guard found != kind.rawValue else { return }
        let name = sqlite3_column_name(statement, Int32(truncatingIfNeeded: index)).map { String(cString: $0) } ?? "?"
        let held = Kind(rawValue: found).map { "\($0)" } ?? "?"
        throw SQLiteError(
            code: .mismatch, message: "Column \(index) (\(name)) is read as \(kind), but holds \(held).",
            sql: sqlite3_sql(statement).map { String(cString: $0) })
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

extension [UInt8] {
    @inline(__always)
    fileprivate mutating func append(word: UInt64) {
        Swift.withUnsafeBytes(of: word.littleEndian) { append(contentsOf: $0) }
    }
}
