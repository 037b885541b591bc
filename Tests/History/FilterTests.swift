import Coordination
import Domain
import Signals
import Testing

@testable import HistoryService

@Suite struct FilterTests {
    private static func withHouse(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        try script.openAccount("yen", of: "anna", .yen)
        try script.openAccount("boris", of: "boris")
        for (day, amount) in [(1, 100), (1, 200), (2, 300), (32, 400)] {
            let time = CalendarDay(daysSince1970: 20_000 + day).startInUTC
            try script.move(Int64(amount), from: "main", to: "world-RUB", at: time, "кофе \(amount)", category: "food")
        }
        try script.move(5, from: "world-JPY", to: "yen", at: CalendarDay(daysSince1970: 20_001).startInUTC, "gift")
        try script.rename("yen", to: "Отпуск")
        try await HistoryHouse.with(kind) { house in
            try await house.follow(script.events)
            try await body(house)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aSavedFilterIsUsedByNameAndNarrowed(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let saved = try await house.send(
                HistorySignal.SaveFilter(name: "food", type: .expense, text: "кофе", minAmount: "2", category: "food"))
            #expect(saved.filter.minAmount == "2" && saved.filter.type == .expense)
            let all = try await house.list(HistorySignal.Transactions(filter: "food"))
            #expect(all.transactions.map(\.id) == ["t4", "t3", "t2"])
            #expect(all.totals.first?.expense.minorUnits == 900)
            let narrowed = try await house.list(
                HistorySignal.Transactions(minAmount: "1", maxAmount: "3", filter: "food"))
            #expect(narrowed.transactions.map(\.id) == ["t3", "t2"])
            let nothing = try await house.list(HistorySignal.Transactions(type: .income, filter: "food"))
            #expect(nothing.transactions.isEmpty && nothing.totals.isEmpty)
            let page = try await house.list(HistorySignal.Transactions(filter: "food", limit: 1))
            _ = try await house.send(HistorySignal.SaveFilter(name: "food", text: "кофе"))
            let stale = HistorySignal.Transactions(filter: "food", cursor: page.nextCursor)
            #expect(try await house.fault(of: stale)?.field == "cursor")
            #expect(try await house.send(HistorySignal.Filters()).filters.map(\.name) == ["food"])
            #expect(
                try await house.fault(of: HistorySignal.Transactions(filter: "food"), as: "boris")?.code == .notFound)
            _ = try await house.send(HistorySignal.RemoveFilter(name: "food"))
            #expect(try await house.fault(of: HistorySignal.RemoveFilter(name: "food"))?.code == .notFound)
            #expect(try await house.send(HistorySignal.Filters()).filters.isEmpty)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aFilterThatCannotBeIsNotSaved(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            for (filter, field) in [
                (HistorySignal.SaveFilter(name: ""), "name"),
                (HistorySignal.SaveFilter(name: String(repeating: "n", count: 101)), "name"),
                (HistorySignal.SaveFilter(name: "a", from: "yesterday"), "from"),
                (HistorySignal.SaveFilter(name: "a", account: "boris"), "account"),
            ] {
                #expect(try await house.fault(of: filter)?.field == field)
            }
            for index in 0..<100 { _ = try await house.send(HistorySignal.SaveFilter(name: "\(index)")) }
            #expect(try await house.fault(of: HistorySignal.SaveFilter(name: "a"))?.field == "name")
            _ = try await house.send(HistorySignal.SaveFilter(name: "7", text: "replaced"))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aSummaryHasARowForEachKeyAndCurrency(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            func rows(_ group: HistorySignal.SummaryGroup, type: HistorySignal.TypeFilter? = nil) async throws
                -> [String]
            {
                try await house.send(HistorySignal.Summary(by: group, type: type)).rows.map {
                    "\($0.key ?? "-") \($0.currency) +\($0.income.minorUnits) -\($0.expense.minorUnits) \($0.count)"
                }
            }
            #expect(
                try await rows(.day) == [
                    "2024-11-05 RUB +0 -400 1", "2024-10-06 RUB +0 -300 1", "2024-10-05 JPY +5 -0 1",
                    "2024-10-05 RUB +0 -300 2",
                ])
            #expect(
                try await rows(.month) == [
                    "2024-11 RUB +0 -400 1", "2024-10 JPY +5 -0 1", "2024-10 RUB +0 -600 3",
                ])
            #expect(try await rows(.category) == ["food RUB +0 -1000 4", "- JPY +5 -0 1"])
            #expect(try await rows(.account) == ["main RUB +0 -1000 4", "yen JPY +5 -0 1"])
            #expect(try await rows(.account, type: .income) == ["yen JPY +5 -0 1"])
            let named = try await house.send(HistorySignal.Summary(by: .account))
            #expect(named.rows.map(\.name) == ["main", "Отпуск"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func aSummaryComesInPages(kind: StoreKind) async throws {
        try await Self.withHouse(kind) { house in
            let whole = try await house.send(HistorySignal.Summary(by: .day)).rows
            var paged: [HistorySignal.SummaryRow] = []
            var cursor: String?
            repeat {
                let page = try await house.send(HistorySignal.Summary(by: .day, limit: 3, cursor: cursor))
                paged += page.rows
                cursor = page.nextCursor
            } while cursor != nil
            #expect(paged == whole)
            let next = try await house.send(HistorySignal.Summary(by: .day, limit: 1)).nextCursor
            #expect(try await house.fault(of: HistorySignal.Summary(by: .month, cursor: next))?.field == "cursor")
            #expect(try await house.fault(of: HistorySignal.Summary(by: .day, limit: 0))?.field == "limit")
        }
    }
}
