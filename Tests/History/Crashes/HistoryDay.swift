import Coordination
import CrashPoints
import Domain
import Signals
import Storage
import StrictJSON
import TestSupport

@testable import HistoryService

/// A day of history: pages of ledger's events, what people make of them, a rebuild, and a person who leaves.
struct HistoryDay: CrashDay {
    static let name = "history"

    /// The events of ledger, the same at each opening.
    private static let script: LedgerScript = {
        guard let script = try? makeScript() else { preconditionFailure("The script's own events are wrong.") }
        return script
    }()

    private static let time = Instant(milliseconds: 1_795_000_000_000)

    private static func makeScript() throws -> LedgerScript {
        var script = LedgerScript()
        for account in ["main", "savings"] { try script.openAccount(account, of: "anna") }
        try script.openAccount("dora's", of: "dora")
        for number in 1...8 as ClosedRange<Int64> {
            try script.move(
                number * 100, from: "world-RUB", to: "main", at: time + .seconds(number), "Salary \(number)")
            try script.move(number * 10, from: "main", to: "dora's", at: time + .seconds(number), "Uber \(number)")
        }
        script.mumble()
        try script.rename("savings", to: "For the sea")
        for number in 1...6 as ClosedRange<Int64> {
            try script.move(number, from: "main", to: "savings", at: time + .seconds(100 + number), "Saved")
        }
        try script.move(
            90, from: "world-RUB", to: "main", at: time + .seconds(200), "Found",
            more: ["occurredAt": "2026-01-01T00:00:00Z"])
        try script.move(70, from: "main", to: "world-RUB", at: time + .seconds(300), "Uber again", category: "work")
        return script
    }

    func open(
        at path: String, clock: SteppedClock, options: StoreOptions
    ) async throws -> OpenHouse<HistoryHouse> {
        let store = try await Store.open(at: path, migrations: HistoryMigrations.all, options: options)
        let house = HistoryHouse(store: SQLiteHistoryStore(store, clock: HistoryHouse.clock), database: store)
        return OpenHouse(house, over: store)
    }

    /// Each movement of an event that was handled is there once; those of a person who left are gone or hidden.
    func problems(of house: HistoryHouse, _ store: Store) async throws -> [String] {
        let last = Int(try await house.follower.lastSequence())
        let events = try Self.script.events.prefix(last).map(RecordedFact.init)
        var expected = 0
        for event in events {
            guard case .moneyMoved(let moved) = event.fact else { continue }
            expected += moved.count { $0.userID == "anna" }
        }
        let found = try await house.list(HistorySignal.Transactions(limit: 500)).transactions
        let ids = Set(found.map { "\($0.id) \($0.account)" })
        guard found.count == expected, ids.count == expected else {
            return ["\(found.count) movements, \(ids.count) of them different, instead of \(expected)"]
        }
        return []
    }

    /// Handles the events up to a number, from where it left off.
    private static func follow(_ name: String, to end: Int) -> CrashStep<HistoryHouse> {
        .change(name) { house, _ in
            let last = Int(try await house.follower.lastSequence())
            try await house.follow(Array(script.events[min(last, end)..<end]))
        }
    }

    static let steps: [CrashStep<HistoryHouse>] =
        [follow("first page", to: 3), follow("second page", to: 12)] + categories + [follow("third page", to: 22)]
        + [.restart("restart at noon")] + filters + rebuild + departure

    private static let categories: [CrashStep<HistoryHouse>] = [
        .ask("category") { house, _, key in
            try await house.send(HistorySignal.SetCategory(id: "t1", account: "main", category: "income"), key: key)
        },
        .ask("rule") { house, notes, key in
            let answer = try await house.send(HistorySignal.AddRule(contains: "uber", category: "taxi"), key: key)
            notes["rule"] = answer.rule.id
            return answer
        },
        .ask("another rule") { house, notes, key in
            let answer = try await house.send(HistorySignal.AddRule(contains: "saved", category: "sea"), key: key)
            notes["other"] = answer.rule.id
            return answer
        },
        .ask("move rule") { house, notes, key in
            try await house.send(HistorySignal.MoveRule(id: notes["other"], position: 1), key: key)
        },
        .ask("remove rule") { house, notes, key in
            try await house.send(HistorySignal.RemoveRule(id: notes["rule"]), key: key)
        },
        .change("zone") { house, _ in try await house.setZone("Asia/Almaty", of: "anna") },
    ]

    private static let filters: [CrashStep<HistoryHouse>] = [
        .ask("save filter") { house, _, key in
            try await house.send(HistorySignal.SaveFilter(name: "taxi", text: "uber"), key: key)
        },
        .ask("save filter again") { house, _, key in
            try await house.send(HistorySignal.SaveFilter(name: "taxi", text: "taxi"), key: key)
        },
        .ask("save another filter") { house, _, key in
            try await house.send(HistorySignal.SaveFilter(name: "sea", text: "saved"), key: key)
        },
        .ask("remove filter") { house, _, key in
            try await house.send(HistorySignal.RemoveFilter(name: "sea"), key: key)
        },
        .ask("learn layout") { house, _, key in
            try await house.send(LayoutSamples.learn(), key: key)
        },
        .ask("forget layout") { house, _, key in
            try await house.send(HistorySignal.ForgetStatementLayout(name: "bank"), key: key)
        },
        .ask("take category back") { house, _, key in
            try await house.send(HistorySignal.SetCategory(id: "t1", category: nil), key: key)
        },
    ]

    private static let rebuild: [CrashStep<HistoryHouse>] = [
        .change("clear") { house, _ in try await house.store.write(deadline: nil, weight: 1) { try $0.clear() } },
        follow("first page again", to: 15), follow("everything again", to: script.events.count),
    ]

    private static let departure: [CrashStep<HistoryHouse>] = [
        .change("dora leaves") { house, _ in
            guard let store = house.store as? SQLiteHistoryStore else { return }
            let facts = try JSONEncoding.encode(["userId": "dora"])
            let event = Event(sequence: 1, type: "auth.userDeleted", subject: "dora", time: time, data: facts)
            try await store.store.write { try store.followPeople([event], in: $0) }
        },
        .change("erase", commits: 8) { house, _ in try await Erasing(store: house.store).erase() },
        .restart("restart in the evening"),
        .ask("last category") { house, _, key in
            try await house.send(HistorySignal.SetCategory(id: "t2", account: "main", category: "last"), key: key)
        },
    ]
}
