/// The bounds of one statement's result. A server that exceeds them loses the connection.
public struct PostgreSQLLimits: Equatable, Sendable {
    /// The greatest number of rows. Default 100,000.
    public var rows: Int
    /// The greatest number of bytes that the rows have on the wire: their values, 4 bytes a value and 7 bytes a row.
    /// Default 64 MiB.
    ///
    /// It also bounds what libpq keeps in memory: everything that arrives is counted, and 1 MiB more is allowed for
    /// notices and headers.
    public var bytes: Int

    /// Creates limits.
    public init(rows: Int = 100_000, bytes: Int = 64 << 20) {
        self.rows = rows
        self.bytes = bytes
    }

    /// The number of bytes that may arrive for a statement: its rows, and 1 MiB for everything else.
    var allowance: Int64 { Int64(max(0, min(bytes, 1 << 40))) + 1 << 20 }

    /// The greatest number of notices that are kept of one statement; the others are counted.
    static let notices = 100
    /// The greatest number of results of one statement that have no rows. PostgreSQL sends one or two.
    static let otherResults = 16
    /// The greatest size of all parameters. PostgreSQL accepts messages of less than 1 GiB.
    static let parameterBytes = 1_000_000_000
    /// The greatest number of parameters: the protocol has 16 bits for it.
    static let parameters = 65_535
}
