import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import PatternsService

/// The outcomes of announced patterns.
@Suite struct JudgingTests {
    private static let closes = Array(repeating: 100.0, count: 40)

    private static func rules() -> WatchRules {
        var rules = WatchRules()
        rules.candleLengths = 2...2
        rules.tails = 0...0
        rules.chartLengths = 15...15
        return rules
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func isJudgedByCandlesThatCameAfterwards(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping, rules: Self.rules()) { house in
            house.market.put("SBER", Self.closes)
            // Candle patterns predict a rise, chart patterns a fall.
            house.market.answer { ScriptedMarket.odds(up: $0.kind == .candle ? 30 : 10) }
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
            let announced = try await house.patterns()
            house.market.answer { _ in ScriptedMarket.odds(matches: 1, up: 1) }
            // Two candles after it: candle patterns need three, chart patterns five.
            house.market.put("SBER", Self.closes + [90, 80])
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.send(PatternsSignal.Score()).kinds.map(\.judged) == [0, 0])
            // An unfinished third candle does not count either.
            house.market.put("SBER", Self.closes + [90, 80, 130], lastIsUnfinished: true)
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.send(PatternsSignal.Score()).kinds.map(\.judged) == [0, 0])
            house.market.put("SBER", Self.closes + [90, 80, 110])
            _ = try await house.scanner.scan("SBER")
            var score = try await house.send(PatternsSignal.Score()).kinds
            #expect(score.map(\.type) == [.candle, .chart])
            #expect(score.map(\.announced) == [1, 1] && score.map(\.judged) == [1, 0])
            #expect(score[0].cameTrue == 1 && score[0].hitRate == 1 && score[0].expected == 0.75)
            #expect(score[0].baseRate == 0.5 && score[1].hitRate == nil && score[1].expected == nil)
            house.market.put("SBER", Self.closes + [90, 80, 110, 1, 120, 1])
            _ = try await house.scanner.scan("SBER")
            score = try await house.send(PatternsSignal.Score()).kinds
            #expect(score.map(\.judged) == [1, 1] && score.map(\.cameTrue) == [1, 0])
            #expect(score[1].hitRate == 0 && (score[1].hitRateHigh ?? 1) < 1)

            let candle = try #require(announced.first { $0.type == .candle })
            let shown = try await house.send(PatternsSignal.Show(id: candle.id)).announcement
            #expect(shown?.cameTrue == true && abs((shown?.change ?? 0) - 0.1) < 1e-12 && shown?.judgedAt != nil)
            let judged = try await house.told().filter { $0.type == PatternsEvent.Judged.type }
            #expect(judged.map(\.userID) == ["anna", "anna"] && judged.first?.id == candle.id)
            // Published once, however often the security is scanned.
            house.market.put("OTHER", Self.closes)
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.told().count { $0.type == PatternsEvent.Judged.type } == 2)
        }
    }

    @Test func whatIsNotWatchedAnyMoreIsJudgedAllTheSame() async throws {
        try await PatternsHouse.with(rules: Self.rules()) { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
            let announced = try await house.patterns()
            try await house.send(PatternsSignal.RemoveWatch(tickers: ["SBER"]))
            let scans = house.market.scans.count
            house.market.put("SBER", Self.closes + [101, 102, 100, 104, 105])
            #expect(try await house.store.read { try $0.tickers() } == ["SBER"])
            _ = try await house.scanner.scan("SBER")
            #expect(house.market.scans.count == scans, "nobody wants new patterns of it")
            let score = try await house.send(PatternsSignal.Score()).kinds
            // An unchanged close is a miss.
            #expect(score.map(\.judged) == [1, 1] && score.map(\.cameTrue) == [0, 1])
            #expect(try await house.send(PatternsSignal.Show(id: announced[0].id)).announcement != nil)
            #expect(try await house.store.read { try $0.tickers() } == [])
            // A new watcher gets the patterns, although the market has not changed since the last scan.
            try await house.watch("SBER", as: "boris")
            #expect(try await house.send(PatternsSignal.Refresh(), as: "boris").patterns == 2)
            #expect(house.market.scans.count == scans + 2)
        }
    }

    @Test func whereItsCandlesAreGoneNobodyCanTell() async throws {
        try await PatternsHouse.with(rules: Self.rules()) { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
            let announced = try await house.patterns()
            house.market.remove("SBER")
            _ = try await house.scanner.scan("SBER")
            let score = try await house.send(PatternsSignal.Score()).kinds
            #expect(score.map(\.announced) == [1, 1] && score.map(\.judged) == [0, 0])
            let shown = try await house.send(PatternsSignal.Show(id: announced[0].id)).announcement
            #expect(shown?.judgedAt != nil && shown?.cameTrue == nil)
            #expect(try await house.told().allSatisfy { $0.type == PatternsEvent.Found.type })
        }
    }
}
