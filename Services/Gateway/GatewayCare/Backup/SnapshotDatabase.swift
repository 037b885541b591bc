import Coordination
import GatewayWords
import Hosting
import Storage

/// A snapshot of a service's database; the service goes on writing.
final class SnapshotDatabase {
    let service: String
    private let connection: Connection

    /// Opens the database for reading and takes a snapshot.
    init(service: String, path: String) throws {
        self.service = service
        var options = ConnectionOptions()
        options.access = .read
        connection = try Self.telling(service) { try Connection(path: path, options: options) }
        try hold()
    }

    /// Does something with the database, and says whose it is if it is damaged.
    private static func telling<Result>(_ service: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError where error.isDamage {
            throw Fault.databaseDamaged(service, error.message)
        }
    }

    /// Replaces the snapshot with the present state.
    func holdAnew() throws {
        try connection.execute("ROLLBACK")
        try hold()
    }

    private func hold() throws {
        try connection.execute("BEGIN")
        // The snapshot of a transaction begins with its first read.
        try Self.telling(service) { _ = try connection.userVersion() }
    }

    /// Returns the sequence of the newest event.
    func newestEvent() throws -> Int64 { try Self.telling(service) { try connection.newestEvent() } }

    /// Returns the sequences of the last handled events of other services, by service.
    func followed() throws -> [String: Int64] { try Self.telling(service) { try connection.followedEvents() } }

    /// Copies the snapshot to a new file.
    func copy(to path: String) throws { try Self.telling(service) { try connection.backUp(to: path) } }

    func close() { connection.close() }

    /// Takes snapshots of a house's databases in which no service has handled an event that its source does not have.
    ///
    /// The snapshots of readers are taken first, so that their sources can only be ahead. Where services read each
    /// other's events in a circle, no order guarantees this, and the snapshots are retaken.
    static func hold(_ services: [String], in directory: String) throws -> [SnapshotDatabase] {
        let databases = try services.reversed().map { service in
            let files = HouseFiles(directory)
            return try SnapshotDatabase(
                service: service, path: files.database(of: service) ?? files.layout.database(of: service))
        }
        for _ in 0..<100 {
            if try Positions.problems(of: databases.map { ($0.service, try $0.newestEvent(), try $0.followed()) })
                .isEmpty
            {
                return databases.reversed()
            }
            for database in databases { try database.holdAnew() }
        }
        throw Fault(.unavailable, "\(Positions.busy)")
    }
}

/// Compares the event positions of the services.
enum Positions {
    static let busy = Text(
        "The services follow each other too quickly to be copied at one moment; try again.",
        "Службы следят друг за другом слишком быстро, чтобы снять их в один миг; повторите.")

    /// Names the services that have handled events which their source does not have.
    static func problems(of databases: [(service: String, newest: Int64, followed: [String: Int64])]) -> [Text] {
        let newest = Dictionary(databases.map { ($0.service, $0.newest) }) { first, _ in first }
        return databases.flatMap { database in
            database.followed.sorted { $0.key < $1.key }.compactMap { source, sequence in
                guard let there = newest[source], sequence > there else { return nil }
                return Text(
                    "\(database.service) has followed event \(sequence) of \(source), which ends with \(there)",
                    "\(database.service) прочла событие \(sequence) службы \(source), а последнее там \(there)")
            }
        }
    }
}
