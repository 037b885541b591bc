import Domain
import PostgreSQL
import Storage

/// What the log of a service has.
public struct LogStatus: Sendable {
    /// The number and the time of the newest commit; nil before the first.
    public let newest: (number: Int64, time: Instant)?
    /// The snapshots, the oldest first.
    public let snapshots: [LogSnapshot]

    /// Reads the status from the database. Waits for it.
    /// - Throws: ``CommitLogError``.
    public static func read(_ access: LogAccess, within limit: Duration) throws -> LogStatus {
        let connection = LogConnection(access.url, named: "kopilka gateway", connectLimit: limit)
        defer { connection.close() }
        let snapshots = LogSnapshots(access, connection, patience: limit)
        do {
            let row = try connection.usable().execute(
                newest, [.text(access.house), .text(access.service)], within: limit
            ).first
            return LogStatus(
                newest: try row.map {
                    (try $0.int64("number"), Instant(microseconds: try $0.int64("time_us")))
                },
                snapshots: try snapshots.list())
        } catch let error as PostgreSQLError {
            throw CommitLogError(.unreachable, "The commit log cannot be used: \(error)")
        }
    }

    /// Creates the tables of logs in a database, if they are missing.
    /// - Throws: ``CommitLogError`` `unreachable`.
    public static func prepare(_ url: PostgreSQLURL, within limit: Duration) throws(CommitLogError) {
        let connection = LogConnection(url, named: "kopilka gateway", connectLimit: limit)
        defer { connection.close() }
        _ = try connection.usable()
    }

    private static let newest: StaticString = """
        SELECT number, time_us FROM kopilka_commits WHERE house = $1 AND service = $2 ORDER BY number DESC LIMIT 1
        """
}
