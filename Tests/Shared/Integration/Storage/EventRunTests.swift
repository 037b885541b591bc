import Coordination
import Domain
import Storage
import TestSupport
import Testing

/// Events that are rendered from records: the log reads as if all of them had been stored.
@Suite struct EventRunTests {
    private struct Refusal: Error {}

    /// Renders an event from the number and the row of a record.
    private struct Renderer: EventRenderer {
        func events(
            of records: ClosedRange<Int64>, in source: String, _ connection: Connection
        ) throws -> [RenderedEvent] {
            var events: [RenderedEvent] = []
            try connection.query(
                "SELECT number, word FROM records WHERE number BETWEEN ?1 AND ?2 ORDER BY number",
                bind: {
                    $0.bind(records.lowerBound, at: 1)
                    $0.bind(records.upperBound, at: 2)
                },
                { row in events.append(Self.event(source, row.int64(at: 0), row.text(at: 1))) })
            return events
        }

        static func event(_ source: String, _ number: Int64, _ word: String) -> RenderedEvent {
            RenderedEvent(
                type: "test.\(source)", subject: "r\(number)", time: Instant(microseconds: number),
                data: Array(#"{"word":"\#(word)"}"#.utf8))
        }
    }

    private let folder = TemporaryDirectory()
    private let records = Migration(
        1, "CREATE TABLE records (number INTEGER PRIMARY KEY, word TEXT NOT NULL) STRICT;")

    private func open(rendering: Bool = true) async throws -> Store {
        try await Store.open(
            at: folder.file("store.sqlite3"), migrations: [records], renderer: rendering ? Renderer() : nil)
    }

    /// A step of a transaction, with its effect on the log.
    private enum Step: Sendable {
        case kept(String)
        case rendered(Int64, twin: Bool)
        /// Some steps within a savepoint, which is rolled back or not.
        case attempt([Step], fails: Bool)

        func run(in transaction: WriteTransaction) throws {
            switch self {
            case .kept(let word):
                try transaction.append(
                    type: "test.kept", subject: word, time: Instant(microseconds: 7), data: Array("{}".utf8))
            case .rendered(let number, let isTwin):
                try transaction.connection.run("INSERT OR IGNORE INTO records (number, word) VALUES (?1, ?2)") {
                    $0.bind(number, at: 1)
                    $0.bind("word \(number)", at: 2)
                }
                try transaction.append(renderedFrom: number, of: isTwin ? "twins" : "records")
            case .attempt(let steps, let fails):
                do {
                    try transaction.attempt {
                        for step in steps { try step.run(in: transaction) }
                        if fails { throw Refusal() }
                    }
                } catch is Refusal {}
            }
        }

        var events: [RenderedEvent] {
            switch self {
            case .kept(let word):
                [
                    RenderedEvent(
                        type: "test.kept", subject: word, time: Instant(microseconds: 7), data: Array("{}".utf8))
                ]
            case .rendered(let number, let isTwin):
                [Renderer.event(isTwin ? "twins" : "records", number, "word \(number)")]
            case .attempt(let steps, let fails): fails ? [] : steps.flatMap(\.events)
            }
        }
    }

    private func steps(_ random: inout SeededGenerator, depth: Int, next: inout Int64) -> [Step] {
        (0..<random.below(6)).map { index in
            switch random.below(10) {
            case 0...1: return .kept("k\(random.below(100))")
            case 2 where depth < 3:
                // Numbers of a failed attempt are reused, as those of a table would be.
                let before = next
                let fails = random.chance(50)
                let inner = steps(&random, depth: depth + 1, next: &next)
                if fails { next = before }
                return .attempt(inner, fails: fails)
            case 3:
                // A gap in the numbers ends a run.
                next += 2
                return .rendered(next, twin: random.chance(50))
            default:
                next += 1
                return .rendered(next, twin: false)
            }
        }
    }

    @Test(arguments: [1, 2, 3, .random(in: 0 ... .max)] as [UInt64])
    func theLogReadsAsIfAllEventsWereKept(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var model: [Event] = []
        var next: Int64 = 0
        var store = try await open()
        for round in 0..<60 {
            let before = next
            let fails = random.chance(20)
            let steps = steps(&random, depth: 0, next: &next)
            if fails { next = before }
            do {
                try await store.write { transaction in
                    for step in steps { try step.run(in: transaction) }
                    if fails { throw Refusal() }
                }
            } catch is Refusal {}
            if !fails {
                for event in steps.flatMap(\.events) {
                    model.append(
                        Event(
                            sequence: Int64(model.count + 1), type: event.type, subject: event.subject,
                            time: event.time, data: event.data))
                }
            }
            #expect(store.newestSequence() == Int64(model.count), "seed \(seed), round \(round)")
            if random.chance(10) {
                await store.close()
                store = try await open()
            }
        }
        for after in 0...model.count {
            for limit in [0, 1, 2, 1 + random.below(20), 1000] {
                let page = try await store.events(after: Int64(after), limit: limit)
                #expect(page == Array(model[after...].prefix(limit)), "seed \(seed), after \(after), limit \(limit)")
            }
        }
        await store.close()
    }

    @Test func neighboursTakeOneRowTogether() async throws {
        let store = try await open()
        try await store.write { transaction in
            for number in 1...1000 { try Step.rendered(Int64(number), twin: false).run(in: transaction) }
        }
        let rows = try await store.read {
            try $0.connection.first("SELECT count(*) FROM event_runs") { $0.int64(at: 0) }
        }
        #expect(rows == 1)
        #expect(try await store.events(after: 997, limit: 10).map(\.subject) == ["r998", "r999", "r1000"])
        await store.close()
    }

    @Test func runsAreNeverChanged() async throws {
        let store = try await open()
        try await store.write { try Step.rendered(1, twin: false).run(in: $0) }
        await #expect { try await store.write { try $0.connection.run("UPDATE event_runs SET count = 2") } } throws: {
            ($0 as? SQLiteError)?.code == .triggerConstraint
        }
        await store.close()
    }

    @Test func anEventThatCannotBeMadeIsNotPassedOver() async throws {
        let store = try await open()
        try await store.write { try Step.rendered(1, twin: false).run(in: $0) }
        try await store.write { try $0.connection.run("DELETE FROM records") }
        await #expect(throws: Fault.self) { try await store.events(after: 0, limit: 10) }
        await store.close()
        let deaf = try await open(rendering: false)
        await #expect(throws: Fault.self) { try await deaf.events(after: 0, limit: 10) }
        await deaf.close()
    }

    @Test func eventsThatWereKeptBeforeAreReadOn() async throws {
        let store = try await open()
        try await store.write { try Step.kept("old").run(in: $0) }
        await store.close()
        try Connection.withConnection(path: folder.file("store.sqlite3")) {
            try $0.execute(OldTables.repliesByKey + OldTables.eventsWithoutRuns)
        }
        let migrated = try await open()
        try await migrated.write { try Step.rendered(1, twin: false).run(in: $0) }
        #expect(try await migrated.events(after: 0, limit: 10).map(\.subject) == ["old", "r1"])
        await migrated.close()
    }
}
