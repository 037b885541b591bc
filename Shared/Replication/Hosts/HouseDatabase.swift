import PostgreSQL
import Storage

/// The connection to the tables of who belongs to a house. For one thread, which waits.
struct HouseDatabase {
    let connection: LogConnection
    let patience: Duration

    init(_ url: PostgreSQLURL, patience: Duration) {
        self.init(LogConnection(url, named: "kopilka house", connectLimit: patience), patience: patience)
    }

    init(_ connection: LogConnection, patience: Duration) {
        self.connection = connection
        self.patience = patience
    }

    /// Executes a statement.
    @discardableResult
    func run(
        _ statement: PostgreSQLStatement, _ values: PostgreSQLValue...
    ) throws(MembershipError) -> PostgreSQLRows {
        try reporting { try connection.usable(mayHurry: true).execute(statement, values, within: patience) }
    }

    /// Executes statements as one transaction.
    func transaction<Result>(_ body: () throws -> Result) throws(MembershipError) -> Result {
        do {
            return try reporting {
                let session = try connection.usable(mayHurry: true)
                try session.execute("BEGIN", within: patience)
                let result = try body()
                try session.execute("COMMIT", within: patience)
                return result
            }
        } catch {
            // The server rolls back with the connection.
            connection.close()
            throw error
        }
    }

    /// Returns what `body` reads, with every failure as an error of this module.
    func reporting<Result>(_ body: () throws -> Result) throws(MembershipError) -> Result {
        do { return try body() } catch let error as MembershipError { throw error } catch let error as CommitLogError {
            throw MembershipError(.unreachable, error.message)
        } catch {
            throw MembershipError(.unreachable, "The database of the commit log cannot be used: \(error)")
        }
    }
}
