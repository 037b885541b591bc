import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: hledger makes the same reports of the exported books.
@Suite struct OutsideReportTests {
    private static let isInstalled = OutsideBooks.areReadersInstalled

    private static func withBooks(
        steps: Int, _ body: (HistoryHouse, String, JournalNames, UInt64) async throws -> Void
    ) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("OutsideReportTests: seed \(seed)")
        let books = try RandomBooks(seed: seed, steps: steps)
        try await HistoryHouse.with(.sqlite) { house in
            try await house.follow(books.script.events)
            try await house.setZone("Asia/Tokyo", of: "anna")
            house.setLedger(
                accounts: try books.accounts.map { id in
                    try JournalTests.state(
                        id, books.currencies[id] ?? .rubles, opened: "2026-01-01T00:00:00Z",
                        id == "k1" ? .closed : .active)
                })
            let content = try await house.send(HistorySignal.Journal(format: .hledger)).content
            let (accounts, categories) = try await house.store.read { reading in
                (try reading.accounts(of: "anna"), try reading.categories(of: "anna"))
            }
            let names = JournalNames(HledgerJournalWriter.naming, accounts: accounts, categories: categories)
            try await body(house, content, names, seed)
        }
    }

    /// Returns numbers by account and currency, without rows of zeros, in minor units.
    private static func numbers(_ rows: [[String]]) throws -> [OutsideBooks.Place: [Int64]] {
        var found: [OutsideBooks.Place: [Int64]] = [:]
        for row in rows {
            let currency = Currency.known(row[1])
            let numbers = try row.dropFirst(2).map { try Money(decimal: $0, currency: currency).minorUnits }
            if numbers.contains(where: { $0 != 0 }) { found[.init(account: row[0], currency: row[1])] = numbers }
        }
        return found
    }

    @Test(
        .enabled(if: isInstalled, "the packages hledger and beancount are not installed"),
        arguments: [
            (HistorySignal.ReportInterval.month, "--monthly", "2026-01-01", "2026-06-30"),
            (.week, "--weekly", "2026-01-05", "2026-05-03"), (.quarter, "--quarterly", "2026-01-01", "2026-12-31"),
        ])
    func balancesAreThoseOfHledger(
        by: HistorySignal.ReportInterval, flag: String, from: String, to: String
    ) async throws {
        try await Self.withBooks(steps: 250) { house, content, names, seed in
            let (first, last) = (try JournalTests.day(from), try JournalTests.day(to))
            let answer = try await house.send(
                HistorySignal.Report(kind: .balance, by: by, from: first, to: last))
            let rows = try await OutsideBooks.report(
                [
                    "balance", "--historical", flag, "--begin", from, "--end", last.adding(days: 1).description, "-E",
                    "^assets:",
                ], of: content)
            var mine: [OutsideBooks.Place: [Int64]] = [:]
            for report in answer.currencies {
                for row in report.rows {
                    let name = names[.own(try #require(row.key))]
                    mine[.init(account: name, currency: report.currency.code)] = row.amounts.map(\.minorUnits)
                }
            }
            #expect(!mine.isEmpty)
            #expect(mine == (try Self.numbers(rows)), "seed \(seed)")
        }
    }

    /// A reversal of hledger's books lies in its own period, so both are compared over the whole.
    @Test(.enabled(if: isInstalled, "the packages hledger and beancount are not installed"))
    func incomeIsThatOfHledger() async throws {
        try await Self.withBooks(steps: 300) { house, content, names, seed in
            let (first, last) = (try JournalTests.day("2026-01-01"), try JournalTests.day("2026-12-31"))
            let answer = try await house.send(HistorySignal.Report(kind: .income, by: .year, from: first, to: last))
            var mine: [OutsideBooks.Place: [Int64]] = [:]
            for report in answer.currencies {
                for (index, row) in report.rows.enumerated() {
                    // hledger shows what lies in an account itself, so the rows below this one are taken off.
                    let below = report.rows[(index + 1)...].prefix { $0.line == row.line && $0.depth > row.depth }
                        .filter { $0.depth == row.depth + 1 }
                    let own = row.amounts[0].minorUnits - below.reduce(0) { $0 + $1.amounts[0].minorUnits }
                    guard own != 0 else { continue }
                    let place: JournalPlace = row.line == .income ? .income(row.key) : .expenses(row.key)
                    let name = OutsideBooks.Place(account: names[place], currency: report.currency.code)
                    // hledger writes income as what left the account of income.
                    mine[name] = [row.line == .income ? -own : own]
                }
            }
            let rows = try await OutsideBooks.report(
                ["balance", "--yearly", "--begin", "2026-01-01", "--end", "2027-01-01", "^income:", "^expenses:"],
                of: content)
            #expect(!mine.isEmpty)
            #expect(mine == (try Self.numbers(rows)), "seed \(seed)")
        }
    }
}
