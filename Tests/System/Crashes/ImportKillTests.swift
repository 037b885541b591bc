import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing
import Transport

/// A file is imported entirely or not at all, and each row once, whenever the ledger is killed.
///
/// Method: each round imports the rows of all earlier rounds and some new ones, kills the ledger at a random moment,
/// and asks again. The link retries unanswered requests on its own.
@Suite struct ImportKillTests {
    private static let rounds =
        (ProcessInfo.processInfo.environment["KOPILKA_TEST_KILLS"].flatMap { Int($0) } ?? 200) / 20

    @Test func aKilledImportIsFinishedByImportingAgain() async throws {
        let bank = try await Bank.opened()
        let person = try await bank.person()
        let account = try await bank.account(of: person)
        let rubles = try #require(Currency(code: "RUB"))
        let step = 400
        for round in 1...max(1, Self.rounds) {
            let rows = (0..<round * step).map { index in
                LedgerSignal.ImportRow(
                    amount: Money(minorUnits: 100, currency: rubles), date: "2026-03-01", reference: "id:\(index)")
            }
            let signal = LedgerSignal.ImportRows(account: account, rows: rows)
            async let answer = bank.ledger.send(
                signal, context: bank.context(person, key: "round-\(round)"), within: .seconds(180))
            try await Task.sleep(for: .milliseconds(.random(in: 0...60)))
            try await bank.house.kill("ledger")
            try await bank.house.start("ledger")
            let first = try await answer
            #expect(first.new == step && first.known == (round - 1) * step)
            let again = try await bank.ledger.send(
                signal, context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
            #expect(again.new == 0 && again.known == round * step)
            #expect(again.balance.minorUnits == Int64(round * step * 100))
        }
        #expect(try await bank.problems(as: person) == [])
        await bank.close()
    }

    @Test func anImportIsTakenBackOnceHoweverOftenTheLedgerIsKilled() async throws {
        let bank = try await Bank.opened()
        let person = try await bank.person()
        let account = try await bank.account(of: person)
        let rubles = try #require(Currency(code: "RUB"))
        let rows = (0..<2_000).map { index in
            LedgerSignal.ImportRow(
                amount: Money(minorUnits: index.isMultiple(of: 2) ? 300 : -100, currency: rubles), date: "2026-03-01",
                reference: "id:\(index)")
        }
        for round in 1...max(1, Self.rounds / 2) {
            let made = try await bank.ledger.send(
                LedgerSignal.ImportRows(account: account, rows: rows),
                context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
            #expect(made.new == rows.count)
            let undo = LedgerSignal.UndoImport(import: try #require(made.import))
            async let answer = bank.ledger.send(
                undo, context: bank.context(person, key: "undo-\(round)"), within: .seconds(180))
            try await Task.sleep(for: .milliseconds(.random(in: 0...60)))
            try await bank.house.kill("ledger")
            try await bank.house.start("ledger")
            let undone = try await answer
            #expect(!undone.already && undone.reversed == rows.count && undone.balance.minorUnits == 0)
            let again = try await bank.ledger.send(
                undo, context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
            #expect(again.already && again.reversed == 0 && again.balance.minorUnits == 0)
        }
        #expect(try await bank.problems(as: person) == [])
        await bank.close()
    }
}
