import SQLite

/// Access to one snapshot, valid on a reader's thread while the body runs. Do not store it.
public final class ReadTransaction {
    /// The database as of the start of the read. It is read-only.
    public let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Returns the sequence of the last handled event of `source`, 0 before the first.
    public func cursor(of source: String) throws(SQLiteError) -> Int64 { try connection.cursor(of: source) }
}

@available(*, unavailable, message: "A transaction is used on the reader's thread, while the body runs.")
extension ReadTransaction: Sendable {}
