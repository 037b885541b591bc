import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: programs that nobody here wrote read random books without a complaint, and have the balances, the income
/// statement and the net worth that history has: account by account, commodity by commodity.
@Suite struct OutsideJournalTests {
    private struct Expected {
        var balances: [OutsideBooks.Place: Int64] = [:]
        var income: [OutsideBooks.Place: Int64] = [:]
        var expenses: [OutsideBooks.Place: Int64] = [:]
        var worth: [String: Int64] = [:]
        var texts: [String: String] = [:]
    }

    private static func text(_ sums: [OutsideBooks.Place: Int64]) -> [OutsideBooks.Place: String] {
        var texts: [OutsideBooks.Place: String] = [:]
        for (place, sum) in sums where sum != 0 {
            texts[place] = Money(minorUnits: sum, currency: .known(place.currency)).decimalText
        }
        return texts
    }

    private static func all(
        _ house: HistoryHouse, from: CalendarDay? = nil, to: CalendarDay? = nil
    ) async throws -> [HistorySignal.Transaction] {
        var found: [HistorySignal.Transaction] = []
        var cursor: String?
        repeat {
            let page = try await house.list(
                HistorySignal.Transactions(
                    from: from?.description, to: to?.description, limit: 1_000, cursor: cursor))
            found += page.transactions
            cursor = page.nextCursor
        } while cursor != nil
        return found
    }

    /// Sums up what history answers about transactions. Only the names of accounts are those of the writer.
    private static func expected(
        _ house: HistoryHouse, _ naming: JournalNaming, own ids: [String], from: CalendarDay?, to: CalendarDay?
    ) async throws -> Expected {
        let (accounts, categories) = try await house.store.read { reading in
            (try reading.accounts(of: "anna"), try reading.categories(of: "anna"))
        }
        let names = JournalNames(naming, accounts: accounts, categories: categories)
        var expected = Expected()
        for transaction in try await all(house, to: to) {
            let change = transaction.type == .income ? transaction.amount.minorUnits : -transaction.amount.minorUnits
            let code = transaction.amount.currency.code
            let place = OutsideBooks.Place(account: names[.own(transaction.account)], currency: code)
            expected.balances[place, default: 0] += change
            expected.worth[code, default: 0] += change
        }
        let foreign = try await house.list(HistorySignal.Transactions(limit: 1_000, own: false)).transactions
        #expect(foreign.count < 1_000)
        let inPeriod = Set(try await all(house, from: from, to: to).map { "\($0.id) \($0.type)" })
        for transaction in foreign where inPeriod.contains("\(transaction.id) \(transaction.type)") {
            var meant = transaction
            if let reversed = transaction.reverses {
                meant = try await house.send(HistorySignal.GetTransaction(id: reversed)).transaction
            }
            let amount = transaction.amount.minorUnits
            let code = transaction.amount.currency.code
            let change = meant.type == transaction.type ? amount : -amount
            let isIncome = meant.type == .income
            let name = names[isIncome ? .income(meant.category) : .expenses(meant.category)]
            let place = OutsideBooks.Place(account: name, currency: code)
            if isIncome {
                expected.income[place, default: 0] += change
            } else {
                expected.expenses[place, default: 0] += change
            }
        }
        for transaction in try await all(house, from: from, to: to) {
            expected.texts[transaction.id] = transaction.description
        }
        return expected
    }

    @Test(
        .enabled(if: OutsideBooks.areReadersInstalled, "the packages hledger and beancount are not installed"),
        arguments: HistorySignal.JournalFormat.allCases, [false, true])
    func strangersReadTheSameBooks(format: HistorySignal.JournalFormat, isPeriod: Bool) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("OutsideJournalTests: seed \(seed)")
        let books = try RandomBooks(seed: seed, steps: 300)
        let from = isPeriod ? try JournalTests.day("2026-02-01") : nil
        let to = isPeriod ? try JournalTests.day("2026-03-31") : nil
        try await HistoryHouse.with(.sqlite) { house in
            try await house.follow(books.script.events)
            house.setLedger(
                accounts: try books.accounts.map { id in
                    try JournalTests.state(
                        id, books.currencies[id] ?? .rubles, opened: "2026-01-20T00:00:00Z",
                        id == "k1" ? .closed : .active)
                })
            try await house.setZone("Asia/Tokyo", of: "anna")
            for (index, text) in ["coffee", "star", "quoted"].enumerated() {
                _ = try await house.send(
                    HistorySignal.AddRule(contains: text, category: RandomBooks.categories[index], type: .expense),
                    key: "rule\(index)")
            }
            let content = try await house.send(HistorySignal.Journal(format: format, from: from, to: to)).content
            let again = try await house.send(HistorySignal.Journal(format: format, from: from, to: to)).content
            #expect(content == again)
            let naming = format == .hledger ? HledgerJournalWriter.naming : BeancountJournalWriter.naming
            let expected = try await Self.expected(house, naming, own: books.accounts, from: from, to: to)
            let seen =
                switch format {
                case .hledger: try await OutsideBooks.hledger(content)
                case .beancount: try await OutsideBooks.beancount(content)
                }
            let own = seen.balances.filter { $0.key.account.lowercased().hasPrefix("assets:") }
            #expect(own == Self.text(expected.balances), "seed \(seed)")
            #expect(seen.income == Self.text(expected.income), "seed \(seed)")
            #expect(seen.expenses == Self.text(expected.expenses), "seed \(seed)")
            #expect(!own.isEmpty && !seen.income.isEmpty && !seen.expenses.isEmpty)
            var worth: [String: Int64] = [:]
            for (place, sum) in own {
                worth[place.currency, default: 0] += try Money(decimal: sum, currency: .known(place.currency))
                    .minorUnits
            }
            #expect(worth.filter { $0.value != 0 } == expected.worth.filter { $0.value != 0 }, "seed \(seed)")
            for (id, text) in seen.texts {
                let whole = try #require(expected.texts[id], "seed \(seed): \(id)")
                #expect(Self.visible(text) == Self.visible(Self.kept(whole, in: format)), "seed \(seed): \(id)")
            }
            if !isPeriod { try await Self.compare(seen, withTheSummaryOf: house, naming) }
        }
    }

    /// Compares an income statement with what history sums up without own and undone transfers.
    private static func compare(
        _ seen: OutsideBooks, withTheSummaryOf house: HistoryHouse, _ naming: JournalNaming
    ) async throws {
        let (accounts, categories) = try await house.store.read { reading in
            (try reading.accounts(of: "anna"), try reading.categories(of: "anna"))
        }
        let names = JournalNames(naming, accounts: accounts, categories: categories)
        let rows = try await house.send(
            HistorySignal.Summary(by: .category, limit: 1_000, own: false, undone: false)
        ).rows
        var (income, expenses): ([OutsideBooks.Place: Int64], [OutsideBooks.Place: Int64]) = ([:], [:])
        for row in rows {
            let code = row.currency.code
            income[.init(account: names[.income(row.key)], currency: code)] = row.income.minorUnits
            expenses[.init(account: names[.expenses(row.key)], currency: code)] = row.expense.minorUnits
        }
        #expect(seen.income == text(income) && seen.expenses == text(expenses))
    }

    /// Returns a description as far as a format can hold it.
    private static func kept(_ text: String, in format: HistorySignal.JournalFormat) -> String {
        let line = text.replacing("\u{FFFE}", with: "\u{FFFD}")
        return format == .beancount ? line : line.replacing(";", with: ",").replacing("|", with: "/")
    }

    /// Returns a text without whitespace: its amount is not kept.
    private static func visible(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    @Test(
        .enabled(if: OutsideBooks.areReadersInstalled, "the packages hledger and beancount are not installed"),
        arguments: HistorySignal.JournalFormat.allCases)
    func strangersNoticeAMissingTransaction(format: HistorySignal.JournalFormat) async throws {
        try await JournalTests.house(.inMemory) { house in
            let content = try await house.send(HistorySignal.Journal(format: format)).content
            var blocks = content.split(separator: "\n\n", omittingEmptySubsequences: false)
            let pay = try #require(blocks.firstIndex { $0.contains("t1") })
            blocks.remove(at: pay)
            let torn = blocks.joined(separator: "\n\n")
            await #expect(throws: OutsideBooks.Complaint.self) {
                switch format {
                case .hledger: _ = try await OutsideBooks.hledger(torn)
                case .beancount: _ = try await OutsideBooks.beancount(torn)
                }
            }
        }
    }
}
