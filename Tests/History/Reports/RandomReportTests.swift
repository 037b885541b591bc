import Coordination
import Domain
import Foundation
import Signals
import TestSupport
import Testing

@testable import HistoryService

/// Goal: every figure of every report is the one that a plain program finds in the list of transactions; balances are
/// those of ledger.
@Suite struct RandomReportTests {
    private static let zones = [
        "UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia",
    ]

    private static func model(_ house: HistoryHouse, zone: String) async throws -> ReportModel {
        func all(_ filter: (String?) -> HistorySignal.Transactions) async throws -> [HistorySignal.Transaction] {
            var found: [HistorySignal.Transaction] = []
            var cursor: String?
            repeat {
                let page = try await house.list(filter(cursor))
                found += page.transactions
                cursor = page.nextCursor
            } while cursor != nil
            return found
        }
        let counted = try await all {
            HistorySignal.Transactions(limit: 1_000, cursor: $0, own: false, undone: false)
        }
        return ReportModel(
            try await all { HistorySignal.Transactions(limit: 1_000, cursor: $0) },
            counted: Set(counted.map { "\($0.id) \($0.type)" }), zone: zone)
    }

    private static func question(_ random: inout SeededGenerator) -> HistorySignal.Report {
        let kind = random.one(of: HistorySignal.ReportKind.allCases)
        let by = random.one(of: HistorySignal.ReportInterval.allCases)
        // The books lie in the first four months of 2026.
        let start = CalendarDay(daysSince1970: 20_454 - 20 + random.below(120))
        let days = by == .day ? random.below(60) : random.below(200)
        let isByCategory = kind == .income || kind == .spending
        return HistorySignal.Report(
            kind: kind, by: by, from: start, to: start.adding(days: days),
            depth: isByCategory && random.chance(50) ? 1 + random.below(3) : nil,
            compare: random.chance(50) ? random.one(of: HistorySignal.ReportComparison.allCases) : nil,
            account: random.chance(20) ? "r1" : nil)
    }

    private static func check(
        _ answer: HistorySignal.ReportAnswer, _ asked: HistorySignal.Report, _ model: ReportModel, _ seed: UInt64
    ) {
        let hint: Comment = "seed \(seed): \(asked)"
        let columns = answer.periods + (answer.comparedPeriods ?? [])
        #expect(answer.periods.first?.first == asked.from && answer.periods.last?.last == asked.to, hint)
        #expect(
            zip(answer.periods, answer.periods.dropFirst()).allSatisfy { $0.last.adding(days: 1) == $1.first }, hint)
        for report in answer.currencies {
            for (row, isTotal) in report.rows.map({ ($0, false) }) + report.totals.map({ ($0, true) }) {
                let amounts = row.amounts + (row.compared ?? [])
                #expect(amounts.count == columns.count, hint)
                for (amount, period) in zip(amounts, columns) {
                    let expected = model.figure(
                        row, isTotal: isTotal, of: asked.kind, report.currency, period)
                    #expect(amount.minorUnits == expected && amount.currency == report.currency, hint)
                }
                let sum = row.amounts.reduce(0) { $0 + $1.minorUnits }
                #expect(row.total == nil || row.total?.minorUnits == sum, hint)
                let mean = Decimal(sum) / Decimal(row.amounts.count)
                #expect(abs(Decimal(row.average.minorUnits) - mean) <= Decimal(0.5), hint)
            }
            // Opening and what came and went is closing, column by column.
            for start in stride(from: 0, to: asked.kind == .cashflow ? report.rows.count : 0, by: 5) {
                for column in columns.indices {
                    let lines = report.rows[start..<(start + 5)].map {
                        ($0.amounts + ($0.compared ?? []))[column].minorUnits
                    }
                    #expect(lines[0] + lines[1] - lines[2] == lines[4] && lines[1] - lines[2] == lines[3], hint)
                }
            }
        }
        for currency in model.currencies {
            let report = answer.currencies.first { $0.currency == currency }
            let sides: [(HistorySignal.ReportLine, Bool)] =
                asked.kind == .income
                ? [(.income, true), (.expense, false)]
                : asked.kind == .spending ? [(.expense, false)] : []
            for (line, isIncome) in sides {
                let rows = report?.rows.filter { $0.line == line } ?? []
                let keys = rows.map(\.key)
                #expect(Set(keys).count == keys.count, hint)
                #expect(
                    Set(keys) == model.categories(currency, isIncome: isIncome, depth: asked.depth, columns), hint)
            }
        }
    }

    @Test func everyFigureIsThatOfAPlainProgram() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("RandomReportTests: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        let books = try RandomBooks(seed: seed, steps: 250)
        let zone = random.one(of: Self.zones)
        let questions = (0..<60).map { _ in Self.question(&random) }
        var answers: [[HistorySignal.ReportAnswer]] = []
        for kind in StoreKind.allCases {
            try await HistoryHouse.with(kind) { house in
                try await house.follow(books.script.events)
                try await house.setZone(zone, of: "anna")
                for (index, text) in ["coffee", "star", "quoted"].enumerated() {
                    _ = try await house.send(
                        HistorySignal.AddRule(contains: text, category: RandomBooks.categories[index], type: .expense),
                        key: "rule\(index)")
                }
                let model = try await Self.model(house, zone: zone)
                var given: [HistorySignal.ReportAnswer] = []
                for question in questions {
                    let answer = try await house.send(question)
                    Self.check(answer, question, question.account.map(model.only) ?? model, seed)
                    given.append(answer)
                }
                answers.append(given)
            }
        }
        #expect(answers[0] == answers[1], "seed \(seed)")
        #expect(answers[0].contains { !$0.currencies.isEmpty })
    }

    @Test(arguments: StoreKind.allCases) func balancesAreThoseOfLedger(kind: StoreKind) async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("RandomReportTests: seed \(seed)")
        let books = try RandomBooks(seed: seed, steps: 300)
        try await HistoryHouse.with(kind) { house in
            try await house.follow(books.script.events)
            let day = try #require(CalendarDay("2026-12-31"))
            let answer = try await house.send(
                HistorySignal.Report(kind: .balance, by: .year, from: day, to: day))
            var seen: [String: Int64] = [:]
            for row in answer.currencies.flatMap(\.rows) {
                seen[row.key ?? ""] = row.amounts.first?.minorUnits
            }
            let expected = books.script.balances.filter { books.accounts.contains($0.key) && $0.value != 0 }
            #expect(seen == expected, "seed \(seed)")
            let worth = try await house.send(HistorySignal.Report(kind: .networth, by: .year, from: day, to: day))
            for report in worth.currencies {
                let sum = expected.reduce(0) { $0 + (books.currencies[$1.key] == report.currency ? $1.value : 0) }
                #expect(report.totals.first?.amounts.first?.minorUnits == sum, "seed \(seed)")
            }
        }
    }
}
