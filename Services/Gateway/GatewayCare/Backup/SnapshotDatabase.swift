import Coordination
import GatewayWords
import Hosting
import Storage

/// A database of a service, held at one moment while the service goes on writing.
final class SnapshotDatabase {
    /// Whose it is.
    let service: String
    private let connection: Connection

    /// Opens the database for reading and keeps it at what it holds now.
    init(service: String, path: String) throws {
        self.service = service
        var options = ConnectionOptions()
        options.access = .read
        connection = try Connection(path: path, options: options)
        try hold()
    }

    /// Lets go of the moment and takes the present one.
    func holdAnew() throws {
        try connection.execute("ROLLBACK")
        try hold()
    }

    private func hold() throws {
        try connection.execute("BEGIN")
        // A transaction begins to see with its first read.
        _ = try connection.userVersion()
    }

    /// The sequence of its newest event.
    func newestEvent() throws -> Int64 { try connection.newestSequence() }

    /// Up to which event it has followed others, by service.
    func followed() throws -> [String: Int64] {
        var followed: [String: Int64] = [:]
        try connection.query("SELECT source, sequence FROM cursors") { (source: String, sequence: Int64) in
            followed[source] = sequence
        }
        return followed
    }

    /// Copies it to a new file.
    func copy(to path: String) throws { try connection.backUp(to: path) }

    /// Lets go of it.
    func close() { connection.close() }

    /// The databases of a house, held so that nobody has followed an event that its source does not have.
    ///
    /// Followers are held first, so that their sources can only be ahead; where services follow each other in a circle,
    /// no order does, and it is tried again.
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

/// How far services have followed each other.
enum Positions {
    static let busy = Text(
        "The services follow each other too quickly to be copied at one moment; try again.",
        "Службы следят друг за другом слишком быстро, чтобы снять их в один миг; повторите.")

    /// Who has followed events that their source does not have.
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
