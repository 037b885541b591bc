import Coordination
import Domain
import Reasons
import Signals
import TestSupport
import Testing

@testable import PatternsService

/// The dashboard of a user.
@Suite struct DashboardTests {
    private typealias List = PatternsSignal.List
    private static let closes = (0..<80).map { 100 + Double($0 % 7) }

    /// Creates four securities, each with a candle pattern and a chart pattern.
    private static func filled(_ house: PatternsHouse) async throws {
        let shares = ["A": 20, "B": 24, "C": 28, "D": 32]
        for ticker in shares.keys.sorted() { house.market.put(ticker, closes) }
        house.market.answer { scan in
            let up = shares[scan.segment.ticker] ?? 0
            let isCandle = scan.kind == .candle
            return ScriptedMarket.odds(
                matches: isCandle ? 40 : 8 * up, up: isCandle ? up : 8 * up, low: 0.6,
                meanChange: Double(up) / 1000 * (isCandle ? 1 : -1))
        }
        try await house.watch("A", "B", "C", "D")
        _ = try await house.send(PatternsSignal.Refresh())
    }

    @Test func showsWhatIsAtLeastAverageTheMostProbableFirst() async throws {
        try await PatternsHouse.with { house in
            try await Self.filled(house)
            // Candle patterns have 0.5, 0.6, 0.7, 0.8, chart patterns 1 each: the average is 0.825.
            let list = try await house.send(List())
            #expect(list.patterns.map(\.type) == [.chart, .chart, .chart, .chart])
            #expect(list.patterns.map(\.ticker) == ["A", "B", "C", "D"], "the larger change stands higher")
            #expect(list.total == 8 && abs((list.avgProbability ?? 0) - 0.825) < 1e-12 && list.nextCursor == nil)
            #expect(try await house.send(List(deviationFromAvg: -0.2)).patterns.count == 6)
            #expect(try await house.send(List(deviationFromAvg: -1)).patterns.count == 8)
            #expect(try await house.send(List(deviationFromAvg: 0.2)).patterns.isEmpty)
            let candles = try await house.send(List(type: .candle, deviationFromAvg: -1))
            #expect(candles.patterns.map(\.probability) == [0.8, 0.7, 0.6, 0.5])
            let fewer = try await house.send(List(minMatches: 193, deviationFromAvg: -1, sortBy: .matches))
            #expect(fewer.patterns.map(\.matches) == [256, 224])
            let rising = try await house.send(List(deviationFromAvg: -1, sortBy: .priceChange, ascending: true))
            #expect(rising.patterns.map(\.priceChange) == [-0.032, -0.028, -0.024, -0.02, 0.02, 0.024, 0.028, 0.032])
        }
    }

    @Test func equalProbabilitiesAreNotBelowTheirOwnAverage() async throws {
        try await PatternsHouse.with { house in
            for ticker in ["A", "B", "C"] { house.market.put(ticker, Self.closes) }
            house.market.answer { _ in ScriptedMarket.odds(matches: 30, up: 21) }
            try await house.watch("A", "B", "C")
            _ = try await house.send(PatternsSignal.Refresh())
            #expect(try await house.send(List()).patterns.count == 6)
        }
    }

    @Test(arguments: [PatternsSignal.SortKey.probability, .matches, .priceChange], [true, false])
    func pagesTellEachPatternOnce(sortBy: PatternsSignal.SortKey, ascending: Bool) async throws {
        try await PatternsHouse.with { house in
            try await Self.filled(house)
            let all = try await house.send(List(deviationFromAvg: -1, sortBy: sortBy, ascending: ascending)).patterns
            var paged: [PatternsSignal.Pattern] = []
            var cursor: String?
            repeat {
                let page = try await house.send(
                    List(deviationFromAvg: -1, sortBy: sortBy, ascending: ascending, limit: 3, cursor: cursor))
                #expect(page.patterns.count <= 3)
                paged += page.patterns
                cursor = page.nextCursor
            } while cursor != nil && paged.count < 20
            #expect(paged == all && all.count == 8)
        }
    }

    @Test func refusesWhatIsNoFilter() async throws {
        try await PatternsHouse.with { house in
            try await Self.filled(house)
            let cursor = try #require(try await house.send(List(deviationFromAvg: -1, limit: 1)).nextCursor)
            for list in [
                List(limit: 0), List(limit: 1001), List(minMatches: -1), List(deviationFromAvg: 1.1),
                List(cursor: "x"), List(cursor: cursor), List(deviationFromAvg: -1, limit: 1, cursor: cursor + "-"),
            ] {
                #expect(try await house.fault(of: list) == .invalidArgument, "\(list)")
            }
        }
    }

    @Test func whatTheFilterHidesIsCountedByTheFilterThatHidesIt() async throws {
        try await PatternsHouse.with { house in
            try await Self.filled(house)
            // Candle patterns have 0.5, 0.6, 0.7, 0.8 with 40 matches, chart patterns 1 each with 160 to 256.
            func hidden(_ list: List) async throws -> [Int] {
                let hidden = try #require(try await house.send(list).hidden)
                return [hidden.byType, hidden.byMatches, hidden.byDeviation, hidden.total]
            }
            #expect(try await hidden(List()) == [0, 0, 4, 4])
            #expect(try await hidden(List(type: .candle)) == [4, 0, 4, 8])
            #expect(try await hidden(List(minMatches: 193)) == [0, 6, 0, 6])
            #expect(try await hidden(List(minMatches: 0, deviationFromAvg: -1)) == [0, 0, 0, 0])
        }
    }

    @Test func theBestHasTheBestExpectedRiseAndItsChartLeadsThere() async throws {
        try await PatternsHouse.with { house in
            #expect(try await house.fault(of: PatternsSignal.Best()) == .notFound)
            let empty = try await house.send(PatternsSignal.Stats())
            #expect(empty.activePatterns == 0 && empty.bestTicker == nil && empty.bestProbability == 0)
            try await Self.filled(house)
            let best = try await house.send(PatternsSignal.Best())
            #expect(best.ticker == "D" && best.probability == 0.8 && best.priceChange == 0.032, "not the surer fall")
            #expect(best.chart.count == 60 && best.chart.map(\.value) == Self.closes.suffix(60))
            #expect(best.chart.last?.date == best.pattern.periodEnd)
            let stats = try await house.send(PatternsSignal.Stats())
            #expect(stats.activePatterns == 8 && stats.bestTicker == "D" && stats.bestProbability == 0.8)
            #expect(stats.bestPriceChange == 0.032)
            #expect(abs(stats.avgProbability - 0.825) < 1e-12 && abs(stats.avgPriceChange) < 1e-12)
        }
    }

    @Test func aSecurityThatFallsIsNeverTheBest() async throws {
        try await PatternsHouse.with { house in
            house.market.put("A", Self.closes)
            house.market.answer { _ in ScriptedMarket.odds(matches: 40, up: 4, meanChange: -0.03) }
            try await house.watch("A")
            _ = try await house.send(PatternsSignal.Refresh())
            #expect(try await house.fault(of: PatternsSignal.Best()) == .notFound)
            let stats = try await house.send(PatternsSignal.Stats())
            #expect(stats.activePatterns == 2 && stats.bestTicker == nil && stats.bestPriceChange == nil)
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func nobodySeesThePatternsOfOthers(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            try await Self.filled(house)
            try await house.watch("A", as: "boris")
            _ = try await house.scanner.scan("A")
            let hers = try await house.patterns()
            let his = try await house.patterns(of: "boris")
            #expect(his.map(\.ticker) == ["A", "A"] && hers.count == 8)
            for pattern in hers {
                let fault = try await house.fault(of: PatternsSignal.Show(id: pattern.id), as: "boris")
                #expect(fault == (pattern.ticker == "A" ? nil : .notFound))
                #expect(try await house.fault(of: PatternsSignal.Show(id: pattern.id), as: "vera") == .notFound)
            }
            #expect(try await house.send(PatternsSignal.ListWatches(), as: "vera").securities.isEmpty)
            #expect(try await house.send(PatternsSignal.Score(), as: "vera").kinds.map(\.announced) == [0, 0])
            #expect(try await house.fault(of: PatternsSignal.Best(), as: "vera") == .notFound)
            #expect(try await house.fault(of: PatternsSignal.RemoveWatch(tickers: ["B"]), as: "boris") == .notFound)
            #expect(try await house.send(PatternsSignal.ListWatches()).securities.count == 4)
        }
    }

    @Test func saysThatScannerIsDownAndAnswersFromWhatThereIs() async throws {
        try await PatternsHouse.with { house in
            try await Self.filled(house)
            #expect(try await house.send(List()).notice == nil)
            house.market.setReachable(false)
            house.market.fail(Fault(.unavailable, "scanner cannot be reached."))
            let list = try await house.send(List(deviationFromAvg: -1))
            #expect(list.patterns.count == 8 && list.scanner == .unavailable)
            #expect(list.notice?.contains("scanner is not answering now") == true)
            #expect(try await house.send(PatternsSignal.Stats()).scanner == .unavailable)
            let best = try await house.send(PatternsSignal.Best())
            #expect(best.scanner == .unavailable && best.notice?.contains("this is the state of") == true)
            #expect(try await house.send(PatternsSignal.Show(id: best.pattern.id)).scanner == .unavailable)
            #expect(try await house.fault(of: PatternsSignal.Refresh()) == .unavailable)
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func whatHasChangedSinceIsMarked(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            try await Self.filled(house)
            house.market.put("B", Self.closes + [1])
            try await house.hear(of: "B", sequence: 1)
            let list = try await house.send(List(deviationFromAvg: -1))
            #expect(Set(list.patterns.filter(\.stale).map(\.ticker)) == ["B"])
            #expect(
                list.notice == "scanner is being asked again; 2 patterns are based on candles that have changed since")
            #expect(list.noticeReason == Explanation(named: "scannerIsAskedAgain", ["stale": 2]))
            #expect(try await house.send(PatternsSignal.Stats()).stalePatterns == 2)
            let states = try await house.send(PatternsSignal.ListWatches()).securities.map(\.state)
            #expect(states == [.current, .stale, .current, .current])
            // A repeated event and an older one change nothing.
            try await house.hear(of: "C", sequence: 1)
            #expect(try await house.follower.lastSequence() == 1)
            _ = try await house.scanner.scan("B")
            #expect(try await house.send(List(deviationFromAvg: -1)).patterns.allSatisfy { !$0.stale })
        }
    }
}
