import Domain
import SQLite

/// Stored in microseconds since 1970.
extension Instant: SQLiteConvertible {
    public var stored: Int64 { microseconds }

    public init?(stored: Int64) { self.init(microseconds: stored) }
}

/// Stored in days since 1970.
extension CalendarDay: SQLiteConvertible {
    public var stored: Int { daysSince1970 }

    public init?(stored: Int) { self.init(daysSince1970: stored) }
}

/// Stored as its code.
extension Currency: SQLiteConvertible {
    public var stored: String { code }

    public init?(stored: String) { self.init(code: stored) }
}
