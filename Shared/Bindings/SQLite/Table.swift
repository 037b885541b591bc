/// Columns that are read or written together: an enum with a case for each, in their order.
///
/// In SQL a column has the name of its case in snake case: `case titleEn` is `title_en`.
public protocol ColumnList: CaseIterable, RawRepresentable, Sendable where RawValue == Int {}

extension ColumnList {
    /// The name of the column in SQL.
    var name: String {
        String(describing: self).reduce(into: "") { name, character in
            if character.isUppercase { name += "_" + character.lowercased() } else { name.append(character) }
        }
    }

    /// Returns the result of `text` for each column, separated by commas.
    static func list(_ text: (Self) -> String = \.name) -> String { allCases.map(text).joined(separator: ", ") }
}

/// A table of the schema: its columns, listed once, and their mapping to a record.
public protocol Table {
    /// The record of a row in the model.
    associatedtype Record
    /// The columns.
    associatedtype Columns: ColumnList

    /// The name of the table in SQL.
    static var name: String { get }
    /// The columns that identify the record to replace.
    static var key: [Columns] { get }
    /// The columns other than the key that a replacement leaves unchanged. Default: none.
    static var constant: [Columns] { get }
    /// The columns that are not read with a record, such as large ones; they are null in its row. Default: none.
    static var unread: [Columns] { get }

    /// Sets each column from the record.
    static func write(_ record: Record, to row: inout NewRow<Columns>) throws
    /// Creates a record from the columns.
    static func read(_ row: borrowing NamedRow<Columns>) throws -> Record
}

extension Table {
    /// None.
    public static var constant: [Columns] { [] }
    /// None.
    public static var unread: [Columns] { [] }

    static func select(_ rest: String) -> String {
        let unread = Set(unread.map(\.rawValue))
        let columns = Columns.list { unread.contains($0.rawValue) ? "NULL" : "\(name).\($0.name)" }
        return "SELECT \(columns) FROM \(name) \(rest)"
    }

    static func insert(_ rest: String) -> String {
        "INSERT INTO \(name) (\(Columns.list())) VALUES (\(Columns.list { "?\($0.rawValue + 1)" })) \(rest)"
    }

    static func upsert() -> String {
        let key = key.map(\.name).joined(separator: ", ")
        return insert("ON CONFLICT (\(key)) DO UPDATE SET \(assignments { "excluded.\($0.name)" })")
    }

    static func update() -> String {
        let key = key.map { "\($0.name) = ?\($0.rawValue + 1)" }.joined(separator: " AND ")
        return "UPDATE \(name) SET \(assignments { "?\($0.rawValue + 1)" }) WHERE \(key)"
    }

    private static func assignments(_ value: (Columns) -> String) -> String {
        let fixed = Set((key + constant).map(\.rawValue))
        return Columns.allCases.filter { !fixed.contains($0.rawValue) }.map { "\($0.name) = \(value($0))" }
            .joined(separator: ", ")
    }
}

/// A row whose columns are read by name: `try row[.title]`.
public struct NamedRow<Columns: ColumnList>: ~Copyable {
    @usableFromInline let statement: Statement

    @usableFromInline
    init(_ statement: consuming Statement) {
        self.statement = statement
        precondition(
            self.statement.row.count == Columns.allCases.count,
            "A statement has another number of columns than are listed.")
    }

    /// The value of a column.
    ///
    /// It throws ``SQLiteError`` `corrupt` when the value does not fit the type.
    @inlinable
    public subscript<Value: SQLiteValue>(column: Columns) -> Value {
        get throws(SQLiteError) { try Value.read(statement.row, at: column.rawValue) }
    }

    /// Runs to the next row.
    /// - Returns: True at a row, false at the end.
    /// - Throws: ``SQLiteError``: whatever the SQL can run into.
    @inlinable
    public borrowing func step() throws(SQLiteError) -> Bool { try statement.step() }

    /// True when the column is null.
    @inlinable
    public borrowing func isNull(_ column: Columns) -> Bool { statement.row.isNull(at: column.rawValue) }

    /// Lends the UTF-8 of a text to `body`, until it returns, without copying it.
    @inlinable
    public borrowing func withText<Result, Failure: Error>(
        _ column: Columns, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try statement.row.withText(at: column.rawValue, body)
    }

    /// Calls `body` with the bytes of a blob, without copying them.
    @inlinable
    public borrowing func withBytes<Result, Failure: Error>(
        _ column: Columns, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try statement.row.withBytes(at: column.rawValue, body)
    }
}

/// The values of a row to be written.
public struct NewRow<Columns: ColumnList>: ~Copyable {
    @usableFromInline let statement: Statement
    @usableFromInline let placeholders: Int
    @usableFromInline var isSet: UInt64

    // All are set here: with a default value for one of them, Swift 6.3.1 destroys the statement before it is set.
    init(_ statement: consuming Statement) {
        placeholders = statement.placeholders
        isSet = 0
        self.statement = statement
        precondition(placeholders <= UInt64.bitWidth, "A table can have 64 columns.")
    }

    /// Sets a column.
    @inlinable
    public mutating func set<Value: SQLiteValue>(_ column: Columns, _ value: Value) {
        isSet |= 1 << UInt64(column.rawValue)
        // An update has no placeholders for constant columns.
        if column.rawValue < placeholders { value.bind(to: statement, at: column.rawValue + 1) }
    }

    borrowing func write() throws(SQLiteError) {
        precondition((~isSet).trailingZeroBitCount >= placeholders, "Each column of a new row is set.")
        while try statement.step() {}
    }
}
