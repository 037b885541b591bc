import Coordination
import Domain
import Reasons
import Storage
import StrictJSON
import TestSupport
import Testing

@Suite struct StoredAnswerTests {
    private struct AddNote: Signal {
        struct Answer: Codable, Equatable {
            let id: Int64
            let text: String
        }
        static let method: SignalMethod = "test.addNote"
        static let summary = "Adds a note."
        let text: String
    }

    private static let tooMany = FaultCode("tooMany")
    private let folder: TemporaryDirectory

    init() throws { folder = TemporaryDirectory() }

    private var path: String { folder.path + "/store.sqlite3" }

    private func open(_ options: StoreOptions = StoreOptions()) async throws -> Store {
        let notes = Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")
        return try await Store.open(at: path, migrations: [notes], options: options)
    }

    /// Adds a note; the third note is refused.
    private func add(
        _ text: String, key: String?, by caller: String = "ann", to store: Store
    ) async throws -> AddNote.Answer {
        let signal = AddNote(text: text)
        let context = SignalContext(idempotencyKey: key)
        return try await store.once(signal, by: caller, context: context, storing: [Self.tooMany]) {
            transaction in
            if text.isEmpty { throw Fault.invalidArgument("text", "must not be empty") }
            try transaction.connection.run("INSERT INTO note (text) VALUES (?1)") { $0.bind(text, at: 1) }
            let id = transaction.connection.lastInsertRowID
            guard id < 3 else { throw Fault(Self.tooMany, "There are two already.", details: ["id": .number(Int(id))]) }
            return AddNote.Answer(id: id, text: text)
        }
    }

    private func fault(_ text: String, key: String, to store: Store) async throws -> Fault? {
        do {
            _ = try await add(text, key: key, to: store)
            return nil
        } catch let fault as Fault {
            return fault
        }
    }

    private func count(in store: Store) async throws -> Int64? {
        try await store.read { try $0.connection.first("SELECT count(*) FROM note") { $0.int64(at: 0) } }
    }

    @Test func aRepeatedKeyDoesNothingAndAnswersTheSame() async throws {
        let store = try await open()
        let first = try await add("one", key: "k", to: store)
        #expect(try await add("one", key: "k", to: store) == first)
        #expect(try await count(in: store) == 1)
        await store.close()
        let again = try await open()
        #expect(try await add("one", key: "k", to: again) == first)
        #expect(try await add("one", key: nil, to: again) != first)
        await again.close()
    }

    @Test func otherContentOfTheSameKeyIsAConflictAndAnotherCallersIsNot() async throws {
        let store = try await open()
        let first = try await add("one", key: "k", to: store)
        #expect(try await fault("two", key: "k", to: store)?.code == .conflict)
        #expect(try await add("one", key: "k", by: "bob", to: store) != first)
        await store.close()
    }

    @Test func refusalsFromTheStateOfThingsAreKeptAndLeaveNothingBehind() async throws {
        let store = try await open()
        _ = try await add("one", key: nil, to: store)
        _ = try await add("two", key: nil, to: store)
        let refusal = try await fault("three", key: "k", to: store)
        #expect(refusal?.code == Self.tooMany)
        #expect(try await count(in: store) == 2)
        try await store.write { try $0.connection.run("DELETE FROM note") }
        #expect(try await fault("three", key: "k", to: store) == refusal)
        #expect(try await fault("three", key: "l", to: store) == nil)
        await store.close()
    }

    @Test func faultsOfTheRequestAreNotKept() async throws {
        let store = try await open()
        #expect(try await fault("", key: "k", to: store)?.code == .invalidArgument)
        #expect(try await fault("one", key: "k", to: store) == nil)
        await store.close()
    }

    @Test(arguments: ["", String(repeating: "k", count: 129), "a\nb", "ключ"])
    func whatIsNoKeyIsRefused(key: String) async throws {
        let store = try await open()
        let fault = try await fault("one", key: key, to: store)
        #expect(fault?.code == .invalidArgument)
        #expect(fault?.field == "_meta.idempotencyKey")
        await store.close()
    }

    @Test func manyAtOnceWithOneKeyDoItOnce() async throws {
        let store = try await open()
        let answers = try await withThrowingTaskGroup(of: AddNote.Answer.self) { group in
            for _ in 0..<50 { group.addTask { try await add("one", key: "k", to: store) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0 == AddNote.Answer(id: 1, text: "one") })
        #expect(try await count(in: store) == 1)
        await store.close()
    }

    /// Regardless of other keys, refusals, a restart, and the move of keys from memory into the index.
    @Test(arguments: [1, .random(in: 0 ... .max)] as [UInt64])
    func keysAreKnownForEverWhereverTheyAre(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var options = StoreOptions()
        options.keysInMemory = 8
        var store = try await open(options)
        var done: [String: Int] = [:]
        for step in 0..<600 {
            if random.chance(3) {
                await store.close()
                store = try await open(options)
            }
            let burst = random.chance(30) ? 1 + Int(random.next() % 40) : 1
            let keys = (0..<burst).map { _ in "key \(random.next() % 300)" }
            let outcomes = try await withThrowingTaskGroup(of: (String, Int).self) { [store] group in
                for (place, key) in keys.enumerated() {
                    group.addTask { (key, try await Self.count(key, named: step * 100 + place, in: store)) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (key, number) in outcomes {
                let first = done[key] ?? number
                #expect(number == first, "\(key)")
                done[key] = first
            }
        }
        let stored = try await store.read { transaction in
            (
                try transaction.connection.first("SELECT count(*) FROM note") { Int($0.int64(at: 0)) },
                try transaction.connection.first("SELECT count(*) FROM reply_index") { Int($0.int64(at: 0)) } ?? 0
            )
        }
        await store.close()
        #expect(stored.0 == done.values.count { $0 > 0 }, "each was done once")
        #expect(stored.1 > done.count / 2, "most have left the memory")
    }

    @Test func whatWasUndoneTakesNoNumbers() async throws {
        let store = try await open()
        for round in 0..<3 {
            await #expect(throws: Fault.self) {
                try await store.write { transaction in
                    for number in 0..<100 {
                        let request = try KeyedRequest(
                            caller: "ann", key: "\(round)-\(number)", method: "test.part", content: [1])
                        _ = try transaction.once(
                            request, storing: [], restore: { _ in "" },
                            keep: { StoredAnswer(kind: 1, content: Array($0.utf8)) }, { "part" })
                    }
                    throw Fault(Self.tooMany, "All of it is undone.")
                }
            }
            _ = try await fault("one", key: "k\(round)", to: store)
        }
        let numbers = try await store.read { transaction in
            var numbers: [Int64] = []
            try transaction.connection.query("SELECT number FROM replies ORDER BY number") {
                numbers.append($0.int64(at: 0))
            }
            return numbers
        }
        #expect(numbers == [1, 2, 3])
        await store.close()
    }

    @Test func afterAStartTheIndexIsAskedForTheKeysInItOnly() async throws {
        var options = StoreOptions()
        options.keysInMemory = 8
        let store = try await open(options)
        for number in 0..<400 { _ = try await Self.count("key-\(number)", named: number, in: store) }
        await store.close()

        let connection = try Connection(path: path, options: ConnectionOptions())
        defer { connection.close() }
        var indexed: [Int64] = []
        try connection.query("SELECT hash FROM reply_index") { indexed.append($0.int64(at: 0)) }
        let strangers = (0..<400).map { ReplyIndex.hash(caller: "ben", key: "key-\($0)") }
        let replies = ReplyIndex(gathering: 8)
        try replies.load(connection)
        #expect(strangers.allSatisfy(replies.mayBeIndexed), "nothing is known yet")
        let (round, first) = try #require(replies.beginFilling())
        #expect(replies.beginFilling() == nil, "one fills it")
        var next: Int64? = first
        while let from = next { next = try replies.fill(round, from: from, connection) }
        #expect(indexed.count > 300)
        #expect(indexed.allSatisfy(replies.mayBeIndexed))
        #expect(strangers.count(where: replies.mayBeIndexed) < 20)
    }

    /// Runs an action under a key and returns a unique number of that run; 0 or less is a refusal.
    private static func count(_ key: String, named number: Int, in store: Store) async throws -> Int {
        let request = try KeyedRequest(
            caller: "ann", key: key.replacing(" ", with: "-"), method: "test.count", content: Array(key.utf8))
        let isRefused = key.hasSuffix("7")
        let outcome = try await store.write { transaction in
            try transaction.once(
                request, storing: [tooMany],
                restore: { reply in Int(String(decoding: reply.content, as: UTF8.self)) ?? .min },
                keep: { StoredAnswer(kind: 1, content: Array(String($0).utf8)) },
                {
                    try transaction.connection.run("INSERT INTO note (text) VALUES (?1)") { $0.bind(key, at: 1) }
                    if isRefused { throw Fault(tooMany, "Not this one.", details: ["number": .number(-number)]) }
                    return number + 1
                })
        }
        switch outcome {
        case .success(let done): return done
        case .failure(let refusal):
            guard case .number(let first)? = refusal.details["number"] else { throw refusal }
            return first
        }
    }

    @Test func aKeyUsedWithinTheWorkOfItselfIsAConflict() async throws {
        let store = try await open()
        let request = try KeyedRequest(caller: "ann", key: "k", method: "test.outer", content: [1])
        let part = try KeyedRequest(caller: "ann", key: "k", method: "test.inner", content: [2])
        @Sendable func keep(_ text: String) -> StoredAnswer { StoredAnswer(kind: 1, content: Array(text.utf8)) }
        let fault = await #expect(throws: Fault.self) {
            try await store.write { transaction in
                _ = try transaction.once(
                    request, storing: [], restore: { _ in "" }, keep: keep,
                    {
                        _ = try transaction.once(part, storing: [], restore: { _ in "" }, keep: keep, { "part" }).get()
                        return "whole"
                    })
            }
        }
        #expect(fault?.code == .conflict)
        let kept = try await store.read { try $0.connection.first("SELECT count(*) FROM replies") { $0.int64(at: 0) } }
        #expect(kept == 0)
        #expect(try await add("one", key: "k", to: store).id == 1, "the key is free")
        await store.close()
    }

    /// Two keys with one hash cannot be found, so a file is forged to contain them.
    @Test func anotherKeyOfTheSameHashHidesNone() async throws {
        let store = try await open()
        let first = try await add("one", key: "k", to: store)
        _ = try await add("two", key: "l", to: store)
        await store.close()
        try Connection.withConnection(path: path) {
            try $0.execute("UPDATE replies SET hash = (SELECT hash FROM replies WHERE number = 1) WHERE number = 2")
        }
        let again = try await open()
        #expect(try await add("one", key: "k", to: again) == first)
        #expect(try await count(in: again) == 2)
        await again.close()
    }

    @Test func repliesOfTheOldSchemaAreStillKnown() async throws {
        let store = try await open()
        let first = try await add("one", key: "k", to: store)
        await store.close()
        try Connection.withConnection(path: path) { try $0.execute(OldTables.repliesByKey) }
        let newer = try await open()
        #expect(try await add("one", key: "k", to: newer) == first)
        #expect(try await fault("two", key: "k", to: newer)?.code == .conflict)
        #expect(try await add("two", key: "l", to: newer).id == 2)
        await newer.close()
        let again = try await open()
        #expect(try await add("two", key: "l", to: again).id == 2)
        await again.close()
    }
}
