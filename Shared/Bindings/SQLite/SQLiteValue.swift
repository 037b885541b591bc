/// A type whose values fit one column: the arguments of statements and the columns of rows.
public protocol SQLiteValue {
    /// Binds the value to a placeholder. Placeholders count from 1.
    func bind(to statement: borrowing Statement, at index: Int)
    /// Reads the value of a column. Columns count from 0.
    ///
    /// - Throws: ``SQLiteError`` `mismatch` when the column has another type, `corrupt` when its value does not fit.
    static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> Self
}

/// A type that is stored as another one: an enum as its raw value, an instant as a number.
///
/// An enum with raw values needs only the conformance.
public protocol SQLiteConvertible: SQLiteValue {
    /// The stored type.
    associatedtype Stored: SQLiteValue
    /// The stored value.
    var stored: Stored { get }
    /// Creates the value from its stored form; nil when it is invalid.
    init?(stored: Stored)
}

extension SQLiteConvertible {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) { stored.bind(to: statement, at: index) }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> Self {
        guard let value = Self(stored: try Stored.read(row, at: index)) else {
            throw SQLiteError(code: .corrupt, message: "Column \(index) of a row holds no \(Self.self).")
        }
        return value
    }
}

extension SQLiteConvertible where Self: RawRepresentable, RawValue: SQLiteValue {
    /// The raw value.
    @inlinable
    public var stored: RawValue { rawValue }

    /// Creates the value from a raw value; nil when it is invalid.
    @inlinable
    public init?(stored: RawValue) { self.init(rawValue: stored) }
}

extension Int64: SQLiteValue {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) { statement.bind(self, at: index) }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> Int64 {
        try row.expect(.integer, at: index)
        return row.int64(at: index)
    }
}

extension Int: SQLiteValue {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) { statement.bind(Int64(self), at: index) }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> Int {
        Int(try Int64.read(row, at: index))
    }
}

/// Stored as 0 or 1. Every number other than 0 is read as true.
extension Bool: SQLiteValue {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) {
        statement.bind(Int64(self ? 1 : 0), at: index)
    }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> Bool {
        try Int64.read(row, at: index) != 0
    }
}

/// Never used for money.
extension Double: SQLiteValue {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) { statement.bind(real: self, at: index) }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> Double {
        try row.expect(.real, at: index)
        return row.real(at: index)
    }
}

extension String: SQLiteValue {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) { statement.bind(self, at: index) }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> String {
        try row.expect(.text, at: index)
        return row.text(at: index)
    }
}

extension Array: SQLiteValue where Element == UInt8 {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) { statement.bind(self, at: index) }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> [UInt8] {
        try row.expect(.blob, at: index)
        return row.bytes(at: index)
    }
}

/// Null stands for nil.
extension Optional: SQLiteValue where Wrapped: SQLiteValue {
    @inlinable
    public func bind(to statement: borrowing Statement, at index: Int) {
        if let self { self.bind(to: statement, at: index) } else { statement.bindNull(at: index) }
    }

    @inlinable
    public static func read(_ row: borrowing Row, at index: Int) throws(SQLiteError) -> Wrapped? {
        row.isNull(at: index) ? nil : try Wrapped.read(row, at: index)
    }
}
