import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: camt and MT940 as banks write them are read without loss, as independent parsers read them.
@Suite struct BankMessageTests {
    private static func content(_ name: String) throws -> Data {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try Data(contentsOf: tests.appendingPathComponent("Samples/Messages/\(name)"))
    }

    private static func read(
        _ bytes: Data, account: String? = nil, format: HistorySignal.FileFormat? = nil
    ) async throws -> HistorySignal.StatementRows {
        try await HistoryHouse(store: InMemoryHistoryStore()).send(
            HistorySignal.ReadStatement(base64: bytes.base64EncodedString(), format: format, fileAccount: account))
    }

    @Test(arguments: BankMessage.all) func theFileOfEachBankIsRead(message: BankMessage) async throws {
        let read = try await Self.read(try Self.content(message.name), account: message.account)
        #expect(read.format.rawValue == message.format)
        #expect(read.account == message.expectedAccount && read.currency == .known(message.currency))
        let rows = read.rows.map {
            BankFile.Row(String($0.date.prefix(10)), $0.amount.minorUnits, $0.description)
        }
        #expect(rows == message.rows)
        #expect(read.rows.allSatisfy { $0.amount.currency == .known(message.currency) })
        #expect(read.openingBalance?.decimalText == message.opening)
        #expect(read.closingBalance?.decimalText == message.closing)
        #expect(read.leftOut.map { "\($0.reason) \($0.count)" }.joined(separator: ", ") == message.leftOut)
        #expect(read.skipped == read.problems.count)
        #expect(Set(read.rows.map(\.reference)).count == read.rows.count)
        let format = try #require(HistorySignal.FileFormat(rawValue: message.format))
        let told = try await Self.read(try Self.content(message.name), account: message.account, format: format)
        #expect(told == read)
    }

    @Test(arguments: BankMessage.all.filter { $0.outside != nil })
    func othersReadTheSameRows(message: BankMessage) async throws {
        let kind = try #require(message.outside)
        var bytes = try Self.content(message.name)
        if message.format == "mt940" { bytes = Data(String(decoding: bytes, as: UTF8.self).utf8) }
        let outside = try await OutsideReader.read(bytes, as: kind)
        let read = try await Self.read(bytes)
        func amount(of row: HistorySignal.StatementRow) -> Decimal? { Decimal(string: row.amount.decimalText) }
        if kind == "camt-entries" {
            // The reader knows no payments within an entry, so that sums of days are compared.
            var sums: [String: Decimal] = [:]
            for row in outside.rows { sums[row.day, default: 0] += row.amount }
            for row in read.rows { sums[String(row.date.prefix(10)), default: 0] -= amount(of: row) ?? 0 }
            #expect(sums.count > 0 && sums.values.allSatisfy { $0 == 0 }, "\(sums)")
            return
        }
        func sorted(_ rows: [(String, Decimal)]) -> [String] { rows.sorted { $0 < $1 }.map { "\($0.0) \($0.1)" } }
        let moved = outside.rows.filter { $0.amount != 0 }.map { ($0.day, $0.amount) }
        let found = read.rows.map { (String($0.date.prefix(10)), amount(of: $0) ?? 0) }
        #expect(sorted(moved) == sorted(found))
        if let opening = outside.opening { #expect(read.openingBalance?.decimalText == money(opening)) }
        if let closing = outside.closing { #expect(read.closingBalance?.decimalText == money(closing)) }
    }

    /// Returns an amount with two decimals.
    private func money(_ amount: Decimal) -> String {
        let minorUnits = NSDecimalNumber(decimal: amount * 100).int64Value
        return Money(minorUnits: minorUnits, currency: .known("EUR")).decimalText
    }

    @Test(arguments: ["camt", "mt940"]) func randomStatementsAreReadBackAndOthersAgree(format: String) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("BankMessageTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for round in 0..<12 {
            let statement = RandomMessage(&random, rows: round == 0 ? 0 : random.below(60) + 1)
            let text = format == "camt" ? statement.camt(&random) : statement.mt940(&random)
            let read = try await Self.read(Data(text.utf8))
            #expect(read.format.rawValue == format, "seed \(seed)")
            #expect(read.openingBalance == statement.opening, "seed \(seed)")
            #expect(read.closingBalance == statement.closing, "seed \(seed)")
            #expect(read.rows.map(\.amount) == statement.rows.map(\.change), "seed \(seed)")
            #expect(
                read.rows.map { String($0.date.prefix(10)) } == statement.rows.map(\.day.description), "seed \(seed)")
            #expect(read.rows.map(\.description) == statement.rows.map(\.text), "seed \(seed)")
            #expect(Set(read.rows.map(\.reference)).count == read.rows.count, "seed \(seed)")
            // What is downloaded a second time, beginning later, has the same references.
            let later = RandomMessage(of: statement, from: random.below(statement.rows.count + 1))
            let again = try await Self.read(
                Data((format == "camt" ? later.camt(&random) : later.mt940(&random)).utf8))
            #expect(
                Set(again.rows.map(\.reference)) == Set(read.rows.suffix(again.rows.count).map(\.reference)),
                "seed \(seed)")
            guard round % 4 == 1 else { continue }
            let outside = try await OutsideReader.read(Data(text.utf8), as: format)
            #expect(outside.rows.map { money($0.amount) } == read.rows.map(\.amount.decimalText), "seed \(seed)")
            #expect(outside.rows.map(\.day) == read.rows.map { String($0.date.prefix(10)) }, "seed \(seed)")
            #expect(outside.opening.map(money) == read.openingBalance?.decimalText, "seed \(seed)")
            #expect(outside.closing.map(money) == read.closingBalance?.decimalText, "seed \(seed)")
        }
    }

    @Test func aLongFileIsReadInTime() async throws {
        var random = SeededGenerator(seed: 7)
        let statement = RandomMessage(&random, rows: 4_000)
        let text = statement.camt(&random)
        #expect(text.utf8.count < FileContent.mostBytes)
        let clock = ContinuousClock()
        let start = clock.now
        let file = try ReadFile(
            ReadFiles.Key(
                user: "a", content: Array(text.utf8), kind: nil, encoding: nil, hints: StatementHints(),
                skipsBadLines: false))
        let took = clock.now - start
        print("BankMessageTests: \(text.utf8.count) bytes, 4,000 rows of camt in \(took)")
        #expect(file.statement.rows.count == 4_000)
    }
}
