/// The value of a parameter. It is sent in binary form, with its type.
public enum PostgreSQLValue: Equatable, Sendable {
    /// Null, of the type that the statement expects.
    case null
    /// A `boolean`.
    case bool(Bool)
    /// An `integer`.
    case int32(Int32)
    /// A `bigint`.
    case int64(Int64)
    /// A `double precision`. Never used for money.
    case real(Double)
    /// A `text`. A zero byte is refused, because PostgreSQL has none in texts.
    case text(String)
    /// A `bytea`.
    case bytes([UInt8])
    /// A `timestamptz`, in microseconds since 1970-01-01 00:00 UTC.
    case timestamp(microseconds: Int64)

    /// The type; nil for null.
    public var type: PostgreSQLType? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .int32: .int32
        case .int64: .int64
        case .real: .real
        case .text: .text
        case .bytes: .bytes
        case .timestamp: .timestamp
        }
    }
}

/// A type of PostgreSQL, by the number that it has in every database. `PQftype`, `pg_type.oid`
public struct PostgreSQLType: RawRepresentable, Hashable, Sendable {
    /// The object id.
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// `boolean`
    public static let bool = PostgreSQLType(rawValue: 16)
    /// `bytea`
    public static let bytes = PostgreSQLType(rawValue: 17)
    /// `bigint`
    public static let int64 = PostgreSQLType(rawValue: 20)
    /// `smallint`
    public static let int16 = PostgreSQLType(rawValue: 21)
    /// `integer`
    public static let int32 = PostgreSQLType(rawValue: 23)
    /// `text`
    public static let text = PostgreSQLType(rawValue: 25)
    /// `double precision`
    public static let real = PostgreSQLType(rawValue: 701)
    /// `timestamp with time zone`
    public static let timestamp = PostgreSQLType(rawValue: 1184)

    /// The types whose binary form is their text: `name`, `text`, `json`, `unknown`, `character(n)`, `varchar(n)`.
    static let texts: Set<PostgreSQLType> = Set([19, 25, 114, 705, 1042, 1043].map(PostgreSQLType.init))
}

/// Microseconds from 1970-01-01 to 2000-01-01, where PostgreSQL's time begins.
let microsecondsTo2000: Int64 = 946_684_800_000_000
