import Domain
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Storage

/// Goal: copies with the same content have the same digest, all as of one commit, and any difference is named.
@Suite struct ContentComparisonTests {
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()
    private let tables = Migration(
        1,
        """
        CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL, rest ANY) STRICT;
        CREATE TABLE word (a TEXT NOT NULL, b TEXT NOT NULL, PRIMARY KEY (a, b)) STRICT, WITHOUT ROWID;
        CREATE TABLE person (name TEXT PRIMARY KEY, age REAL) STRICT;
        CREATE INDEX note_by_text ON note (text);
        CREATE VIRTUAL TABLE search USING fts5 (words, content = '');
        CREATE VIRTUAL TABLE search_terms USING fts5vocab (search, instance);
        CREATE VIRTUAL TABLE kept USING fts5 (words);
        """)

    /// What a follower has told of marks.
    private final class Marks: Sendable {
        private let told = Mutex<[ContentMark]>([])
        var all: [ContentMark] { told.withLock { $0 } }
        func add(_ mark: ContentMark) { told.withLock { $0.append(mark) } }
    }

    private func lead() async throws -> Store {
        var options = StoreOptions()
        options.commitLog = { [log] in log.connect() }
        return try await Store.open(at: folder.file("leader.db"), migrations: [tables], options: options)
    }

    private func follow(_ marks: Marks) async throws -> Store {
        var options = StoreOptions()
        options.followedHouse = log.house
        let store = try await Store.open(at: folder.file("follower.db"), migrations: [tables], options: options)
        store.onMark { if case .success(let mark) = $0 { marks.add(mark) } }
        return store
    }

    private func write(_ text: String, in store: Store) async throws {
        try await store.write { transaction in
            let connection = transaction.connection
            try connection.run("INSERT INTO note (text, rest) VALUES (?, x'0001')", text)
            try connection.run("INSERT INTO word (a, b) VALUES ('ab', ?)", text)
            try connection.run("INSERT INTO person (name, age) VALUES (?, 1.5)", text)
            try connection.run("INSERT INTO search (rowid, words) VALUES (?, ?)", connection.lastInsertRowID, text)
            try connection.run("INSERT INTO kept (words) VALUES (?)", text)
        }
    }

    private func mark(_ store: Store) async throws -> ContentMark {
        try await withCheckedThrowingContinuation { continuation in
            store.mark { continuation.resume(with: $0) }
        }
    }

    /// Changes the follower's file as a fault of its disk or its program would.
    private func spoil(_ sql: String) throws {
        try Connection.withConnection(path: folder.file("follower.db")) { try $0.execute(sql) }
    }

    @Test func equalContentHasOneDigestWhileWritesGoOn() async throws {
        let (leader, marks) = (try await lead(), Marks())
        let follower = try await follow(marks)
        for text in ["one two", "three"] { try await write(text, in: leader) }
        let mark = try await mark(leader)
        for text in ["four", "five"] { try await write(text, in: leader) }
        // All in one go: the mark is in the middle.
        try follower.follow(log)
        let repeated = try #require(marks.all.first)
        #expect(marks.all.count == 1 && repeated.head == mark.head)
        #expect(try follower.followedHead()?.number == mark.head.number + 2, "what came after it is there, too")
        let (first, second) = (try mark.snapshot.digest(), try repeated.snapshot.digest())
        #expect(first == second && second.differences(from: first) == [])
        #expect(first.tables.first { $0.name == "note" }?.rows == 2, "as of the mark")
        #expect(first.tables.first { $0.name == "search" }?.rows == 3, "each word")
        let names = Set(first.tables.map(\.name))
        #expect(
            names.isSuperset(of: ["note", "word", "person", "search", "kept", "kept_content", "replies", "events"]))
        #expect(names.isDisjoint(with: ["commit_log_head", "search_data", "search_terms", "sqlite_schema"]))
        // The index of FTS5 is another in its own tables: it is merged in another way.
        try spoil("INSERT INTO search (search) VALUES ('optimize')")
        let again = try await self.mark(leader)
        try follower.follow(log)
        #expect(try marks.all[1].snapshot.digest() == again.snapshot.digest())
        #expect(throws: CancellationError.self) { _ = try again.snapshot.digest() }
        await follower.close()
        await leader.close()
    }

    @Test(arguments: [
        ("UPDATE note SET text = 'x' WHERE id = 1", ["note"]),
        ("DELETE FROM note WHERE id = 2", ["note"]),
        ("UPDATE note SET rest = '\u{1}' WHERE id = 1", ["note"]),
        ("UPDATE note SET rest = NULL WHERE id = 1", ["note"]),
        ("UPDATE note SET rest = 1 WHERE id = 1", ["note"]),
        // The same characters in a row, in other columns.
        ("UPDATE word SET a = 'abo', b = 'ne' WHERE b = 'one'", ["word"]),
        ("UPDATE person SET age = 1.25 WHERE name = 'two'", ["person"]),
        ("INSERT INTO search (rowid, words) VALUES (9, 'strange')", ["search"]),
        ("INSERT INTO search (search, rowid, words) VALUES ('delete', 1, 'one')", ["search"]),
        ("DELETE FROM kept WHERE rowid = 1", ["kept", "kept_content"]),
        ("DROP INDEX note_by_text", ["sqlite_schema"]),
        ("CREATE TABLE strange (a)", ["sqlite_schema", "strange"]),
        ("ALTER TABLE person ADD COLUMN more TEXT", ["sqlite_schema", "person"]),
        ("DELETE FROM note WHERE id = 1; DELETE FROM word WHERE b = 'one'", ["note", "word"]),
    ])
    func whatDiffersIsNamed(fault: String, names: [String]) async throws {
        let (leader, marks) = (try await lead(), Marks())
        let follower = try await follow(marks)
        for text in ["one", "two"] { try await write(text, in: leader) }
        try follower.follow(log)
        try spoil(fault)
        let mark = try await mark(leader)
        try follower.follow(log)
        let (digest, repeated) = (try mark.snapshot.digest(), try #require(marks.all.first).snapshot)
        #expect(try repeated.digest().differences(from: digest) == names)
        await follower.close()
        await leader.close()
    }

    /// A follower that does not know marks repeats one as any other commit.
    @Test func aMarkIsACommitThatChangesNothing() async throws {
        let leader = try await lead()
        try await write("one", in: leader)
        _ = try await mark(leader)
        let commit = try #require(log.commits.last)
        #expect(commit.isComparison && log.commits.filter(\.isComparison).count == 1)
        try Connection.withConnection(path: ":memory:") { connection in
            try connection.execute("BEGIN; CREATE TABLE a (b);")
            try connection.repeatChanges(commit.changes)
            try connection.execute("COMMIT")
            let tables: [String] = try connection.all("SELECT name FROM sqlite_schema")
            #expect(tables == ["a"])
        }
        await leader.close()
    }

    @Test func aLogOutOfReachRefusesTheMark() async throws {
        let leader = try await lead()
        log.take([.unreachable])
        await #expect(throws: CommitLogError.self) { _ = try await mark(leader) }
        try await write("one", in: leader)
        #expect(try await mark(leader).snapshot.digest().tables.first { $0.name == "note" }?.rows == 1)
        await leader.close()
    }

    @Test func aDifferenceStaysInTheCopyAndIsNoContent() async throws {
        let (leader, marks) = (try await lead(), Marks())
        var follower = try await follow(marks)
        try await write("one", in: leader)
        try follower.follow(log)
        #expect(try follower.keptDifference() == nil)
        let difference = ContentDifference(number: 3, tables: ["note", "word"])
        try follower.keep(ContentDifference(number: 2, tables: ["person"]))
        try follower.keep(difference)
        let mark = try await mark(leader)
        try follower.follow(log)
        #expect(try #require(marks.all.first).snapshot.digest() == mark.snapshot.digest())
        await follower.close()
        follower = try await follow(marks)
        #expect(try follower.keptDifference() == difference)
        // A leader keeps one outside the log.
        let count = log.commits.count
        try leader.keep(difference)
        try await write("two", in: leader)
        #expect(try leader.keptDifference() == difference && log.commits.count == count + 1)
        try follower.follow(log)
        await follower.close()
        await leader.close()
    }

    @Test func aReaderGivesUpWhenTheWriteAheadLogGrowsTooLong() async throws {
        let leader = try await lead()
        try await leader.write { transaction in
            try transaction.connection.execute(
                """
                INSERT INTO note (text) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
                SELECT 'a note of some length with the number ' || i FROM n;
                """)
        }
        let path = folder.file("leader.db")
        let patient = try ContentSnapshot(of: path, limits: ContentSnapshot.Limits(hurry: 0, most: .max))
        #expect(try patient.digest().tables.first { $0.name == "note" }?.rows == 200_000)
        let impatient = try ContentSnapshot(of: path, limits: ContentSnapshot.Limits(hurry: 0, most: -1))
        #expect(throws: ContentError.self) { _ = try impatient.digest() }
        let cancelled = try ContentSnapshot(of: path)
        #expect(throws: CancellationError.self) { _ = try cancelled.digest { true } }
        await leader.close()
    }
}
