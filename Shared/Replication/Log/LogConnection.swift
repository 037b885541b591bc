import PostgreSQL
import Storage

/// The connection to the database of a log, opened again when it was lost. For one thread.
final class LogConnection {
    /// The database; the host that was reached last comes first, so that a dead one costs no time again.
    private(set) var url: PostgreSQLURL
    private let name: String
    private let connectLimit: Duration
    private let meter: LogMeter?
    private var connection: PostgreSQLConnection?
    private var hasTables = false
    /// No attempt to connect is made before.
    private var nextAttempt = ContinuousClock.now

    /// - Parameters:
    ///   - name: Shown to the owner of the database.
    ///   - connectLimit: The time for connecting to all hosts of the URL.
    ///   - meter: Is told which server was reached.
    init(_ url: PostgreSQLURL, named name: String, connectLimit: Duration = .seconds(5), meter: LogMeter? = nil) {
        self.meter = meter
        self.url = url
        self.name = name
        self.connectLimit = connectLimit
    }

    /// Returns the open connection, or opens one; the tables exist then.
    ///
    /// - Parameter mayHurry: False to fail at once shortly after a failed attempt, so that the callers of a log that is
    ///   out of reach do not wait for each other.
    /// - Throws: ``CommitLogError`` `unreachable`: nothing was sent.
    func usable(mayHurry: Bool = false) throws(CommitLogError) -> PostgreSQLConnection {
        if let connection, connection.isOpen { return connection }
        guard mayHurry || ContinuousClock.now >= nextAttempt else {
            throw CommitLogError(.unreachable, "The commit log could not be reached a moment ago.")
        }
        do throws(PostgreSQLError) {
            let opened = try PostgreSQLConnection.open(url, named: name, within: connectLimit)
            opened.limits.bytes = Self.mostBytes
            // A statement must not wait in the server for one that was given up, and fill its sessions.
            try opened.execute("SET lock_timeout = 5000", within: connectLimit)
            if !hasTables { try LogTables.create(opened, within: connectLimit) }
            hasTables = true
            if let meter { meter.reached(try LogMeter.Engine(of: opened, within: connectLimit)) }
            url = url.beginning(with: opened.host)
            connection = opened
            return opened
        } catch {
            nextAttempt = .now + Self.pause
            throw CommitLogError(.unreachable, "The commit log cannot be reached: \(error)")
        }
    }

    /// Closes the connection.
    func close() {
        connection?.close()
        connection = nil
    }

    /// More than the largest commit.
    private static let mostBytes = 512 << 20
    private static let pause = Duration.milliseconds(500)
}
