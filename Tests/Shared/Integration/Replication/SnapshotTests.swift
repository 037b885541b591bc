import Domain
import Foundation
import Replication
import SQLite
import Storage
import TestSupport
import Testing

/// Goal: a snapshot and the commits after it are the database, at any moment that is still kept.
@Suite(.enabled(if: TemporaryPostgreSQL.obstacle == nil, "PostgreSQL is installed"))
struct SnapshotTests {
    private let database: LogDatabase
    private let folder = TemporaryDirectory()
    private let clock = SteppedClock()
    private let migrations = [Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")]

    init() throws { database = try LogDatabase() }

    private func open() async throws -> Store {
        var options = StoreOptions()
        let access = try database.access()
        options.commitLog = { [clock] () throws(CommitLogError) in PostgreSQLCommitLog(access, clock: clock.wallClock) }
        return try await Store.open(at: folder.file("ledger.db"), migrations: migrations, options: options)
    }

    private func write(_ text: String, to store: Store) async throws {
        try await store.write { try $0.connection.run("INSERT INTO note (text) VALUES (?)", text) }
    }

    private func keeper(memory: Duration = .seconds(3600)) throws -> SnapshotKeeper {
        SnapshotKeeper(
            try database.access(),
            SnapshotKeeper.Files(
                database: folder.file("ledger.db"), keys: [("ledger.secret", folder.file("ledger.secret"))]),
            clock: clock.wallClock, interval: .seconds(600), memory: memory)
    }

    private func restored(until moment: Instant? = nil) throws -> (notes: [String], files: [String])? {
        let place = TemporaryDirectory()
        guard try LogRestoring(try database.access()).restore(into: place.path, until: moment) != nil else {
            return nil
        }
        let notes: [String] = try Connection.withConnection(path: place.file("ledger.db")) {
            try $0.all("SELECT text FROM note ORDER BY id")
        }
        return (notes, try FileManager.default.contentsOfDirectory(atPath: place.path).sorted())
    }

    @Test func aDatabaseIsRestoredAsOfAnyMoment() async throws {
        try "k4.secret.x".write(toFile: folder.file("ledger.secret"), atomically: true, encoding: .utf8)
        let store = try await open()
        try await write("before", to: store)
        #expect(try restored() == nil, "nothing without a snapshot")
        clock.advance(by: .seconds(1))
        try keeper().work()
        try keeper().work()
        clock.advance(by: .seconds(1))
        try await write("one", to: store)
        let moment = clock.now
        clock.advance(by: .seconds(1))
        try await write("two", to: store)
        let first = try #require(try LogSnapshots(try database.access()).list().first)
        #expect(first.time < moment, "a snapshot has the time of its last commit")
        let newest = try #require(try restored())
        #expect(newest.notes == ["before", "one", "two"])
        #expect(newest.files == ["ledger.db", "ledger.secret"])
        #expect(try restored(until: moment)?.notes == ["before", "one"])
        #expect(try restored(until: Instant(milliseconds: 1)) == nil)
        await store.close()
        #expect(try LogSnapshots(try database.access()).list().count == 1)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.contains("snapshot") })
    }

    @Test func whatIsTooOldIsRemovedAndTheRestStillFits() async throws {
        let store = try await open()
        for round in 0..<5 {
            try await write("\(round)", to: store)
            clock.advance(by: .seconds(700))
            try keeper(memory: .seconds(1000)).work()
        }
        let kept = try LogSnapshots(try database.access()).list()
        try #require(kept.count == 2, "\(kept)")
        #expect(try restored()?.notes == ["0", "1", "2", "3", "4"])
        let commits = try database.server.sql("SELECT min(number), max(number) FROM kopilka_commits")
        #expect(commits == "\(kept[0].number)|\(kept[1].number)")
        // An idle database gets no further snapshot, and its log keeps its newest commit.
        clock.advance(by: .seconds(100_000))
        try keeper(memory: .seconds(1000)).work()
        #expect(try LogSnapshots(try database.access()).list().count == 1)
        await store.close()
        let again = try await open()
        try await write("5", to: again)
        await again.close()
        #expect(try restored()?.notes.last == "5")
    }

    @Test func aChangedSnapshotIsRefused() async throws {
        let store = try await open()
        try await write("one", to: store)
        try keeper().work()
        await store.close()
        for change in [
            "UPDATE kopilka_snapshot_parts SET body = set_byte(body, 99, 255 - get_byte(body, 99))",
            "UPDATE kopilka_snapshots SET time_us = time_us + 1", "DELETE FROM kopilka_snapshot_parts",
            "UPDATE kopilka_snapshots SET content = '\\x00'",
        ] {
            for table in ["kopilka_snapshots", "kopilka_snapshot_parts"] {
                try database.server.sql("CREATE TABLE saved_\(table) AS SELECT * FROM \(table)")
            }
            try database.server.sql(change)
            #expect(throws: CommitLogError.self, "\(change)") { try restored() }
            for table in ["kopilka_snapshots", "kopilka_snapshot_parts"] {
                try database.server.sql("DELETE FROM \(table)")
                try database.server.sql("INSERT INTO \(table) SELECT * FROM saved_\(table)")
                try database.server.sql("DROP TABLE saved_\(table)")
            }
        }
        #expect(try restored()?.notes == ["one"])
    }
}
