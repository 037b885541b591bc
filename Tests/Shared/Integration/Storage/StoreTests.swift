import Coordination
import Domain
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

/// A counter in a table and, as a participant, in memory.
private final class CountInMemory: TransactionParticipant {
    private struct Counts {
        var now = 0
        var durable = 0
        var marks: [Int] = []
    }

    private let counts = Mutex(Counts())

    var durable: Int { counts.withLock { $0.durable } }
    var now: Int { counts.withLock { $0.now } }
    func add() { counts.withLock { $0.now += 1 } }

    func load(_ connection: Connection) throws {
        let stored = Int(try connection.first("SELECT count FROM total") ?? 0)
        counts.withLock { $0 = Counts(now: stored, durable: stored) }
    }
    func mark() { counts.withLock { $0.marks.append($0.now) } }
    func keep() { counts.withLock { _ = $0.marks.removeLast() } }
    func drop() { counts.withLock { $0.now = $0.marks.removeLast() } }
    func follow(_ connection: Connection) {}

    func prepare(_ transaction: WriteTransaction) throws {
        let now = now
        try transaction.connection.run("UPDATE total SET count = ?1", now)
    }
    func committed() { counts.withLock { $0.durable = $0.now } }
    func aborted() { counts.withLock { ($0.now, $0.marks) = ($0.durable, []) } }
}

private struct Refusal: Error, Equatable {}

@Suite struct StoreTests {
    private let folder: TemporaryDirectory
    private let migrations = [
        Migration(
            1,
            """
            CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
            CREATE TABLE total (count INTEGER NOT NULL) STRICT;
            INSERT INTO total (count) VALUES (0);
            """)
    ]

    init() throws { folder = TemporaryDirectory() }

    private var path: String { folder.path + "/store.sqlite3" }

    private func open(
        options: StoreOptions = StoreOptions(), participants: [any TransactionParticipant] = []
    ) async throws -> Store {
        try await Store.open(at: path, migrations: migrations, options: options, participants: participants)
    }

    private func note(_ text: String, in store: Store, deadline: Instant? = nil) async throws {
        try await store.write(deadline: deadline) { transaction in
            try transaction.connection.run("INSERT INTO note (text) VALUES (?1)", text)
        }
    }

    private func notes(in store: Store) async throws -> [String] {
        try await store.read { try $0.connection.all("SELECT text FROM note ORDER BY id") }
    }

    @Test func whatWasWrittenIsReadAgainAfterClosing() async throws {
        let store = try await open()
        try await note("one", in: store)
        await store.close()
        let again = try await open()
        #expect(try await notes(in: again) == ["one"])
        await again.close()
    }

    @Test func theFileIsForItsOwnerOnly() async throws {
        let store = try await open()
        try await note("one", in: store)
        for name in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        await store.close()
    }

    @Test func manyWritesAtOnceAllSucceedOrFailAlone() async throws {
        let count = CountInMemory()
        let store = try await open(participants: [count])
        let failures = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<1000 {
                group.addTask {
                    do {
                        try await store.write { transaction in
                            try transaction.connection.run("INSERT INTO note (text) VALUES ('x')")
                            count.add()
                            if index % 3 == 0 { throw Refusal() }
                        }
                        return false
                    } catch { return error is Refusal }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failures == 334)
        #expect(try await notes(in: store).count == 666)
        #expect(count.durable == 666)
        let total: Int64? = try await store.read { try $0.connection.first("SELECT count FROM total") }
        #expect(total == 666)
        await store.close()
    }

    @Test func anAttemptWithinAWriteGoesBackAlone() async throws {
        let count = CountInMemory()
        let store = try await open(participants: [count])
        try await store.write { transaction in
            count.add()
            _ = try? transaction.attempt {
                count.add()
                try transaction.connection.run("INSERT INTO note (text) VALUES ('inner')")
                throw Refusal()
            }
            try transaction.connection.run("INSERT INTO note (text) VALUES ('outer')")
        }
        #expect(try await notes(in: store) == ["outer"])
        #expect(count.durable == 1)
        await store.close()
    }

    @Test func aWriteWhoseDeadlinePassedNeverRuns() async throws {
        let now = Instant(microseconds: 1_000_000)
        var options = StoreOptions()
        options.deadlineClock = WallClock { now }
        let store = try await open(options: options)
        await #expect { try await note("late", in: store, deadline: Instant(microseconds: 999_999)) } throws: {
            ($0 as? Fault)?.code == .deadlineExceeded
        }
        try await note("in time", in: store, deadline: now)
        #expect(try await notes(in: store) == ["in time"])
        await store.close()
    }

    @Test func moreWritesThanMayWaitAreRefusedAsOverload() async throws {
        var options = StoreOptions()
        options.writesWaiting = 4
        let store = try await open(options: options)
        let gate = Gate()
        async let blocker: Void = store.write { _ in gate.pass() }
        await gate.waitForVisitor()
        let outcomes = await withTaskGroup(of: Fault?.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    do {
                        try await store.write { _ in }
                        return nil
                    } catch { return error as? Fault }
                }
            }
            // Six are refused at once; the four that wait are released afterwards.
            var outcomes: [Fault?] = []
            for await outcome in group {
                outcomes.append(outcome)
                if outcomes.count == 6 { gate.open() }
            }
            return outcomes
        }
        try await blocker
        #expect(outcomes.prefix(6).allSatisfy { $0?.code == .overloaded && $0?.retryAfterMilliseconds != nil })
        #expect(outcomes.suffix(4).allSatisfy { $0 == nil })
        await store.close()
    }

    @Test func aFullDiskFailsTheWholeCommitAndNothingElse() async throws {
        let count = CountInMemory()
        var options = StoreOptions()
        options.maximumPages = 24
        let store = try await open(options: options, participants: [count])
        let large = String(repeating: "x", count: 20_000)
        var written = 0
        var refusal: Fault?
        while refusal == nil {
            do {
                try await store.write { transaction in
                    try transaction.connection.run("INSERT INTO note (text) VALUES (?1)", large)
                    count.add()
                }
                written += 1
            } catch { refusal = error as? Fault }
        }
        #expect(refusal?.code == .storageUnavailable)
        #expect(refusal?.isRetryable == true)
        #expect(count.durable == written)
        #expect(count.now == written)
        #expect(try await notes(in: store).count == written)
        // There is room again: the next write succeeds.
        try await store.write { try $0.connection.run("DELETE FROM note") }
        try await note("small", in: store)
        #expect(try await notes(in: store) == ["small"])
        await store.close()
    }

    @Test func afterClosingNothingIsTaken() async throws {
        let store = try await open()
        await store.close()
        await store.close()
        await #expect { try await note("late", in: store) } throws: { ($0 as? Fault)?.code == .unavailable }
        await #expect { try await notes(in: store) } throws: { ($0 as? Fault)?.code == .unavailable }
    }

    @Test func aLongLogIsMovedIntoTheFileWhileOthersWriteAndRead() async throws {
        var options = StoreOptions()
        options.checkpointPages = 64
        options.maximumLogPages = 512
        let store = try await open(options: options)
        let text = String(repeating: "y", count: 8_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<300 { try await note(text, in: store) }
                }
            }
            try await group.waitForAll()
        }
        let size = try #require(
            FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int)
        #expect(size < 1024 * 4200, "the log has \(size) bytes")
        #expect(try await notes(in: store).count == 1200)
        await store.close()
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test func cursorsMoveWithTheirTransaction() async throws {
        let store = try await open()
        try await store.write { try $0.setCursor(of: "ledger", to: 5) }
        _ = try? await store.write { transaction in
            try transaction.setCursor(of: "ledger", to: 6)
            throw Refusal()
        }
        #expect(try await store.read { try $0.cursor(of: "ledger") } == 5)
        #expect(try await store.write { try $0.cursor(of: "auth") } == 0)
        await store.close()
    }
}
