import Coordination
import Domain
import Signals
import Storage
import TestSupport
import Testing

@testable import HistoryService

@Suite struct RebuildHistoryTests {
    private func script() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("savings", of: "anna")
        try script.openAccount("boris", of: "boris")
        var time = Instant(milliseconds: 1_795_000_000_000)
        for move in 1...200 {
            let (from, to) = [("world-RUB", "main"), ("main", "savings"), ("savings", "boris")][move % 3]
            try script.move(Int64(move), from: from, to: to, at: time, "№ \(move)")
            time = time + .seconds(7_000)
            if move % 10 == 0 { script.mumble() }
        }
        try script.move(
            7, from: "main", to: "savings", at: time, "№ 1",
            more: ["reverses": "t1", "occurredAt": "2026-11-21T08:51:48Z"])
        try script.rename("main", to: "Хозяйство")
        return script
    }

    @Test(arguments: StoreKind.allCases)
    func everythingReadAgainIsTheSame(kind: StoreKind) async throws {
        let events = try script().events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(events, pageSize: 17)
            _ = try await house.send(HistorySignal.AddRule(contains: "№ 1", category: "one"))
            _ = try await house.send(HistorySignal.SetCategory(id: "t1", category: "mine"))
            _ = try await house.send(HistorySignal.SaveFilter(name: "mine", category: "mine"))
            let before = [
                try await house.list(), try await house.list(as: "boris"),
                try await house.list(HistorySignal.Transactions(filter: "mine")),
            ]
            #expect(before[2].transactions.count == 2)
            let count = try await house.store.read { try $0.movementCount() }
            let stale = try await house.follower.lastSequence()
            async let rebuilt = house.send(HistorySignal.Rebuild())
            // The subscriber asks for the cursor before each page and continues from there.
            try await eventually("everything is forgotten") { try await house.follower.lastSequence() == 0 }
            let short = try await house.list()
            #expect(short.transactions.isEmpty)
            house.follower.progress.reach(stale)
            try await house.follow(events, pageSize: 23)
            let answer = try await rebuilt
            #expect(answer == HistorySignal.RebuildAnswer(events: Int64(events.count), transactions: count))
            let after = [
                try await house.list(), try await house.list(as: "boris"),
                try await house.list(HistorySignal.Transactions(filter: "mine")),
            ]
            #expect(after == before)
        }
    }

    @Test func theDatabaseIsTheSameToTheLastRow() async throws {
        let events = try script().events
        try await HistoryHouse.withDatabase { store, house in
            try await house.follow(events, pageSize: 500)
            let before = try await rows(of: store)
            async let rebuilt = house.send(HistorySignal.Rebuild())
            try await eventually("everything is forgotten") { try await house.follower.lastSequence() == 0 }
            try await house.follow(events, pageSize: 7)
            _ = try await rebuilt
            let after = try await rows(of: store)
            #expect(after == before)
            #expect(before.count > 200)
        }
    }

    private func rows(of store: Store) async throws -> [String] {
        try await store.read { transaction in
            var rows: [String] = []
            for (table, columns) in [
                ("users", "number || id"), ("accounts", "number || id || user_number || currency || name"),
                (
                    "transactions t LEFT JOIN texts x ON x.number = t.text_number",
                    """
                    key || '|' || t.user_number || '|' || account_number || '|' || amount_minor || '|' || time_us ||
                    '|' || other_number || '|' || transfer_id || coalesce(text, '') || '|' || said_category || '|' ||
                    own_category || coalesce(reverses, '') || '|' || coalesce(reversed_by, '')
                    """
                ),
                ("texts", "user_number || text"),
            ] {
                let statement = try transaction.connection.statement(
                    dynamic: "SELECT \(columns) FROM \(table) ORDER BY 1")
                while try statement.step() { rows.append(table + " " + statement.row.text(at: 0)) }
            }
            return rows
        }
    }

    @Test(arguments: StoreKind.allCases)
    func nothingIsForgottenWhileLedgerIsAway(kind: StoreKind) async throws {
        let events = try script().events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(events)
            house.setLedgerThere(false)
            #expect(try await house.fault(of: HistorySignal.Rebuild())?.code == .unavailable)
            let last = try await house.follower.lastSequence()
            #expect(last == Int64(events.count))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func anEmptyHistoryIsRebuiltAtOnce(kind: StoreKind) async throws {
        try await HistoryHouse.with(kind) { house in
            let answer = try await house.send(HistorySignal.Rebuild())
            #expect(answer == HistorySignal.RebuildAnswer(events: 0, transactions: 0))
        }
    }

    @Test func whoeverDoesNotWaitIsToldSo() async throws {
        let events = try script().events
        try await HistoryHouse.with(.inMemory) { house in
            try await house.follow(events)
            let waiter = Task { try await house.fault(of: HistorySignal.Rebuild()) }
            try await eventually("everything is forgotten") { try await house.follower.lastSequence() == 0 }
            waiter.cancel()
            let fault = try await waiter.value
            #expect(fault?.code == .cancelled)
        }
    }
}
