import Coordination
import Domain
import Foundation
import Reasons
import Storage
import Synchronization
import TestSupport
import Testing

private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}

/// Goal: with a log, an acknowledged write is in the log and in the database, and neither has another.
@Suite struct JournalTests {
    private let folder = TemporaryDirectory()
    private let log = LogInMemory()
    private let migrations = [Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")]

    private let restarts = Counter()

    private func open(_ name: String = "store", _ log: LogInMemory? = nil) async throws -> Store {
        var options = StoreOptions()
        options.mustRestart = { [restarts] _ in restarts.add() }
        let log = log ?? self.log
        options.commitLog = { log.connect() }
        return try await Store.open(at: folder.file("\(name).db"), migrations: migrations, options: options)
    }

    private func write(_ text: String, to store: Store) async throws {
        try await store.write { try $0.connection.run("INSERT INTO note (text) VALUES (?)", text) }
    }

    private func notes(_ name: String = "store") throws -> [String] {
        try Connection.withConnection(path: folder.file("\(name).db")) {
            try $0.all("SELECT text FROM note ORDER BY id")
        }
    }

    private func refuses(_ reason: Reason, _ body: () async throws -> Void) async {
        let fault = await #expect(throws: Fault.self) { try await body() }
        #expect(fault?.reason == reason.name, "\(String(describing: fault))")
    }

    private func content(_ name: String) throws -> [String] { try wholeContent(of: folder.file("\(name).db")) }

    /// Makes `copy.db` of the log alone.
    private func replay() throws {
        try Connection.withConnection(path: folder.file("copy.db")) { connection in
            try connection.begin(LogPosition(house: "copy", head: .none, time: Instant(microseconds: 0)))
            for commit in log.commits { try connection.take([commit]) }
        }
    }

    @Test func aCopyIsRebuiltFromTheLogAlone() async throws {
        let store = try await open()
        for text in ["a", "b", "c"] { try await write(text, to: store) }
        await #expect(throws: Fault.self) {
            try await store.write { transaction in
                try transaction.connection.run("INSERT INTO note (text) VALUES (?)", "refused")
                throw Fault(.conflict, .keyReused)
            }
        }
        await store.close()
        try replay()
        #expect(try content("copy") == content("store"))
        #expect(try notes("copy") == ["a", "b", "c"])
    }

    @Test func aLogOutOfReachRefusesAndChangesNothing() async throws {
        let store = try await open()
        log.take([.unreachable])
        await refuses(.logUnreachable) { try await write("a", to: store) }
        try await write("b", to: store)
        await store.close()
        #expect(try notes() == ["b"])
    }

    @Test func aCommitThatOnlyTheLogHasIsTakenAfterARestart() async throws {
        let store = try await open()
        log.take([.storedUnheard])
        await refuses(.logOutcomeUnknown) { try await write("a", to: store) }
        // Memory does not know what the log has; only a restart helps.
        try await eventually("the restart") { restarts.count == 1 }
        await #expect(throws: Fault.self) { try await write("b", to: store) }
        await store.close()
        #expect(try notes() == [])

        let again = try await open()
        try await write("c", to: again)
        await again.close()
        #expect(try notes() == ["a", "c"])
    }

    @Test func whoeverClaimsTheLogStopsTheOneBefore() async throws {
        let store = try await open()
        try await write("a", to: store)
        try FileManager.default.copyItem(atPath: folder.file("store.db"), toPath: folder.file("other.db"))
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.copyItem(
                atPath: folder.file("store.db\(suffix)"), toPath: folder.file("other.db\(suffix)"))
        }
        let other = try await open("other")
        await refuses(.logReplaced) { try await write("b", to: store) }
        try await write("c", to: other)
        await other.close()
        await store.close()
        #expect(try notes("other") == ["a", "c"])
    }

    @Test func theLogOfAnotherDatabaseIsRefused() async throws {
        let store = try await open()
        try await write("a", to: store)
        await store.close()
        await #expect(throws: StorageError.self) { _ = try await open("empty") }

        log.removeLast()
        let refused = await #expect(throws: StorageError.self) { _ = try await open() }
        #expect(refused?.code == .log && refused?.message.contains("The log ends at") == true)
    }

    @Test func withoutALogTheDatabaseForgetsThatItHadOne() async throws {
        let store = try await open()
        try await write("a", to: store)
        await store.close()
        let alone = try await Store.open(at: folder.file("store.db"), migrations: migrations)
        try await write("b", to: alone)
        await alone.close()
        await #expect(throws: StorageError.self, "the log lacks b") { _ = try await open() }
        try await beginsAnew()
    }

    /// Also without a start in between: the database still knows the log of before.
    @Test func anotherLogBeginsAnew() async throws {
        let store = try await open()
        for text in ["a", "b"] { try await write(text, to: store) }
        await store.close()
        try await beginsAnew()
    }

    private func beginsAnew() async throws {
        let before = try notes()
        let anew = LogInMemory()
        let following = try await open("store", anew)
        try await write("c", to: following)
        await following.close()
        #expect(anew.commits.count == 1)
        #expect(try notes() == before + ["c"])
    }

    /// Any course of the log: each acknowledged note is there once, each refused one is not, and a copy is the same.
    @Test(arguments: 0..<10) func nothingAcknowledgedIsLostOrDoubled(round: Int) async throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        var (done, refused, open) = (Set<String>(), Set<String>(), [String]())
        var store = try await self.open()
        for number in 0..<60 {
            let text = "\(number)"
            log.take([random.one(of: LogInMemory.Course.allCases + [.stored, .stored, .stored])])
            do {
                try await write(text, to: store)
                done.insert(text)
            } catch let fault as Fault where fault.code == .deadlineExceeded {
                open.append(text)
                await store.close()
                store = try await self.open()
            } catch let fault as Fault where fault.code == .storageUnavailable {
                refused.insert(text)
            }
        }
        await store.close()
        let found = try notes()
        #expect(Set(found).count == found.count, "seed \(seed)")
        #expect(done.isSubset(of: found) && refused.isDisjoint(with: found), "seed \(seed)")
        #expect(Set(found).subtracting(done).isSubset(of: open), "seed \(seed)")
        try replay()
        #expect(try content("copy") == content("store"), "seed \(seed)")
    }
}
