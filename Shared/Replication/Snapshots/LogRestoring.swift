import Domain
import SQLite
import Storage

/// Rebuilds the database of a service from its log, as it was at a moment.
public struct LogRestoring {
    private let access: LogAccess

    /// - Parameter access: The access of the service.
    public init(_ access: LogAccess) { self.access = access }

    /// A rebuilt database.
    public struct Outcome: Sendable {
        /// The number of its last commit.
        public let number: Int64
        /// The time of that commit; of the snapshot when no commit follows it.
        public let time: Instant
    }

    /// Writes the database, `<service>.db`, and the keys of the service into a directory.
    ///
    /// - Parameter moment: The newest commit to take; the newest of all when nil.
    /// - Returns: Nil when the log has no snapshot from before that moment.
    /// - Throws: ``CommitLogError``, ``SQLiteError``, `HostingError`.
    public func restore(into directory: String, until moment: Instant? = nil) throws -> Outcome? {
        let snapshots = LogSnapshots(access)
        defer { snapshots.close() }
        guard let snapshot = try snapshots.list().last(where: { moment == nil || $0.time <= moment ?? $0.time })
        else { return nil }
        let expected = try snapshots.load(snapshot, into: directory)
        let log = PostgreSQLCommitLog(access, clock: .system)
        return try Connection.withConnection(path: "\(directory)/\(access.service).db") { database in
            guard let position = try database.logPosition(), position.head == expected else {
                throw CommitLogError(.differs, "Snapshot \(snapshot.number) of \(access.service) has another head.")
            }
            var head = position.head
            var time = snapshot.time
            replay: while true {
                let commits = try log.commits(after: head)
                guard !commits.isEmpty else { break }
                for commit in commits {
                    if let moment, commit.time > moment { break replay }
                    head = try database.take([commit])
                    time = commit.time
                }
            }
            try database.checkpoint(.truncate)
            return Outcome(number: head.number, time: time)
        }
    }
}
