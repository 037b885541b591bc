import SQLite

/// The right to read one snapshot, lent on a reader's thread. Do not keep it.
public final class ReadTransaction {
    /// The database as it was at the beginning of the read; it cannot be written.
    public let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// The sequence of the last event of `source` that was handled, 0 before the first.
    public func cursor(of source: String) throws(SQLiteError) -> Int64 { try connection.cursor(of: source) }
}

@available(*, unavailable, message: "A transaction is used on the reader's thread, while the body runs.")
extension ReadTransaction: Sendable {}
