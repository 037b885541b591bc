import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct ConnectionTests {
    let directory = TemporaryDirectory()

    private func notes() throws -> Connection {
        let connection = try Connection(path: directory.file("db"))
        try connection.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL UNIQUE) STRICT")
        return connection
    }

    private func count(_ connection: Connection) throws -> Int64? {
        try connection.first("SELECT count(*) FROM note") { $0.int64(at: 0) }
    }

    @Test func connectionIsSetUpToKeepWhatItCommits() throws {
        let connection = try notes()
        #expect(try connection.first("PRAGMA journal_mode") { $0.text(at: 0) } == "wal")
        #expect(try connection.first("PRAGMA synchronous") { $0.int64(at: 0) } == 2)
        #expect(try connection.first("PRAGMA foreign_keys") { $0.int64(at: 0) } == 1)
        #expect(try connection.first("PRAGMA trusted_schema") { $0.int64(at: 0) } == 0)
        #expect(try connection.first("PRAGMA busy_timeout") { $0.int64(at: 0) } == 5000)
    }

    @Test func insertedRowsAreCountedAndNumbered() throws {
        let connection = try notes()
        try connection.run("INSERT INTO note (body) VALUES (?1), (?2)") { statement in
            statement.bind("one", at: 1)
            statement.bind("two", at: 2)
        }
        #expect(connection.changes == 2)
        #expect(connection.lastInsertRowID == 2)
        var bodies: [String] = []
        try connection.query("SELECT body FROM note WHERE id >= ?1 ORDER BY id", bind: { $0.bind(1, at: 1) }) { row in
            bodies.append(row.text(at: 0))
        }
        #expect(bodies == ["one", "two"])
        #expect(try connection.first("SELECT 1 FROM note WHERE id = 9") { $0.int64(at: 0) } == nil)
    }

    @Test func violatedConstraintIsToldWithoutItsValue() throws {
        let connection = try notes()
        let insert: () throws -> Void = {
            try connection.run("INSERT INTO note (body) VALUES (?1)") { $0.bind("hidden-value", at: 1) }
        }
        try insert()
        let error = try #require(throws: SQLiteError.self) { try insert() }
        #expect(error.code == .uniqueConstraint)
        #expect(error.code.primary == .constraint)
        #expect(error.sql == "INSERT INTO note (body) VALUES (?1)")
        #expect(!error.description.contains("hidden-value"))
        let type = try #require(throws: SQLiteError.self) {
            try connection.run("INSERT INTO note (body) VALUES (?1)") { $0.bind([0xFF], at: 1) }
        }
        #expect(type.code == .typeConstraint)
    }

    @Test func transactionIsSeenAndRolledBack() throws {
        let connection = try notes()
        #expect(!connection.isInTransaction)
        try connection.execute("BEGIN IMMEDIATE; INSERT INTO note (body) VALUES ('x')")
        #expect(connection.isInTransaction)
        try connection.execute("ROLLBACK")
        #expect(try count(connection) == 0)
    }

    @Test func secondWriterIsBusyAfterItsTimeout() throws {
        let first = try notes()
        try first.execute("BEGIN IMMEDIATE")
        var options = ConnectionOptions()
        options.access = .write
        options.busyTimeout = .milliseconds(20)
        let second = try Connection(path: directory.file("db"), options: options)
        let error = try #require(throws: SQLiteError.self) { try second.execute("BEGIN IMMEDIATE") }
        #expect(error.code == .busy)
        try first.execute("COMMIT")
        try second.execute("BEGIN IMMEDIATE; COMMIT")
    }

    @Test func readerReadsOnly() throws {
        _ = try notes()
        let reader = try Connection(path: directory.file("db"), options: .reader)
        #expect(try count(reader) == 0)
        let error = try #require(throws: SQLiteError.self) { try reader.execute("DELETE FROM note") }
        #expect(error.code.primary == .readOnly)
        let missing = try #require(throws: SQLiteError.self) {
            try Connection(path: directory.file("missing"), options: .reader)
        }
        #expect(missing.code == .cannotOpen)
    }

    @Test func fullDatabaseIsToldAsFull() throws {
        let connection = try notes()
        try connection.execute("PRAGMA max_page_count = 4")
        let error = try #require(throws: SQLiteError.self) {
            try connection.run("INSERT INTO note (body) VALUES (hex(randomblob(100000)))")
        }
        #expect(error.code == .full)
        #expect(try connection.integrityProblems() == [])
    }

    @Test func fileThatIsNoDatabaseIsRefused() throws {
        try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: directory.file("db")))
        let error = try #require(throws: SQLiteError.self) { try Connection(path: directory.file("db")) }
        #expect(error.code == .notADatabase)
    }

    @Test func interruptStopsAStatementFromAnotherThread() throws {
        let connection = try notes()
        let handle = connection.interruptHandle
        let isDone = DispatchSemaphore(value: 0)
        // Repeatedly, because an interrupt before the statement runs has no effect.
        let thread = Thread {
            while isDone.wait(timeout: .now() + .milliseconds(1)) == .timedOut { handle.interrupt() }
        }
        thread.start()
        defer { isDone.signal() }
        let error = try #require(throws: SQLiteError.self) {
            try connection.run(
                """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT max(i) \
                FROM n
                """
            )
        }
        #expect(error.code == .interrupted)
        connection.close()
        handle.interrupt()
    }

    @Test func backupIsACopyForItsOwnerOnly() throws {
        let connection = try notes()
        try connection.run("INSERT INTO note (body) VALUES ('kept')")
        try connection.backUp(to: directory.file("copy"))
        let copy = try Connection(path: directory.file("copy"), options: .reader)
        #expect(try count(copy) == 1)
        #expect(try copy.integrityProblems() == [])
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.file("copy"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let again = try #require(throws: SQLiteError.self) { try connection.backUp(to: directory.file("copy")) }
        #expect(again.code == .cannotOpen)
    }

    @Test func checkpointMovesTheLogIntoTheFile() throws {
        var options = ConnectionOptions()
        options.automaticCheckpointPages = 0
        let connection = try Connection(path: directory.file("db"), options: options)
        try connection.execute("CREATE TABLE t (a)")
        let passive = try connection.checkpoint(.passive)
        #expect(passive.logPages > 0)
        #expect(passive.movedPages == passive.logPages)
        try connection.checkpoint(.truncate)
        let size = try FileManager.default.attributesOfItem(atPath: directory.file("db-wal"))[.size] as? Int
        #expect(size == 0)
    }

    @Test func aSyncedFileIsStillLockedForOthers() throws {
        let connection = try notes()
        var options = ConnectionOptions()
        options.busyTimeout = .zero
        let other = try Connection(path: directory.file("db"), options: options)
        try connection.execute("BEGIN IMMEDIATE")
        try connection.syncFile()
        // Closing a descriptor of our own would have released the lock.
        #expect(throws: SQLiteError(code: .busy, message: "")) { try other.execute("BEGIN IMMEDIATE") }
        try connection.execute("COMMIT")
        try Connection(path: ":memory:").syncFile()
    }

    @Test func brokenForeignKeyIsAnIntegrityProblem() throws {
        let connection = try notes()
        try connection.execute(
            """
            CREATE TABLE link (note INTEGER REFERENCES note (id)) STRICT;
            PRAGMA foreign_keys = OFF; INSERT INTO link VALUES (99); PRAGMA foreign_keys = ON;
            """)
        #expect(try connection.integrityProblems() == ["row 1 of link points to nothing in note"])
        let error = try #require(throws: SQLiteError.self) { try connection.execute("INSERT INTO link VALUES (98)") }
        #expect(error.code == .foreignKeyConstraint)
    }

    @Test func userVersionIsPartOfTheTransaction() throws {
        let connection = try notes()
        #expect(try connection.userVersion() == 0)
        try connection.execute("BEGIN")
        try connection.setUserVersion(7)
        try connection.execute("ROLLBACK")
        #expect(try connection.userVersion() == 0)
        try connection.setUserVersion(7)
        #expect(try connection.userVersion() == 7)
    }

    @Test func lentConnectionIsClosedAfterwards() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try Connection.withConnection(path: directory.file("db")) { connection in
                try connection.execute("CREATE TABLE note (id INTEGER); BEGIN; INSERT INTO note VALUES (1)")
                throw Refusal()
            }
        }
        let rows = try Connection.withConnection(path: directory.file("db")) { try count($0) }
        #expect(rows == 0)
    }

    @Test func idleConnectionMayPassToAnotherThread() throws {
        // No concurrent use: this thread waits for the other.
        nonisolated(unsafe) let connection = try notes()
        onAnotherThread { try? connection.run("INSERT INTO note (body) VALUES ('there')") }
        #expect(try count(connection) == 1)
    }

    @Test func useByTwoThreadsAtOnceTraps() async {
        await #expect(processExitsWith: .failure) {
            // The tested mistake: the check must trap.
            nonisolated(unsafe) let connection = try Connection(path: ":memory:")
            let statement = try connection.statement("SELECT 1")
            onAnotherThread { try? connection.execute("SELECT 2") }
            _ = try statement.step()
        }
    }

    @Test func closingWithAStatementOpenTraps() async {
        await #expect(processExitsWith: .failure) {
            let connection = try Connection(path: ":memory:")
            let statement = try connection.statement("SELECT 1")
            connection.close()
            _ = try statement.step()
        }
    }

    @Test func useAfterCloseTraps() async {
        await #expect(processExitsWith: .failure) {
            let connection = try Connection(path: ":memory:")
            connection.close()
            try connection.execute("SELECT 1")
        }
    }
}
