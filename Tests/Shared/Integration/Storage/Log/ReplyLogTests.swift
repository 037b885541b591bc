import Coordination
import Domain
import Storage
import TestSupport
import Testing

/// Goal: the index of replies is the same on all machines. A log gets commits only, so nothing is written between two.
@Suite struct ReplyLogTests {
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()

    private func open() async throws -> Store {
        var options = StoreOptions()
        options.commitLog = { [log] in log.connect() }
        return try await Store.open(at: folder.file("store.db"), migrations: [], options: options)
    }

    /// Returns what the first use of the key has answered.
    private func answer(_ key: String, _ text: String, in store: Store) async throws -> String {
        let request = try KeyedRequest(caller: "ann", key: key, method: "test.answer", content: [])
        return try await store.write { transaction in
            try transaction.once(
                request, storing: [], restore: { String(decoding: $0.content, as: UTF8.self) },
                keep: { StoredAnswer(kind: 1, content: Array($0.utf8)) }, { text })
        }.get()
    }

    @Test func ofTwoKeysWithOneHashTheOlderEntersTheIndexWithTheNextCommit() async throws {
        let first = try await open()
        #expect(try await answer("one", "first", in: first) == "first")
        try await first.write {
            try $0.connection.run(
                """
                INSERT INTO replies (number, hash, caller, key, digest, kind, content)
                SELECT 2, hash, 'ben', key, digest, kind, content FROM replies
                """)
        }
        await first.close()
        let store = try await open()
        let commits = log.commits.count
        // It is found before it is in the index.
        #expect(try await answer("one", "second", in: store) == "first")
        _ = try await answer("two", "third", in: store)
        #expect(log.commits.count > commits)
        let indexed: [Int64] = try await store.read { try $0.connection.all("SELECT number FROM reply_index") }
        #expect(indexed == [1])
        #expect(try await answer("one", "fourth", in: store) == "first")
        await store.close()

        let copied: [Int64] = try Connection.withConnection(path: folder.file("copy.db")) { connection in
            try connection.begin(LogPosition(house: log.house, head: .none, time: Instant(microseconds: 0)))
            for commit in log.commits { try connection.take([commit]) }
            return try connection.all("SELECT number FROM reply_index")
        }
        #expect(copied == [1])
    }
}
