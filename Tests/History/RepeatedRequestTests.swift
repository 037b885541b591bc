import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

/// A request repeated with its key gets its stored answer, whatever has changed since.
@Suite struct RepeatedRequestTests {
    private static let time = Instant(milliseconds: 1_795_000_000_000)

    private static func script() throws -> LedgerScript {
        var script = LedgerScript()
        for account in ["main", "savings"] { try script.openAccount(account, of: "anna") }
        try script.move(700, from: "main", to: "savings", at: time, "Uber Eats")
        try script.move(500, from: "main", to: "world-RUB", at: time, "Uber", category: "work")
        return script
    }

    /// Runs `body` with a house that knows two transfers, and with the script to add more.
    private static func withHouse(
        _ kind: StoreKind, _ body: (HistoryHouse, inout LedgerScript) async throws -> Void
    ) async throws {
        var script = try script()
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            try await body(house, &script)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aCategoryIsAnsweredAsItWasAndNotAsItIs(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house, script in
            let signal = HistorySignal.SetCategory(id: "t1", account: "main", category: "food")
            let first = try await house.send(signal, key: "k1")
            #expect(first.transactions.map(\.category) == ["food"])
            _ = try await house.send(HistorySignal.SetCategory(id: "t1", category: "fun"))
            // A backdated transfer changes balances, too.
            let known = script.events.count
            try script.move(
                90, from: "world-RUB", to: "main", at: Self.time, more: ["occurredAt": "2026-01-01T00:00:00Z"])
            try await house.follow(script.events(after: known))
            #expect(try await house.send(signal, key: "k1") == first)
            let shown = try await house.send(HistorySignal.GetTransaction(id: "t1"))
            #expect(shown.transaction.category == "fun" && shown.counterpart?.category == "fun")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aCategoryOfATransactionThatIsNotHereAnyMoreIsAnsweredAsItWas(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house, _ in
            let signal = HistorySignal.SetCategory(id: "t1", category: "food")
            let first = try await house.send(signal, key: "k1")
            #expect(first.transactions.count == 2)
            // The first step of a rebuild.
            try await house.store.write(deadline: nil, weight: 1) { try $0.clear() }
            #expect(try await house.send(signal, key: "k1") == first)
            #expect(try await house.fault(of: signal, key: "k2")?.code == .notFound)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aRuleIsAnsweredWithTheCountOfThen(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house, script in
            let signal = HistorySignal.AddRule(contains: "uber", category: "taxi")
            let first = try await house.send(signal, key: "k1")
            #expect(first.count == 2, "both sides of the one that its maker said nothing of")
            let known = script.events.count
            try script.move(300, from: "main", to: "world-RUB", at: Self.time, "uber again")
            try await house.follow(script.events(after: known))
            #expect(try await house.send(signal, key: "k1") == first)
            _ = try await house.send(HistorySignal.RemoveRule(id: first.rule.id))
            #expect(try await house.send(signal, key: "k1") == first)
            #expect(try await house.send(HistorySignal.Rules()).rules == [])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func everyChangeOfRulesIsAnsweredAsItWas(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house, _ in
            let ids = [
                try await house.send(HistorySignal.AddRule(contains: "a", category: "a")).rule.id,
                try await house.send(HistorySignal.AddRule(contains: "b", category: "b")).rule.id,
            ]
            let (move, remove) = (HistorySignal.MoveRule(id: ids[1], position: 1), HistorySignal.RemoveRule(id: ids[0]))
            let moved = try await house.send(move, key: "move")
            let removed = try await house.send(remove, key: "remove")
            #expect(moved.rules.map(\.id) == ids.reversed() && removed.rules.map(\.id) == [ids[1]])
            _ = try await house.send(HistorySignal.AddRule(contains: "c", category: "c"))
            #expect(try await house.send(move, key: "move") == moved)
            #expect(try await house.send(remove, key: "remove") == removed)
            #expect(try await house.send(HistorySignal.Rules()).rules.map(\.contains) == ["b", "c"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func everyChangeOfFiltersIsAnsweredAsItWas(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house, _ in
            let (save, remove) = (
                HistorySignal.SaveFilter(name: "food", text: "uber"), HistorySignal.RemoveFilter(name: "food")
            )
            let saved = try await house.send(save, key: "save")
            _ = try await house.send(HistorySignal.SaveFilter(name: "food", text: "eats"))
            let removed = try await house.send(remove, key: "remove")
            #expect(saved.filter.text == "uber" && removed.filter.text == "eats")
            _ = try await house.send(HistorySignal.SaveFilter(name: "food", text: "third"))
            #expect(try await house.send(save, key: "save") == saved)
            #expect(try await house.send(remove, key: "remove") == removed)
            #expect(try await house.send(HistorySignal.Filters()).filters.map(\.text) == ["third"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aKeyOfOtherContentIsAConflict(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house, _ in
            _ = try await house.send(HistorySignal.SetCategory(id: "t1", category: "food"), key: "one")
            for fault in [
                try await house.fault(of: HistorySignal.SetCategory(id: "t1", category: "fun"), key: "one"),
                try await house.fault(of: HistorySignal.AddRule(contains: "a", category: "b"), key: "one"),
                try await house.fault(of: HistorySignal.RemoveFilter(name: "food"), key: "one"),
            ] {
                #expect(fault?.code == .conflict)
            }
            let boris = try await house.fault(of: HistorySignal.SetCategory(id: "t1"), as: "boris", key: "one")
            #expect(boris?.code == .notFound, "keys belong to their caller")
        }
    }
}
