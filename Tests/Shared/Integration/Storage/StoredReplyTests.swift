import Coordination
import Domain
import Storage
import StrictJSON
import TestSupport
import Testing

@Suite struct StoredReplyTests {
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

    private func open() async throws -> Store {
        let notes = Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")
        return try await Store.open(at: folder.path + "/store.sqlite3", migrations: [notes])
    }

    /// Adds a note; the third of all is refused.
    private func add(
        _ text: String, key: String?, by caller: String = "ann", to store: Store
    ) async throws -> AddNote.Answer {
        let signal = AddNote(text: text)
        let context = SignalContext(idempotencyKey: key)
        return try await store.writeOnce(signal, caller: caller, context: context, storing: [Self.tooMany]) {
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
}
