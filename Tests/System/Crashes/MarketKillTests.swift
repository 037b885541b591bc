import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing
import Transport

/// Candles are imported entirely or not at all, whenever the scanner is killed, and acknowledged ones are there
/// afterwards.
///
/// Method: each round sends the candles of all earlier rounds and some new ones, kills the scanner at a random moment,
/// and asks again. The link retries unanswered requests on its own.
@Suite struct MarketKillTests {
    private static let rounds =
        (ProcessInfo.processInfo.environment["KOPILKA_TEST_KILLS"].flatMap { Int($0) } ?? 200) / 20

    @Test func aKilledImportIsFinishedByImportingAgain() async throws {
        let bank = try await Bank.opened(["auth", "scanner"])
        let person = try await bank.person()
        let link = ServiceLink(service: "scanner", runDirectory: bank.house.runDirectory, loop: bank.loop)
        let first = try #require(CalendarDay("2000-01-03"))
        let step = 400
        for round in 1...max(1, Self.rounds) {
            let lines = (0..<round * step).map { "\(first.adding(days: $0)),1,3,1,\($0 % 2 + 1),10" }
            let signal = ScannerSignal.ImportCandles(
                ticker: "KILL", csv: "date,open,high,low,close,volume\n" + lines.joined(separator: "\n"))
            async let answer = link.send(
                signal, context: bank.context(person, key: "round-\(round)"), within: .seconds(180))
            try await Task.sleep(for: .milliseconds(.random(in: 0...60)))
            try await bank.house.kill("scanner")
            try await bank.house.start("scanner")
            #expect(try await answer.candles == round * step)
            let again = try await link.send(
                signal, context: bank.context(person, key: Bank.newKey()), within: .seconds(180))
            #expect(again.added == 0 && again.updated == 0 && again.candles == round * step)
            let list = try await link.send(
                ScannerSignal.Securities(), context: bank.context(person), within: .seconds(180))
            #expect(list.securities.map(\.candles) == [round * step])
        }
        await link.close()
        await bank.close()
    }
}
