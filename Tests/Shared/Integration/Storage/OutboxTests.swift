import Coordination
import Domain
import Storage
import Synchronization
import TestSupport
import Testing

@Suite struct OutboxTests {
    private struct Refusal: Error {}
    private let folder: TemporaryDirectory

    init() throws { folder = TemporaryDirectory() }

    private func open() async throws -> Store {
        try await Store.open(at: folder.path + "/store.sqlite3", migrations: [])
    }

    private func append(_ subject: String, to store: Store, failing: Bool = false) async throws {
        try await store.write { transaction in
            try transaction.append(
                type: "test.happened", subject: subject, time: Instant(microseconds: 7), data: Array("{}".utf8))
            if failing { throw Refusal() }
        }
    }

    @Test func sequencesHaveNoGapsWhateverFails() async throws {
        let store = try await open()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<300 {
                group.addTask { try? await append("\(index)", to: store, failing: index % 2 == 0) }
            }
        }
        #expect(store.newestSequence() == 150)
        let events = try await store.events(after: 0, limit: 1000)
        #expect(events.map(\.sequence) == Array(1...150))
        await store.close()
    }

    @Test func eventsArePagedAndKeepTheirContent() async throws {
        let store = try await open()
        for subject in ["a", "b", "c"] { try await append(subject, to: store) }
        let page = try await store.events(after: 1, limit: 1)
        #expect(
            page == [
                Event(
                    sequence: 2, type: "test.happened", subject: "b", time: Instant(microseconds: 7),
                    data: Array("{}".utf8))
            ])
        #expect(try await store.events(after: 3, limit: 10).isEmpty)
        #expect(try await store.events(after: 0, limit: 0).isEmpty)
        await store.close()
        let again = try await open()
        #expect(again.newestSequence() == 3)
        try await append("d", to: again)
        #expect(again.newestSequence() == 4)
        await again.close()
    }

    @Test func eventsNameTheRequestTheyAreAConsequenceOf() async throws {
        let store = try await open()
        let trace = TraceContext.new(isSampled: true)
        try await append("before", to: store)
        try await TraceContext.$current.withValue(trace) {
            try await append("one", to: store)
            try? await append("refused", to: store, failing: true)
            try await append("two", to: store)
        }
        try await append("behind", to: store)
        let events = try await store.events(after: 0, limit: 10)
        #expect(events.map(\.subject) == ["before", "one", "two", "behind"])
        #expect(events.map(\.trace) == [nil, trace, trace, nil])
        await store.close()
    }

    @Test func whatIsRememberedOfRequestsIsBounded() async throws {
        let store = try await open()
        for number in 0..<1100 {
            let trace = TraceContext.new(isSampled: true)
            try await TraceContext.$current.withValue(trace) { try await append("\(number)", to: store) }
        }
        let events = try await store.events(after: 0, limit: 2000)
        #expect(events.count == 1100)
        #expect(events.filter { $0.trace != nil }.map(\.sequence) == Array(77...1100))
        await store.close()
    }

    @Test func listenersAreToldAfterTheCommit() async throws {
        let store = try await open()
        let heard = Mutex<[Int64]>([])
        store.onAppend { [weak store] sequence in
            #expect(store?.newestSequence() == sequence)
            heard.withLock { $0.append(sequence) }
        }
        try await append("a", to: store)
        try await store.write { _ in }
        try await append("b", to: store)
        #expect(heard.withLock { $0 } == [1, 2])
        await store.close()
    }

    @Test func eventsAreNeverChanged() async throws {
        let store = try await open()
        try await append("a", to: store)
        await #expect { try await store.write { try $0.connection.run("UPDATE events SET subject = 'b'") } } throws: {
            ($0 as? SQLiteError)?.code == .triggerConstraint
        }
        await store.close()
    }
}
