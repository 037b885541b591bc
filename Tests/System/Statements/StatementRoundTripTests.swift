import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing
import Transport

/// Goal: the statement of one account, imported into an empty one, gives equal rows and the same balance, through the
/// real services and the gateway.
@Suite(.bank("auth", "ledger", "history")) struct StatementRoundTripTests {
    @Test(arguments: [HistorySignal.StatementFormat.csv, .ofx, .qif])
    func aStatementImportedIntoAnEmptyAccountGivesTheSameRows(format: HistorySignal.StatementFormat) async throws {
        let bank = try SharedBank.current()
        let person = try await bank.person()
        let (from, to) = (
            try await bank.account(of: person, with: "500.00"), try await bank.account(of: person)
        )
        for (index, text) in ["Кофе & <булка>", "=1+1", "tram", "tram", "\"quoted\", with comma"].enumerated() {
            let money = Bank.money("\(index + 1).50")
            _ = try await bank.ask(
                "ledger.withdraw",
                #""account":"\#(from)","amount":\#(money),"description":"\#(text.replacing("\"", with: "\\\""))""#,
                as: person.session, key: Bank.newKey())
        }
        let today = Instant(microseconds: Int64(Date().timeIntervalSince1970 * 1_000_000)).dayInUTC
        func transactions(_ account: String) async throws -> [HistorySignal.Transaction] {
            try await bank.history.send(
                HistorySignal.Transactions(account: account), context: bank.context(person), within: .seconds(180)
            ).transactions
        }
        try await eventually("history has caught up") { (try? await transactions(from).count) == 6 }
        let statement = try await bank.history.send(
            HistorySignal.Statement(
                account: from, from: today.adding(days: -1), to: today.adding(days: 1), format: format),
            context: bank.context(person), within: .seconds(180))
        let rubles = try #require(Currency(code: "RUB"))
        let read = try await bank.history.send(
            HistorySignal.ReadStatement(content: statement.content, currency: rubles), context: bank.context(person),
            within: .seconds(180))
        #expect(read.count == 6 && read.openingBalance?.minorUnits == 0)
        let rows = read.rows.map {
            LedgerSignal.ImportRow(
                amount: $0.amount, date: $0.date, description: $0.description, category: $0.category,
                reference: $0.reference)
        }
        for (round, expected) in [(1, 6), (2, 0)] {
            let answer = try await bank.ledger.send(
                LedgerSignal.ImportRows(account: to, rows: rows),
                context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
            #expect(answer.new == expected && answer.known == 6 - expected, "round \(round)")
        }
        #expect(try await bank.balance(of: to, person) == bank.balance(of: from, person))
        try await eventually("history has caught up") { (try? await transactions(to).count) == 6 }
        let (before, after) = (try await transactions(from), try await transactions(to))
        func plain(_ transactions: [HistorySignal.Transaction]) -> [String] {
            transactions.map { "\($0.type) \($0.amount.decimalText) \($0.description)" }.sorted()
        }
        #expect(plain(before) == plain(after))
        #expect(try await bank.problems(as: person) == [])
    }
}
