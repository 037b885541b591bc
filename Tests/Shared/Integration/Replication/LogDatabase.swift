import Domain
import PostgreSQL
import Replication
import Sodium
import Storage
import TestSupport

/// A database of logs, and a house in it.
struct LogDatabase {
    let server: TemporaryPostgreSQL
    let houseKey = SecretBytes.random(count: 32)

    init(settings: [String] = []) throws {
        server = try TemporaryPostgreSQL(settings: settings, isDurable: false)
    }

    /// Returns the access of a service.
    func access(_ service: String = "ledger", key: SecretBytes? = nil) throws -> LogAccess {
        LogAccess(
            url: try PostgreSQLURL(server.url()), house: "house", service: service, houseKey: key ?? houseKey)
    }

    /// Returns a log that nobody has claimed.
    func log(
        _ clock: WallClock = .system, patience: Duration = .seconds(20),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> PostgreSQLCommitLog {
        PostgreSQLCommitLog(try access(), clock: clock, patience: patience, report: report)
    }
}
