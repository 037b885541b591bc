/// A column of a row, by name or by number from 0.
public enum PostgreSQLColumn: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
    /// The first column with this name.
    case name(String)
    /// The column at this place.
    case index(Int)

    /// Names a column.
    public init(stringLiteral value: String) { self = .name(value) }

    /// Counts the columns from 0.
    public init(integerLiteral value: Int) { self = .index(value) }

    fileprivate var text: String {
        switch self {
        case .name(let name): name
        case .index(let index): "\(index)"
        }
    }
}

/// One row of a result. Its values are read by type: `try row.int64("number")`.
///
/// Each function throws ``PostgreSQLError`` `badValue` with the column when the column does not exist, has another
/// type, or is null. ``isNull(_:)`` tells whether it is null.
public struct PostgreSQLRow: Sendable {
    let rows: PostgreSQLRows
    let index: Int

    /// Returns true for null.
    public func isNull(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> Bool { try cell(column).place == nil }

    /// Returns a `boolean`.
    public func bool(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> Bool {
        let bytes = try value(column, of: [.bool], size: 1)
        return rows.bytes[bytes.lowerBound] != 0
    }

    /// Returns a `bigint`, an `integer` or a `smallint`.
    public func int64(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> Int64 {
        switch try cell(column).type {
        case .int16: Int64(Int16(bitPattern: try number(column, of: .int16)))
        case .int32: Int64(Int32(bitPattern: try number(column, of: .int32)))
        default: Int64(bitPattern: try number(column, of: .int64))
        }
    }

    /// Returns an `integer` or a `smallint`.
    public func int32(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> Int32 {
        switch try cell(column).type {
        case .int16: Int32(Int16(bitPattern: try number(column, of: .int16)))
        default: Int32(bitPattern: try number(column, of: .int32))
        }
    }

    /// Returns a `double precision`.
    public func real(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> Double {
        Double(bitPattern: try number(column, of: .real))
    }

    /// Returns a `text`, or another type whose binary form is a text: `varchar`, `name`, `json`.
    public func text(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> String {
        let bytes = try value(column, of: PostgreSQLType.texts)
        guard let text = String(validating: rows.bytes[bytes], as: UTF8.self) else {
            throw .badValue(column: column.text, "The text is not UTF-8.")
        }
        return text
    }

    /// Returns a `bytea`.
    public func bytes(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> [UInt8] {
        Array(rows.bytes[try value(column, of: [.bytes])])
    }

    /// Calls `body` with a `bytea`, without copying it.
    public func withBytes<Value>(
        _ column: PostgreSQLColumn, _ body: (UnsafeRawBufferPointer) -> Value
    ) throws(PostgreSQLError) -> Value {
        let place = try value(column, of: [.bytes])
        return rows.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[place])) }
    }

    /// Returns a `timestamptz` in microseconds since 1970-01-01 00:00 UTC. Infinite times are invalid.
    public func timestamp(_ column: PostgreSQLColumn) throws(PostgreSQLError) -> Int64 {
        let value = Int64(bitPattern: try number(column, of: .timestamp))
        let (microseconds, isOverflow) = value.addingReportingOverflow(microsecondsTo2000)
        guard !isOverflow, value != .min else { throw .badValue(column: column.text, "The time is out of range.") }
        return microseconds
    }

    private func number<Number: FixedWidthInteger>(
        _ column: PostgreSQLColumn, of type: PostgreSQLType
    ) throws(PostgreSQLError) -> Number {
        let bytes = try value(column, of: [type], size: MemoryLayout<Number>.size)
        return rows.bytes[bytes].reduce(0) { $0 << 8 | Number($1) }
    }

    /// Returns the place of a value after all checks.
    private func value(
        _ column: PostgreSQLColumn, of types: Set<PostgreSQLType>, size: Int? = nil
    ) throws(PostgreSQLError) -> Range<Int> {
        let (type, place) = try cell(column)
        guard types.contains(type) else {
            throw .badValue(column: column.text, "Its type has the number \(type.rawValue).")
        }
        guard let place else { throw .badValue(column: column.text, "It is null.") }
        guard size == nil || place.count == size else {
            throw .badValue(column: column.text, "It has \(place.count) bytes.")
        }
        return place
    }

    private func cell(
        _ column: PostgreSQLColumn
    ) throws(PostgreSQLError) -> (type: PostgreSQLType, place: PostgreSQLRows.Cell) {
        let found =
            switch column {
            case .index(let index): rows.columns.indices.contains(index) ? index : nil
            case .name(let name): rows.columns.firstIndex { $0.name == name }
            }
        guard let found else { throw .badValue(column: column.text, "There is no such column.") }
        return (rows.columns[found].type, rows.cells[index * rows.columns.count + found])
    }
}
