import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: a withdrawn import leaves no trace in the past, while a reversal by the user stays visible.
@Suite struct WithdrawnImportTests {
    private static let first = Instant(milliseconds: 1_771_318_800_000)  // 2026-02-17T09:00:00Z
    private static let day = Duration.seconds(86_400)

    /// t1 is pay; t2 and t3 are an import, dated before and after it; t4 and t5 withdraw it; t6 is one of its rows
    /// imported again.
    private static func script() throws -> LedgerScript {
        var script = LedgerScript()
        try script.openAccount("main", of: "anna")
        func on(_ days: Int) -> String { (first + day * days).description }
        let now = first + day * 30
        try script.move(100_000, from: "world-RUB", to: "main", at: first + day * 2, "pay")
        try script.move(
            5_000, from: "world-RUB", to: "main", at: now, "gift", more: ["occurredAt": on(1), "import": "i2"])
        try script.move(
            300, from: "main", to: "world-RUB", at: now, "tram", more: ["occurredAt": on(3), "import": "i2"])
        try script.move(
            300, from: "world-RUB", to: "main", at: now, "tram",
            more: ["occurredAt": on(3), "import": "i2", "reverses": "t3"])
        try script.move(
            5_000, from: "main", to: "world-RUB", at: now, "gift",
            more: ["occurredAt": on(1), "import": "i2", "reverses": "t2"])
        try script.move(
            300, from: "main", to: "world-RUB", at: now, "tram", more: ["occurredAt": on(3), "import": "i6"])
        return script
    }

    @Test(arguments: StoreKind.allCases, [1, 2, 100]) func thePastIsAsIfTheImportHadNeverBeen(
        kind: StoreKind, pageSize: Int
    ) async throws {
        let events = try Self.script().events
        try await HistoryHouse.with(kind) { house in
            for (count, ids) in [(4, ["t2", "t1", "t3"]), (5, ["t2", "t1"]), (6, ["t1"]), (7, ["t1", "t6"])] {
                // Listed in between, so that the book is updated and not only built.
                try await house.follow(Array(events.prefix(count)), pageSize: pageSize)
                let all = try await house.list()
                #expect(all.transactions.map(\.id).reversed() == ids, "after \(count) events")
                var sum: Int64 = 0
                for row in all.transactions.reversed() {
                    sum += row.type == .income ? row.amount.minorUnits : -row.amount.minorUnits
                    #expect(row.balanceAfter.minorUnits == sum, "\(row.id) after \(count) events")
                }
            }
            let totals = try await house.list().totals
            #expect(totals.map(\.income.minorUnits) == [100_000] && totals.map(\.expense.minorUnits) == [300])
            let undone = try await house.list(HistorySignal.Transactions(undone: true))
            #expect(undone.transactions.map(\.id).reversed() == ["t2", "t5", "t3", "t4"])
            let reversed = try await house.list(HistorySignal.Transactions(reversed: true))
            #expect(reversed.transactions.map(\.id).reversed() == ["t2", "t3"])
            let months = try await house.send(HistorySignal.Summary(by: .month)).rows
            #expect(months.reduce(0) { $0 + $1.count } == 2)
            let statement = try await house.send(
                HistorySignal.Statement(
                    account: "main", from: try #require(CalendarDay("2026-02-18")),
                    to: try #require(CalendarDay("2026-02-28")), format: .csv)
            ).content
            #expect(!statement.contains("gift") && statement.contains("997.00"))
            #expect(try await house.send(HistorySignal.GetTransaction(id: "t2")).transaction.reversedBy == "t5")
        }
    }
}
