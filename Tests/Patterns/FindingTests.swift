import Coordination
import Domain
import Signals
import TestSupport
import Testing

@testable import PatternsService

/// The scanned segments, the patterns among them, and their announcements.
@Suite struct FindingTests {
    static let closes = (0..<80).map { 100 + Double($0 % 7) }

    @Test func triesEverySegmentThatTheRulesName() {
        let shapes = WatchRules().shapes
        #expect(
            shapes.filter { $0.kind == .candle }.map { [$0.length, $0.tail] } == [
                [2, 0], [2, 1], [3, 0], [3, 1], [3, 2], [4, 0], [4, 1], [4, 2], [4, 3], [5, 0], [5, 1], [5, 2], [5, 3],
            ])
        #expect(shapes.filter { $0.kind == .chart }.map(\.length) == Array(15...30))
        #expect(Set(shapes).count == shapes.count)
    }

    private static func candidate(
        _ length: Int, tail: Int = 0, matches: Int = 40, low: Double = 0.6, base: Double = 0.5
    ) -> Candidate {
        Candidate(
            shape: SegmentShape(kind: .candle, length: length, tail: tail), from: "", to: "",
            stats: ScriptedMarket.odds(matches: matches, up: matches, low: low, base: base), matches: [],
            searched: ScannerSignal.Searched(securities: 0, candles: 0, windows: 0, passed: 0, candidates: 0))
    }

    @Test func theBestStandsHighestAboveItsOwnBaseRate() {
        let far = Self.candidate(3, low: 0.55, base: 0.3)
        #expect(Candidate.best(of: [Self.candidate(2, low: 0.7, base: 0.6), far]) == far)
        let frequent = Self.candidate(5, matches: 41)
        #expect(Candidate.best(of: [Self.candidate(2), frequent, Self.candidate(3)]) == frequent)
        let short = Self.candidate(2)
        #expect(Candidate.best(of: [Self.candidate(4), short, Self.candidate(3)]) == short)
        let plain = Self.candidate(4, tail: 0)
        #expect(Candidate.best(of: [Self.candidate(4, tail: 2), plain, Self.candidate(4, tail: 1)]) == plain)
        #expect(Candidate.best(of: []) == nil)
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func keepsTheBestOfEachKindAndSaysOfHowMany(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            house.market.put("SBER", Self.closes)
            house.market.answer { scan in
                switch (scan.kind, scan.days, scan.tailLength) {
                case (.candle, 3, 1): ScriptedMarket.odds(matches: 10, up: 9, low: 0.8, meanChange: 0.02)
                // Nine matches are too few, however good they are.
                case (.candle, 5, 0): ScriptedMarket.odds(matches: 9, up: 9, low: 0.9)
                case (.candle, _, _): ScriptedMarket.odds(matches: 500, up: 260, low: 0.49)
                case (.chart, 21, _): ScriptedMarket.odds(matches: 33, up: 5, low: 0.7, meanChange: -0.03)
                case (.chart, _, _): ScriptedMarket.odds(matches: 5, up: 5, low: 0.9)
                }
            }
            try await house.watch("sber")
            let answer = try await house.send(PatternsSignal.Refresh())
            #expect(answer.patterns == 2 && answer.new == 2)
            #expect(answer.securities.map(\.tried) == [29] && answer.securities[0].state == .current)

            let patterns = try await house.patterns()
            let candle = try #require(patterns.first { $0.type == .candle })
            #expect(candle.matches == 10 && candle.probability == 0.9 && candle.priceChange == 0.02)
            #expect(candle.tried == 13 && candle.edge == .yes && candle.direction == .up && candle.daysToWatch == 3)
            #expect(candle.sparkline == Self.closes.suffix(3))
            let end = ScriptedMarket.firstDay.adding(days: 79)
            #expect(candle.periodEnd == "\(end)" && candle.periodStart == "\(end.adding(days: -2))")
            let chart = try #require(patterns.first { $0.type == .chart })
            #expect(chart.matches == 33 && chart.direction == .down && chart.tried == 16 && chart.sparkline.count == 21)
            #expect(chart.asOf == "\(end)" && chart.daysToWatch == 5 && !chart.stale)

            let shown = try await house.send(PatternsSignal.Show(id: candle.id))
            #expect(shown.pattern == candle && shown.tailLength == 1 && shown.kept == 12 && shown.status == .active)
            #expect(shown.matches.map(\.ticker) == ["OTHER"] && shown.matches[0].change == 0.02)
            #expect(shown.chart.count == 60 && shown.chart.last?.value == Self.closes.last)
            #expect(shown.announcement?.direction == .up && shown.announcement?.judgedAt == nil)

            // Data after the segment have no influence on its odds.
            #expect(house.market.scans.count == 29)
            #expect(house.market.scans.allSatisfy { $0.asOf == "\(end)" && $0.segment.to == "\(end)" })
            #expect(house.market.scans.filter { $0.kind == .candle }.allSatisfy { $0.bodyTolerance == 0.1 })
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func eachWatcherIsToldOnceAndOfWhatIsMoreThanChanceOnly(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            house.market.put("SBER", Self.closes)
            house.market.answer { scan in
                scan.kind == .candle ? ScriptedMarket.odds() : ScriptedMarket.odds(low: 0.4)
            }
            try await house.watch("SBER")
            try await house.watch("SBER", as: "boris")
            for _ in 0..<3 {
                house.market.put("OTHER", Self.closes)
                _ = try await house.scanner.scan("SBER")
            }
            let candle = try #require(try await house.patterns().first { $0.type == .candle })
            #expect(try await house.patterns().count == 2, "what is no more than chance is shown all the same")
            let found = PatternsEvent.Found.type
            #expect(
                try await house.told() == [
                    .init(type: found, userID: "anna", id: candle.id),
                    .init(type: found, userID: "boris", id: candle.id),
                ])
            // A later watcher is told by the next look, too; nobody is told twice.
            try await house.watch("SBER", as: "vera")
            _ = try await house.scanner.scan("SBER")
            try await house.send(PatternsSignal.RemoveWatch(tickers: ["SBER"]), as: "vera")
            try await house.watch("SBER", as: "vera")
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.told().map(\.userID) == ["anna", "boris", "vera"])
            // The best segment of the same day has changed: it is the same pattern with other odds.
            house.market.answer { ScriptedMarket.odds(matches: $0.days * 10, up: $0.days * 8, low: 0.7) }
            house.market.put("OTHER", Self.closes)
            _ = try await house.scanner.scan("SBER")
            let later = try #require(try await house.patterns().first { $0.type == .candle })
            #expect(later.id == candle.id && later.matches == 50 && later.foundAt == candle.foundAt)
            // The chart pattern is now more than chance.
            #expect(try await house.told().count == 6)
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func newCandlesReplaceAPatternAndWhatIsNotFoundAgainIsGone(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
            let before = try await house.patterns()
            house.market.put("SBER", Self.closes + [101])
            let report = try await house.scanner.scan("SBER")
            #expect(report.findings.count == 2)
            let after = try await house.patterns()
            #expect(Set(after.map(\.id)).isDisjoint(with: before.map(\.id)) && after.count == 2)
            let old = try await house.send(PatternsSignal.Show(id: before[0].id))
            #expect(old.status == .superseded && old.closedAt != nil)

            house.market.answer { _ in ScriptedMarket.odds(matches: 3, up: 3) }
            house.market.put("OTHER", Self.closes)
            #expect(try await house.scanner.scan("SBER").findings.isEmpty)
            #expect(try await house.patterns().isEmpty)
            #expect(try await house.send(PatternsSignal.Show(id: after[0].id)).status == .gone)
            // Found again it is the same pattern, and nobody is told twice.
            let told = try await house.told().count
            house.market.answer { _ in ScriptedMarket.odds() }
            house.market.put("OTHER", Self.closes)
            _ = try await house.scanner.scan("SBER")
            #expect(Set(try await house.patterns().map(\.id)) == Set(after.map(\.id)))
            #expect(try await house.told().count == told)

            house.market.remove("SBER")
            #expect(try await house.scanner.scan("SBER").state.watchState == .noCandles)
            #expect(try await house.patterns().isEmpty)
        }
    }

    @Test func whereNothingHasChangedNothingIsComputedAgain() async throws {
        try await PatternsHouse.with { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            let first = try await house.send(PatternsSignal.Refresh())
            let again = try await house.send(PatternsSignal.Refresh())
            #expect(house.market.scans.count == 29)
            #expect(again.patterns == first.patterns && again.new == 0)
            #expect(again.securities[0].tried == 29)
        }
    }

    /// What a refresh tells must not show whether somebody else has had the security looked at before.
    @Test(arguments: PatternsHouse.Keeping.allCases)
    func aRefreshDoesNotTellOfOthers(keeping: PatternsHouse.Keeping) async throws {
        try await PatternsHouse.with(keeping) { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            let first = try await house.send(PatternsSignal.Refresh())
            let second = try await house.send(PatternsSignal.Refresh(tickers: ["SBER"]), as: "boris")
            #expect(second == first && second.new == 2 && second.securities[0].tried == 29)
            house.market.put("SBER", Self.closes + [101])
            _ = try await house.send(PatternsSignal.Refresh())
            #expect(try await house.send(PatternsSignal.Refresh(), as: "boris").new == 2)
            #expect(try await house.send(PatternsSignal.Refresh(), as: "boris").new == 0)
        }
    }

    @Test func otherRulesAreOtherResults() async throws {
        let directory = TemporaryDirectory()
        let market = ScriptedMarket()
        market.put("SBER", Self.closes)
        try await PatternsHouse.with(.file, market: market, in: directory) { house in
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
        }
        var rules = WatchRules()
        rules.candleLengths = 2...2
        rules.chartLengths = 20...21
        try await PatternsHouse.with(.file, rules: rules, market: market, in: directory) { house in
            _ = try await house.scanner.scan("SBER")
            #expect(market.scans.count == 29 + 4)
            #expect(try await house.patterns().map(\.tried).sorted() == [2, 2])
        }
    }

    @Test func candlesThatAreNotOverDoNotCount() async throws {
        try await PatternsHouse.with { house in
            house.market.put("SBER", Self.closes + [500], lastIsUnfinished: true)
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
            let end = "\(ScriptedMarket.firstDay.adding(days: 79))"
            #expect(try await house.patterns().allSatisfy { $0.periodEnd == end })
        }
    }

    @Test func aShortSeriesIsSearchedAsFarAsItGoesAndAnEmptyMarketNot() async throws {
        try await PatternsHouse.with { house in
            house.market.put("NEW", Array(Self.closes.prefix(16)))
            try await house.watch("NEW", "NONE")
            let answer = try await house.send(PatternsSignal.Refresh())
            #expect(answer.securities.map(\.ticker) == ["NEW", "NONE"])
            #expect(answer.securities.map(\.tried) == [15, 0])
            #expect(answer.securities[1].state == .noCandles)
        }
    }

    @Test func aSecurityWithoutRecentCandlesIsQuiet() async throws {
        try await PatternsHouse.with { house in
            house.market.put("OLD", Self.closes)
            house.market.put("SBER", Self.closes, from: ScriptedMarket.firstDay.adding(days: 15))
            // Simulated prices do not count for the age of real ones.
            house.market.put("DEMO", Self.closes, from: ScriptedMarket.firstDay.adding(days: -400), isMadeUp: true)
            try await house.watch("OLD", "SBER", "DEMO")
            _ = try await house.send(PatternsSignal.Refresh())
            let watches = try await house.send(PatternsSignal.ListWatches()).securities
            #expect(watches.map(\.ticker) == ["DEMO", "OLD", "SBER"])
            #expect(watches.map(\.state) == [.current, .quiet, .current])
            #expect(watches.map(\.patterns) == [2, 0, 2])
        }
    }

    @Test func aSegmentOfWhichTooManyWindowsPassIsLeftOut() async throws {
        try await PatternsHouse.with { house in
            house.market.put("SBER", Self.closes)
            house.market.answer { scan in
                if scan.kind == .candle, scan.days == 2 { throw Fault(.limitExceeded, "Too many.") }
                return ScriptedMarket.odds()
            }
            try await house.watch("SBER")
            #expect(try await house.send(PatternsSignal.Refresh()).securities[0].tried == 27)
        }
    }

    @Test func waitsForAMarketThatDoesNotShowYetWhatItHasTold() async throws {
        try await PatternsHouse.with { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            try await house.follower.follow([.init(sequence: 1, ticker: "SBER", revision: 2)])
            await #expect(throws: TickerScanner.NotThereYet.self) { try await house.scanner.scan("SBER") }
            #expect(house.market.scans.isEmpty)
            house.market.put("SBER", Self.closes)
            #expect(try await house.scanner.scan("SBER").state.watchState == .current)
        }
    }

    @Test(arguments: PatternsHouse.Keeping.allCases)
    func aPatternWithoutNewCandlesExpires(keeping: PatternsHouse.Keeping) async throws {
        var rules = WatchRules()
        rules.keptFor = .seconds(3600)
        try await PatternsHouse.with(keeping, rules: rules) { house in
            house.market.put("SBER", Self.closes)
            try await house.watch("SBER")
            _ = try await house.scanner.scan("SBER")
            let patterns = try await house.patterns()
            house.clock.advance(by: .seconds(3599))
            #expect(try await house.patterns().count == 2)
            house.clock.advance(by: .seconds(1))
            #expect(try await house.patterns().isEmpty)
            #expect(try await house.send(PatternsSignal.Show(id: patterns[0].id)).status == .expired)
            let (now, later) = (house.clock.now, house.clock.now + .seconds(1))
            try await house.store.write(deadline: nil, weight: 1) { try $0.tidy(at: now, forgettingBefore: now) }
            // Another scan of the same candles neither restores it nor announces it again.
            house.market.put("OTHER", Self.closes)
            _ = try await house.scanner.scan("SBER")
            #expect(try await house.patterns().isEmpty)
            #expect(try await house.told().count == 2)
            // An announced pattern is kept.
            try await house.store.write(deadline: nil, weight: 1) { try $0.tidy(at: later, forgettingBefore: later) }
            #expect(try await house.send(PatternsSignal.Show(id: patterns[0].id)).status == .expired)
        }
    }
}
