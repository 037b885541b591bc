import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing

/// Goal: the reports of the real programs come to the balances of the real ledger, and are their owner's alone.
@Suite struct ReportSystemTests {
    private static func money(_ minorUnits: Int64, _ code: String) throws -> Money {
        Money(minorUnits: minorUnits, currency: try #require(Currency(code: code)))
    }

    @Test(arguments: [Wiring.oneProcess, .processes]) func reportsComeToTheBalancesOfLedger(wiring: Wiring) async throws
    {
        let house = try await WiredHouse(wiring)
        do {
            try await compare(house)
        } catch {
            await house.close()
            throw error
        }
        await house.close()
    }

    private func compare(_ house: WiredHouse) async throws {
        let (anna, boris) = (try await Teller("anna", in: house), try await Teller("boris", in: house))
        let main = try await anna.open("RUB", "main")
        let savings = try await anna.open("RUB", "savings")
        let yen = try await anna.open("JPY", "yen")
        let his = try await boris.open("RUB", "his")
        try await anna.ask(
            LedgerSignal.Deposit(account: main, amount: try Self.money(9_000_00, "RUB"), category: "salary"))
        try await anna.ask(
            LedgerSignal.Withdraw(
                account: main, amount: try Self.money(12_34, "RUB"), description: "soup", category: "food:cafe"))
        try await anna.ask(LedgerSignal.MakeTransfer(from: main, to: savings, amount: try Self.money(100_00, "RUB")))
        try await anna.ask(LedgerSignal.MakeTransfer(from: main, to: his, amount: try Self.money(55_55, "RUB")))
        let rows = [
            LedgerSignal.ImportRow(
                amount: try Self.money(-3_00, "RUB"), date: "2025-11-02", description: "tram", reference: "id:tram")
        ]
        try await anna.ask(
            LedgerSignal.ImportRows(account: savings, rows: rows, openingBalance: try Self.money(10_00, "RUB")))
        try await anna.ask(
            LedgerSignal.SetRate(
                from: try Self.money(0, "RUB").currency, to: try Self.money(0, "JPY").currency, rate: "1.5",
                source: "bank"))
        try await anna.ask(LedgerSignal.Exchange(from: main, to: yen, amount: try Self.money(60_00, "RUB")))
        // 1 deposit, 1 soup, 2 own, 1 to Boris, 2 imported, 2 of the exchange.
        try await eventually("history has caught up") {
            (try? await anna.ask(HistorySignal.Transactions()).transactions.count) == 9
        }
        let accounts = try await anna.ask(LedgerSignal.Accounts()).accounts
        let from = try #require(CalendarDay("2025-01-01"))
        func report(_ kind: HistorySignal.ReportKind, by teller: Teller) async throws -> HistorySignal.ReportAnswer {
            try await teller.ask(HistorySignal.Report(kind: kind, by: .year, from: from))
        }
        let balances = try await report(.balance, by: anna).currencies.flatMap(\.rows)
        #expect(Set(balances.map(\.key)) == [main, savings, yen])
        for account in accounts {
            #expect(balances.first { $0.key == account.id }?.amounts.last == account.balance, "\(account.name)")
        }
        for worth in try await report(.networth, by: anna).currencies {
            let sum = accounts.filter { $0.currency == worth.currency }.reduce(0) { $0 + $1.balance.minorUnits }
            #expect(worth.totals.first?.amounts.last?.minorUnits == sum)
        }
        let income = try #require(try await report(.income, by: anna).currencies.first)
        #expect(income.rows.first { $0.key == "salary" }?.total == (try Self.money(9_000_00, "RUB")))
        #expect(income.rows.first { $0.key == "food" }?.amounts.last == (try Self.money(12_34, "RUB")))
        let spending = try #require(try await report(.spending, by: anna).currencies.first)
        #expect(spending.totals.first?.total == (try Self.money(12_34 + 55_55 + 3_00, "RUB")))
        // What came to Boris is all that he sees.
        let hers = try await report(.income, by: boris).currencies.flatMap(\.totals)
        #expect(hers.first?.total == (try Self.money(55_55, "RUB")))
        #expect(try await report(.balance, by: boris).currencies.flatMap(\.rows).map(\.key) == [his])
        let foreign = await #expect(throws: Fault.self) {
            try await boris.ask(HistorySignal.Report(kind: .balance, account: main))
        }
        #expect(foreign?.code == .notFound)
    }
}
