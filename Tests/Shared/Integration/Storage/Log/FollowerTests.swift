import Coordination
import Domain
import Storage
import Synchronization
import TestSupport
import Testing

/// Goal: a follower is read and told of commits as soon as, and only while, its database has the program's schema.
@Suite struct FollowerTests {
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()
    private let notes = Migration(1, "CREATE TABLE note (text TEXT NOT NULL) STRICT;")
    private let times = Migration(2, "ALTER TABLE note ADD COLUMN at INTEGER;")

    private func lead(_ migrations: [Migration]) async throws -> Store {
        var options = StoreOptions()
        options.commitLog = { [log] in log.connect() }
        return try await Store.open(at: folder.file("leader.db"), migrations: migrations, options: options)
    }

    private func follow(_ migrations: [Migration]) async throws -> Store {
        var options = StoreOptions()
        options.followedHouse = log.house
        return try await Store.open(at: folder.file("follower.db"), migrations: migrations, options: options)
    }

    private func tell(_ text: String, in store: Store) async throws {
        try await store.write { transaction in
            try transaction.connection.run("INSERT INTO note (text) VALUES (?)", text)
            _ = try transaction.append(
                type: "test.told", subject: text, time: Instant(microseconds: 1), data: Array("{}".utf8))
        }
    }

    /// Each step of the schema is a commit of its own.
    @Test func oneCommitAtATimeIsEnough() async throws {
        let leader = try await lead([notes, times])
        try await tell("a", in: leader)
        let follower = try await follow([notes, times])
        for commit in log.commits { _ = try follower.follow([commit]) }
        #expect(follower.isSchemaOwn && follower.newestSequence() == 1)
        #expect(try await follower.events(after: 0, limit: 10).map(\.subject) == ["a"])
        await follower.close()
        await leader.close()
    }

    @Test func aNewerProgramWaitsForItsSchema() async throws {
        let leader = try await lead([notes])
        try await tell("a", in: leader)
        let follower = try await follow([notes, times])
        let calls = Calls()
        follower.onFollow { connection in
            // Reads what only the new schema has.
            let times: [Int64?] = try connection.all("SELECT at FROM note")
            #expect(times.count == 2)
            calls.add()
        }
        try follower.follow(log)
        #expect(!follower.isSchemaOwn && calls.count == 0)
        #expect(follower.newestSequence() == 1)
        await #expect(throws: Fault.self) { try await follower.events(after: 0, limit: 10) }
        try await tell("b", in: leader)
        await leader.close()

        // It has the schema as soon as it leads.
        try await follower.lead(log)
        #expect(follower.isSchemaOwn && !follower.isFollowing && calls.count == 1)
        #expect(try await follower.events(after: 0, limit: 10).map(\.subject) == ["a", "b"])
        try await tell("c", in: follower)
        #expect(follower.newestSequence() == 3)
        await follower.close()
    }

    /// Who is told of commits comes after them: when that fails, they are there, and are not repeated.
    @Test func aFailureAfterTheCommitRepeatsNothingTwice() async throws {
        let leader = try await lead([notes])
        let follower = try await follow([notes])
        let calls = Calls()
        follower.onFollow { _ in
            calls.add()
            if calls.count == 1 { throw SQLiteError(code: .ioError, message: "told to fail") }
        }
        for text in ["a", "b"] { try await tell(text, in: leader) }
        #expect(throws: SQLiteError.self) { try follower.follow(log) }
        try await tell("c", in: leader)
        try follower.follow(log)
        #expect(calls.count == 2 && follower.newestSequence() == 3)
        let kept: [String] = try await follower.read { try $0.connection.all("SELECT text FROM note ORDER BY text") }
        #expect(kept == ["a", "b", "c"])
        await follower.close()
        await leader.close()
    }

    private final class Calls: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }
}
