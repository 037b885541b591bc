import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

/// The events that tell clients to reload transactions.
@Suite struct ChangedEventTests {
    private static func told(_ house: HistoryHouse) async throws -> [String] {
        try await house.told().map { "\($0.userId) \($0.change.rawValue) \($0.transfer ?? "-")" }
    }

    @Test(arguments: StoreKind.allCases)
    func everyChangeIsToldOnceToItsUser(kind: StoreKind) async throws {
        var script = LedgerScript()
        for (id, user) in [("main", "anna"), ("boris", "boris")] { try script.openAccount(id, of: user) }
        try script.move(700, from: "main", to: "world-RUB", at: Instant(milliseconds: 1_795_000_000_000), "Uber Eats")
        let events = script.events
        try await HistoryHouse.with(kind) { house in
            try await house.follow(events)
            #expect(try await Self.told(house) == [], "of money ledger tells")
            for _ in 1...2 {
                _ = try await house.send(HistorySignal.SetCategory(id: "t1", category: "food"), key: "k1")
            }
            let first = try await house.send(HistorySignal.AddRule(contains: "uber", category: "taxi")).rule.id
            _ = try await house.send(HistorySignal.AddRule(contains: "eats", category: "food"), as: "boris")
            _ = try await house.send(HistorySignal.AddRule(contains: "eats", category: "food"))
            _ = try await house.send(HistorySignal.MoveRule(id: first, position: 2))
            _ = try await house.send(HistorySignal.MoveRule(id: first, position: 2))
            _ = try await house.send(HistorySignal.RemoveRule(id: first))
            _ = try await house.send(HistorySignal.SaveFilter(name: "food", category: "food"))
            _ = try await house.send(HistorySignal.RemoveFilter(name: "food"))
            let expected = [
                "anna category t1", "anna rules -", "boris rules -", "anna rules -", "anna rules -", "anna rules -",
                "anna filters -", "anna filters -",
            ]
            #expect(try await Self.told(house) == expected)
            let none = [
                try await house.fault(of: HistorySignal.SetCategory(id: "t1", category: "food"), as: "boris"),
                try await house.fault(of: HistorySignal.RemoveRule(id: first)),
                try await house.fault(of: HistorySignal.RemoveFilter(name: "food")),
            ]
            #expect(none.map { $0?.code } == [.notFound, .notFound, .notFound])
            #expect(try await Self.told(house) == expected, "what was refused is not told")
        }
    }
}
