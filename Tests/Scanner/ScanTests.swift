import Coordination
import Domain
import Signals
import Synchronization
import TestSupport
import Testing

@testable import ScannerService

/// Scans as signals: rules, outcomes, and no influence of data after `asOf`.
@Suite struct ScanTests {
    private static let segment = ScannerSignal.Segment(ticker: "WALK", from: "2018-03-01", to: "2018-04-10")

    private static func house(_ body: (ScannerHouse) async throws -> Void) async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(ScannerSignal.Simulate(ticker: "WALK", candles: 1500, seed: 7))
            _ = try await house.send(ScannerSignal.Simulate(ticker: "OTHER", candles: 1500, seed: 8))
            try await body(house)
        }
    }

    @Test func everyRuleNamesItsField() async throws {
        try await Self.house { house async throws in
            func scan(
                _ kind: ScannerSignal.Kind = .chart, _ segment: ScannerSignal.Segment = Self.segment,
                _ change: (inout [String: Double]) -> Void = { _ in }, tickers: [String]? = nil,
                from: String? = nil, to: String? = nil, asOf: String? = nil
            ) async throws -> String? {
                var numbers: [String: Double] = [:]
                change(&numbers)
                func whole(_ name: String) -> Int? { numbers[name].map { Int($0) } }
                let fault = try await house.fault(
                    of: ScannerSignal.Scan(
                        kind: kind, segment: segment, tickers: tickers, searchFrom: from, searchTo: to, asOf: asOf,
                        daysToWatch: whole("daysToWatch"), tailLength: whole("tailLength"),
                        bodyTolerance: numbers["bodyTolerance"], shadowTolerance: numbers["shadowTolerance"],
                        points: whole("points"), band: numbers["band"], minScale: numbers["minScale"],
                        maxScale: numbers["maxScale"], tolerance: numbers["tolerance"], limit: whole("limit")))
                return fault.map { "\($0.code.name) \($0.field ?? "-")" }
            }
            func period(_ from: String, _ to: String) -> ScannerSignal.Segment {
                ScannerSignal.Segment(ticker: "WALK", from: from, to: to)
            }
            #expect(try await scan() == nil)
            let unknown = ScannerSignal.Segment(ticker: "NONE", from: "2018-03-01", to: "2018-04-10")
            #expect(try await scan(.chart, unknown) == "notFound segment.ticker")
            #expect(try await scan(tickers: ["WALK", "NONE"]) == "notFound tickers[1]")
            #expect(try await scan(tickers: []) == "invalidArgument tickers")
            #expect(try await scan(.chart, period("2018-04-10", "2018-03-01")) == "invalidArgument segment.to")
            #expect(try await scan(.chart, period("2018-13-10", "2018-03-01")) == "invalidArgument segment.from")
            #expect(try await scan(.chart, period("1066-10-14", "2018-03-01")) == "invalidArgument segment.from")
            #expect(try await scan(.chart, period("2018-03-03", "2018-03-04")) == "invalidArgument segment")
            #expect(try await scan(.chart, period("2018-03-01", "2018-03-01")) == "invalidArgument segment")
            #expect(try await scan(.candle, period("2018-03-01", "2018-03-01")) == nil)
            #expect(try await scan(.candle, period("2018-03-03", "2018-03-04")) == "invalidArgument segment")
            #expect(try await scan(from: "2019-01-01", to: "2018-01-01") == "invalidArgument searchTo")
            #expect(try await scan(asOf: "2018-02-01") == "invalidArgument segment.to")
            #expect(try await scan(from: "2019-01-01", asOf: "2018-05-01") == "invalidArgument searchFrom")
            #expect(try await scan(.candle, Self.segment, { $0["tailLength"] = 29 }) == "invalidArgument tailLength")
            #expect(try await scan(.candle, Self.segment, { $0["tailLength"] = -1 }) == "invalidArgument tailLength")
            for field in ["bodyTolerance", "shadowTolerance"] {
                for value in [-0.1, .infinity, .nan] {
                    #expect(try await scan(.candle, Self.segment, { $0[field] = value }) == "invalidArgument \(field)")
                }
            }
            for value in [-0.1, .infinity, .nan] {
                #expect(
                    try await scan(.chart, Self.segment, { $0["tolerance"] = value }) == "invalidArgument tolerance")
            }
            for field in ["minScale", "maxScale"] {
                for value in [0.09, 10.1, .nan, -1] {
                    #expect(try await scan(.chart, Self.segment, { $0[field] = value }) == "invalidArgument \(field)")
                }
            }
            #expect(
                try await scan(.chart, Self.segment, { ($0["minScale"], $0["maxScale"]) = (2, 1) })
                    == "invalidArgument maxScale")
            for (field, value) in [
                ("points", 1.0), ("points", 2001), ("band", -0.1), ("band", 1.1), ("daysToWatch", -1), ("limit", 0),
            ] {
                #expect(try await scan(.chart, Self.segment, { $0[field] = value }) == "invalidArgument \(field)")
            }
            #expect(try await scan(.chart, Self.segment, { $0["tailLength"] = 1 }) == "invalidArgument tailLength")
            #expect(try await scan(.candle, Self.segment, { $0["points"] = 9 }) == "invalidArgument points")
        }
    }

    @Test func aSegmentOfMoreThanTwoThousandCandlesIsRefused() async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(ScannerSignal.Simulate(ticker: "LONG", candles: 2100))
            let all = ScannerSignal.Segment(ticker: "LONG", from: "2015-01-01", to: "2199-01-01")
            #expect(try await house.fault(of: ScannerSignal.Scan(kind: .candle, segment: all))?.field == "segment")
        }
    }

    @Test(arguments: ScannerSignal.Kind.allCases, [0, 5])
    func nothingLaterThanAsOfHasAnInfluence(kind: ScannerSignal.Kind, days: Int) async throws {
        try await Self.house { house async throws in
            let segment = kind == .chart ? Self.segment : .init(ticker: "WALK", from: "2018-04-05", to: "2018-04-06")
            let tolerance = kind == .candle ? 0.3 : nil
            let scan = ScannerSignal.Scan(
                kind: kind, segment: segment, asOf: "2019-12-31", daysToWatch: days, bodyTolerance: tolerance,
                shadowTolerance: tolerance, tolerance: kind == .chart ? 0.4 : nil)
            let whole = try await house.send(scan)
            #expect(whole.matches.count > 3)
            #expect(whole.matches.contains { $0.to > "2018-04-10" }, "what is after the segment is searched too")
            try await ScannerHouse.with { cut async throws in
                for ticker in ["WALK", "OTHER"] {
                    let chart = try await house.send(ScannerSignal.Chart(ticker: ticker, to: "2019-12-31"))
                    _ = try await cut.send(ScannerSignal.ImportCandles(ticker: ticker, candles: chart.candles))
                }
                #expect(try await cut.send(scan) == whole)
            }
        }
    }

    @Test func findsThePlantedPatternsOfAMadeUpMarket() async throws {
        try await ScannerHouse.with { house async throws in
            let made = try await house.send(ScannerSignal.Simulate(ticker: "DEMO", candles: 5000, seed: 5))
            #expect(made.planted.count == 20)
            let first = try #require(made.planted.first)
            let same = made.planted.dropFirst().filter { $0.label == first.label }
            #expect(same.count >= 2)
            let answer = try await house.send(
                ScannerSignal.Scan(
                    kind: .chart, segment: .init(ticker: "DEMO", from: first.from, to: first.to), minScale: 1,
                    maxScale: 1))
            for pattern in same {
                let found = answer.matches.first { $0.from <= pattern.to && $0.to >= pattern.from }
                #expect(found != nil, "\(pattern)")
                #expect(found.map { $0.similarity > 0.95 } ?? false)
            }
            let again = try await house.send(ScannerSignal.Simulate(ticker: "DEMO", candles: 5000, seed: 5))
            #expect(again == made, "the same seed, the same market")
        }
    }

    @Test func aMadeUpMarketTakesNoTickerOfRealCandles() async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(ScannerSignal.ImportCandles(ticker: "A", csv: ScannerHouse.file([1, 2])))
            #expect(try await house.fault(of: ScannerSignal.Simulate(ticker: "A"))?.code == .conflict)
            #expect(try await house.fault(of: ScannerSignal.Simulate(ticker: "B", candles: 99))?.field == "candles")
            #expect(try await house.fault(of: ScannerSignal.Simulate(ticker: "B", patterns: 1001))?.field == "patterns")
            let tooLong = ScannerSignal.Simulate(ticker: "B", candles: 2_000_000)
            #expect(try await house.fault(of: tooLong)?.field == "candles")
        }
    }

    @Test func madeUpCandlesAreNotMixedWithRealOnesUnlessNamed() async throws {
        try await Self.house { house async throws in
            let file = ScannerHouse.file((0..<60).map { 10 + Double(($0 * 7) % 5) }, from: "2018-01-01")
            _ = try await house.send(ScannerSignal.ImportCandles(ticker: "REAL", csv: file))
            let segment = ScannerSignal.Segment(ticker: "REAL", from: "2018-01-20", to: "2018-02-10")
            let alone = try await house.send(ScannerSignal.Scan(kind: .chart, segment: segment))
            #expect(alone.searched.securities == 1 && alone.asOf == "2018-03-01")
            let named = try await house.send(
                ScannerSignal.Scan(kind: .chart, segment: segment, tickers: ["REAL", "WALK"]))
            #expect(named.searched.securities == 2)
            let other = try await house.send(ScannerSignal.Scan(kind: .chart, segment: Self.segment))
            #expect(other.searched.securities == 2 && other.asOf > "2020")
        }
    }

    @Test func aScanThatNobodyWaitsForEnds() async throws {
        try await ScannerHouse.with { house async throws in
            _ = try await house.send(ScannerSignal.Simulate(ticker: "LONG", candles: 20_000))
            let slow = ScannerSignal.Scan(
                kind: .chart, segment: .init(ticker: "LONG", from: "2015-01-01", to: "2017-12-31"), points: 1000,
                band: 1, minScale: 0.5, maxScale: 2, tolerance: 9)
            let begun = AsyncStream<Void>.makeStream()
            var context = ScannerHouse.context()
            context.progress = ProgressReporter { _, _, _ in begun.continuation.yield() }
            let scan = Task { [context] in try await house.send(slow, context: context) }
            scan.cancel()
            await #expect(throws: CancellationError.self) { try await scan.value }
            var late = ScannerHouse.context()
            late.deadline = WallClock.system.now() + .milliseconds(50)
            #expect(try await house.fault(of: slow, context: late)?.code == .deadlineExceeded)
        }
    }

    @Test func progressNeverGoesBackAndEndsAtTheWhole() async throws {
        try await Self.house { house async throws in
            let shares = Mutex<[Double]>([])
            var context = ScannerHouse.context()
            context.progress = ProgressReporter { share, message, explanation in
                #expect(message?.isEmpty == false && explanation != nil)
                shares.withLock { $0.append(share) }
            }
            _ = try await house.send(ScannerSignal.Scan(kind: .chart, segment: Self.segment), context: context)
            let told = shares.withLock { $0 }
            #expect(told == told.sorted() && told.last == 1)
        }
    }

    @Test func theStatisticsAreOfAllMatchesHoweverFewAreShown() async throws {
        try await Self.house { house async throws in
            let segment = ScannerSignal.Segment(ticker: "WALK", from: "2018-04-05", to: "2018-04-06")
            func scan(_ limit: Int?) -> ScannerSignal.Scan {
                ScannerSignal.Scan(
                    kind: .candle, segment: segment, bodyTolerance: 0.5, shadowTolerance: 0.5, limit: limit)
            }
            let all = try await house.send(scan(nil))
            let one = try await house.send(scan(1))
            #expect(all.matches.count > 10 && one.matches.count == 1)
            #expect(one.matches.first == all.matches.first && one.stats == all.stats)
            #expect(all.stats.matches == all.matches.count)
            #expect(all.stats.distinctDays == Set(all.matches.map(\.to)).count)
            #expect(all.searched.securities == 2 && all.searched.candles == 3000)
        }
    }
}
