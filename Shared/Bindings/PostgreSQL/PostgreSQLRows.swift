import CPostgreSQL

/// The result of a statement: rows, or the number of rows that it changed.
public struct PostgreSQLRows: Sendable {
    /// A column of the result.
    struct Column: Sendable {
        let name: String
        let type: PostgreSQLType
    }

    /// The place of a value; nil for null.
    typealias Cell = Range<Int>?

    /// The server's name for what it did: `INSERT 0 1`, `SELECT 3`, `ROLLBACK` also after the `COMMIT` of a failed
    /// transaction. `PQcmdStatus`
    public fileprivate(set) var command = ""
    /// The number of rows that an `INSERT`, `UPDATE`, `DELETE` or `SELECT` affected; 0 for other statements.
    /// `PQcmdTuples`
    public fileprivate(set) var affected = 0
    /// The notices and warnings that arrived with the result, at most 100.
    public internal(set) var notices: [PostgreSQLNotice] = []
    /// The number of notices beyond these.
    public internal(set) var omittedNotices = 0

    fileprivate(set) var columns: [Column] = []
    fileprivate(set) var cells: [Cell] = []
    fileprivate(set) var bytes: [UInt8] = []

    /// The names of the columns, in their order.
    public var columnNames: [String] { columns.map(\.name) }
}

extension PostgreSQLRows: RandomAccessCollection {
    /// The number of the first row.
    public var startIndex: Int { 0 }

    /// The number of rows.
    public var endIndex: Int { columns.isEmpty ? 0 : cells.count / columns.count }

    /// Returns a row.
    public subscript(index: Int) -> PostgreSQLRow {
        precondition(indices.contains(index), "There is no row \(index).")
        return PostgreSQLRow(rows: self, index: index)
    }
}

/// Copies a result out of libpq, row by row, within limits.
///
/// libpq's own results have pointers to their connection, so they are not kept. See ``NoticeCollector``.
struct RowReader {
    private let pq: UnsafePointer<kopilka_pq>
    private let limits: PostgreSQLLimits
    private var rows = PostgreSQLRows()
    private var count = 0
    /// The size of the rows on the wire.
    private var size = 0

    init(_ pq: UnsafePointer<kopilka_pq>, _ limits: PostgreSQLLimits) {
        self.pq = pq
        self.limits = limits
    }

    /// Takes over a result with one row or none.
    /// - Throws: ``PostgreSQLError`` `tooLarge`, `badAnswer`.
    mutating func take(_ result: OpaquePointer, _ text: ServerText) throws(PostgreSQLError) {
        let width = Int(kopilka_PQnfields(pq, result))
        if rows.columns.isEmpty { try takeColumns(result, width, text) }
        guard rows.columns.count == width else { throw .badAnswer("The number of columns changed.") }
        for row in 0..<kopilka_PQntuples(pq, result) {
            count += 1
            guard count <= limits.rows else { throw .tooLarge("There are more than \(limits.rows) rows.") }
            try add(7 + 4 * width)
            for column in 0..<Int32(width) { try takeValue(result, row, column) }
        }
    }

    /// Takes over the end of a statement. `PQcmdStatus`, `PQcmdTuples`
    mutating func takeEnd(_ result: OpaquePointer) {
        rows.command = String(cString: kopilka_PQcmdStatus(pq, result))
        rows.affected = Int(String(cString: kopilka_PQcmdTuples(pq, result))) ?? 0
    }

    /// Returns the whole result with the notices of its statement.
    consuming func finish(_ notices: NoticeCollector) -> PostgreSQLRows {
        rows.notices = notices.notices
        rows.omittedNotices = notices.omitted
        return rows
    }

    private mutating func takeColumns(_ result: OpaquePointer, _ width: Int, _ text: ServerText) throws(PostgreSQLError)
    {
        for column in 0..<Int32(width) {
            guard kopilka_PQfformat(pq, result, column) == 1 else { throw .badAnswer("A column is not binary.") }
            rows.columns.append(
                PostgreSQLRows.Column(
                    name: text.read(kopilka_PQfname(pq, result, column)) ?? "",
                    type: PostgreSQLType(rawValue: kopilka_PQftype(pq, result, column))))
        }
    }

    private mutating func takeValue(_ result: OpaquePointer, _ row: Int32, _ column: Int32) throws(PostgreSQLError) {
        guard kopilka_PQgetisnull(pq, result, row, column) == 0 else { return rows.cells.append(nil) }
        let length = Int(kopilka_PQgetlength(pq, result, row, column))
        try add(length)
        let start = rows.bytes.count
        rows.bytes += UnsafeRawBufferPointer(start: kopilka_PQgetvalue(pq, result, row, column), count: length)
        rows.cells.append(start..<start + length)
    }

    private mutating func add(_ bytes: Int) throws(PostgreSQLError) {
        size += bytes
        guard size <= limits.bytes else { throw .tooLarge("The rows have more than \(limits.bytes) bytes.") }
    }
}
