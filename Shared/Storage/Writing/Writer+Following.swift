import Domain
import SQLite
import Synchronization

// A store that follows a log: its database is a copy, which changes only by the commits of the leader.
extension Writer {
    /// Takes the database as it is, or begins an empty one. Its schema comes from the log.
    func follow(_ house: String, on connection: Connection) throws {
        copy = connection
        if let position = try connection.logPosition() {
            guard position.house == house else { throw Self.isOfAnother(path) }
        } else if try connection.ownVersion() == 0 {
            try connection.begin(LogPosition(house: house, head: .none, time: Instant(microseconds: 0)))
        }
        state.isSchemaOwn.store(try takeOver(connection), ordering: .releasing)
        try noteProgress(on: connection)
    }

    /// Repeats commits of the log, all of them in one transaction. A mark ends its transaction, so that the content as
    /// of it can be read.
    ///
    /// - Returns: The head of the database afterwards.
    /// - Throws: ``SQLiteError``, ``StorageError`` `newerThanProgram`. The commits before the one that cannot be
    ///   repeated are kept.
    func follow(_ commits: [LoggedCommit]) throws -> CommitHead {
        let copy = try followed
        guard try copy.logPosition() != nil else { throw Self.isOfAnother(path) }
        // The newest mark only: the leader has no digest for others any more.
        guard let mark = commits.lastIndex(where: \.isComparison) else { return try repeatMost(commits, on: copy) }
        let head = try repeatMost(Array(commits[...mark]), on: copy)
        tellMark(at: head)
        return mark + 1 == commits.count ? head : try repeatMost(Array(commits[(mark + 1)...]), on: copy)
    }

    private func repeatMost(_ commits: [LoggedCommit], on copy: Connection) throws -> CommitHead {
        do {
            return try repeated(commits, on: copy)
        } catch  where commits.count > 1 {
            // One at a time, so that it comes as far as it can. All are there already when what came after them failed.
            var head = try copy.logPosition()?.head ?? .none
            let missing = commits.filter { $0.head.number > head.number }
            guard !missing.isEmpty else { throw error }
            for commit in missing { head = try repeated([commit], on: copy) }
            return head
        }
    }

    /// Returns the last commit of the database; nil for a database with content that never followed a log. It can only
    /// begin one.
    ///
    /// - Throws: ``StorageError`` `newerThanProgram`, ``SQLiteError``.
    func followedHead() throws -> CommitHead? {
        try checkSchema(of: followed)
        return try followed.logPosition()?.head
    }

    /// Claims the log and leads from now on.
    ///
    /// - Throws: ``StorageError``. The process has to end: the database may lack what was claimed.
    func lead(_ connect: @escaping CommitLogConnector) throws {
        try followed.close()
        copy = nil
        do {
            // Repeating has left its settings on the old connection.
            try lead(on: try Self.open(path, options), connect)
        } catch {
            throw Self.failure(error, path)
        }
        state.isFollowing.store(false, ordering: .releasing)
    }

    private static func isOfAnother(_ path: String) -> StorageError {
        StorageError(.log, "\(path) is no copy of this house's database. gateway house resync makes one.")
    }

    private var followed: Connection {
        get throws {
            guard let copy else { throw StorageError(.system, "\(path) follows no log.") }
            return copy
        }
    }

    private func repeated(_ commits: [LoggedCommit], on copy: Connection) throws -> CommitHead {
        let head: CommitHead
        do {
            head = try copy.take(commits) { [self] in
                try checkSchema(of: copy)
                if hasLoaded { for participant in participants { try participant.follow(copy) } }
            }
        } catch {
            if hasLoaded { for participant in participants { participant.aborted() } }
            throw error
        }
        if hasLoaded { for participant in participants { participant.committed() } }
        let isOwn = try takeOver(copy)
        if isOwn { try state.tellFollowers(copy) }
        // Readers find memory complete.
        state.isSchemaOwn.store(isOwn, ordering: .releasing)
        // Last: who is told of an event finds everything that belongs to it.
        try noteProgress(on: copy)
        return head
    }

    /// Loads memory from a database that has the schema of the program, once.
    /// - Returns: True when the database has that schema.
    private func takeOver(_ connection: Connection) throws -> Bool {
        let isOwn =
            try connection.userVersion() == Int32(migrations.count)
            && connection.ownVersion() == ownMigrations.count
        guard isOwn, !hasLoaded else { return isOwn }
        for participant in participants { try participant.load(connection) }
        hasLoaded = true
        return true
    }

    private func checkSchema(of connection: Connection) throws {
        let known = Int32(migrations.count)
        guard try connection.userVersion() <= known, try connection.ownVersion() <= ownMigrations.count else {
            throw StorageError(
                .newerThanProgram,
                "The house has a newer schema of \(path) than this program knows (\(known)); install its version.")
        }
    }

    private func noteProgress(on connection: Connection) throws(SQLiteError) {
        // An empty database has no events, and those of another schema cannot be read.
        guard try connection.ownVersion() == ownMigrations.count else { return }
        let newest = try connection.newestSequence()
        if newest != state.newestSequence.load(ordering: .relaxed) { state.publish(newest) }
    }
}
