import Domain
import SQLite

/// Hands each commit of a store to its log, and keeps in the database how far it has come.
///
/// The order of a commit is: run the writes, append what they changed to the log, store the new head, commit. So after
/// a crash the log may have one commit more than the database, which then takes it from there, and never one less.
final class Journal {
    private let log: any CommitLog
    /// The last commit of the database.
    private(set) var head = CommitHead.none
    /// True when the log may have a commit that the database has not.
    private var isBehind = false

    init(_ log: any CommitLog) { self.log = log }

    /// Claims the log, repeats the commits that the database lacks, and records its changes from now on.
    ///
    /// - Throws: ``CommitLogError``, ``SQLiteError``.
    func open(_ connection: Connection) throws {
        let newest = try log.claim()
        guard let stored = try connection.logPosition(), stored.house == log.house else {
            guard newest == .none else {
                throw CommitLogError(
                    .differs,
                    """
                    The log has \(newest.number) commits of another database; restore them with gateway backup fetch, \
                    or begin a new log with gateway backup follow.
                    """)
            }
            try connection.begin(LogPosition(house: log.house, head: .none, time: log.now()))
            connection.recordChanges()
            return
        }
        guard stored.head.number != newest.number || stored.head == newest else {
            throw CommitLogError(
                .differs, "Commit \(newest.number) of the log is not that of the database. \(Self.cure)")
        }
        guard stored.head.number <= newest.number else {
            throw CommitLogError(
                .differs,
                "The log ends at commit \(newest.number), the database has \(stored.head.number). \(Self.cure)")
        }
        head = stored.head
        while true {
            let missing = try log.commits(after: head)
            guard !missing.isEmpty else { break }
            head = try connection.take(missing)
        }
        if let time = try connection.logPosition()?.time { log.resume(after: time) }
        connection.recordChanges()
    }

    private static let cure = "Begin a new log: gateway backup follow --off, then gateway backup follow."

    /// Prepares a connection that was opened again after the disk failed.
    /// - Throws: ``SQLiteError`` `ioError` when the log may have a commit that the database has not. Memory does not
    ///   know it either, so only a restart helps.
    func resume(_ connection: Connection) throws(SQLiteError) {
        guard !isBehind else {
            throw SQLiteError(
                code: .ioError, message: "The log may have commit \(head.number + 1), the disk has not; restart.")
        }
        connection.recordChanges()
    }

    /// Appends the changes of the open transaction to the log, then commits.
    /// - Throws: ``CommitLogError``, ``SQLiteError``; the transaction is still open or has been rolled back.
    func commit(_ connection: Connection) throws {
        let changes = connection.takeChanges()
        guard !changes.isEmpty else { return try connection.run("COMMIT") }
        let next: LoggedCommit
        do throws(CommitLogError) {
            next = try log.append(changes, after: head)
        } catch {
            isBehind = error.code == .unknown
            throw error
        }
        do {
            try connection.setHead(next)
            connection.dropChanges()
            try connection.run("COMMIT")
        } catch {
            isBehind = true
            throw CommitLogError(
                .unknown, "Commit \(next.head.number) is in the log, but not in the database: \(error)")
        }
        head = next.head
    }

    /// Forgets the log of a database that no longer has one: it could not continue it.
    static func forget(_ connection: Connection) throws(SQLiteError) {
        try connection.execute("DROP TABLE IF EXISTS commit_log_head; DROP TABLE IF EXISTS commit_log_difference;")
    }
}

extension Connection {
    /// Repeats commits of the log in one transaction.
    ///
    /// - Parameter check: Throws when the result must not stay.
    /// - Returns: The new head of the database.
    /// - Throws: ``SQLiteError``, and what `check` throws; the database is then as before.
    @discardableResult
    public func take(_ commits: [LoggedCommit], check: () throws -> Void = {}) throws -> CommitHead {
        guard let last = commits.last else { return try logPosition()?.head ?? .none }
        // Erased data must not stay in free pages. SQLite does not count the setting as a change.
        try run("PRAGMA secure_delete = ON")
        try run("BEGIN IMMEDIATE")
        do {
            for commit in commits { try repeatChanges(commit.changes) }
            try check()
            try setHead(last)
            try run("COMMIT")
        } catch {
            if isInTransaction { try run("ROLLBACK") }
            throw error
        }
        return last.head
    }

    /// Where a database is in its log; nil without one.
    public func logPosition() throws(SQLiteError) -> LogPosition? {
        let table = try first("SELECT count(*) FROM sqlite_schema WHERE name = 'commit_log_head'") as Int64?
        guard table != 0 else { return nil }
        return try first("SELECT house, number, hash, time_us FROM commit_log_head") {
            (house: String, number: Int64, hash: [UInt8], time: Int64) in
            LogPosition(
                house: house, head: CommitHead(number: number, hash: hash), time: Instant(microseconds: time))
        }
    }

    /// Makes the database follow a log from its beginning.
    ///
    /// The table is no migration: it is local to a copy of the database, and never recorded.
    public func begin(_ position: LogPosition) throws(SQLiteError) {
        try execute(
            """
            DROP TABLE IF EXISTS commit_log_difference;
            DROP TABLE IF EXISTS commit_log_head;
            CREATE TABLE commit_log_head (
                house TEXT NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL, time_us INTEGER NOT NULL) STRICT;
            """)
        try run(
            "INSERT INTO commit_log_head (house, number, hash, time_us) VALUES (?, ?, ?, ?)", position.house,
            position.head.number, position.head.hash, position.time.microseconds)
    }

    fileprivate func setHead(_ commit: LoggedCommit) throws(SQLiteError) {
        try run(
            "UPDATE commit_log_head SET number = ?, hash = ?, time_us = ?", commit.head.number, commit.head.hash,
            commit.time.microseconds)
    }
}
