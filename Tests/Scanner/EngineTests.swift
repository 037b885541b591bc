import Hosting
import Synchronization
import TestSupport
import Testing

@testable import ScannerService

/// The engine against the definition. Method: random series with all difficult cases, such as constant stretches,
/// repetitions, tiny and huge prices. All matching windows, with their distances, equal those of the plain
/// implementation.
@Suite struct EngineTests {
    static let engine = ScanEngine(threads: 3) { BackgroundThread.start(named: "test-scan", $0) }

    @Test(arguments: 0..<30) func findsInLinesWhatTheDefinitionFinds(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed) &+ 7_000)
        let series = (0..<3).map { RandomSeries.make("T\($0)", &random) }
        let own = random.below(3)
        let start = random.below(series[own].close.count - 60)
        let segment = start..<start + random.one(of: [2, 3, 8, 20, 31, 50])
        let options = ChartPattern.Options(
            points: random.one(of: [segment.count, 2, 7, 30, 64]), band: random.one(of: [0, 0.05, 0.1, 0.5, 1]),
            minScale: random.one(of: [0.5, 0.8, 1]), maxScale: random.one(of: [1, 1.25, 2]),
            tolerance: random.one(of: [0, 1e-7, 0.05, 0.25, 0.4, 0.7, 5]))
        let lengths = ChartPattern.lengths(segment: segment.count, options.minScale, options.maxScale)
        let closes = Array(series[own].close[segment])
        let plain = PlainScan(series: series.map(\.plain), ranges: series.map { 0..<$0.count })
        let expected = plain.chart(
            segment: closes, lengths: lengths, points: options.points, band: options.band,
            tolerance: options.tolerance)
        let plan = ScanPlan(
            parts: series.map { ScanPlan.Part(series: $0, range: 0..<$0.count, visible: $0.count) },
            segment: (own, segment), pattern: .chart(ChartPattern(closes: closes, options: options)), daysToWatch: 5)
        let found = try #require(await Self.engine.run(plan, stop: StopFlag(), progress: { _, _ in }))
        #expect(found.rawCount == expected.count, "seed \(seed)")
        let selected = plain.selected(of: expected, segment: (own, segment))
        Self.compare(found.matches, selected, seed)
    }

    @Test(arguments: 0..<30) func findsInCandlesWhatTheDefinitionFinds(seed: Int) async throws {
        var random = SeededGenerator(seed: UInt64(seed) &+ 9_000)
        let series = (0..<3).map { RandomSeries.make("T\($0)", &random) }
        let own = random.below(3)
        let start = random.below(series[own].close.count - 100)
        let segment = start..<start + random.one(of: [1, 2, 3, 5, 8, 70])
        let tail = random.below(segment.count)
        let body = random.one(of: [0, 0.05, 0.2, 0.6])
        let shadow = random.one(of: [0, 0.05, 0.2, 0.6])
        let plain = PlainScan(series: series.map(\.plain), ranges: series.map { 0..<$0.count })
        let expected = plain.candle(own: own, segment: segment, tail: tail, body: body, shadow: shadow)
        let pattern = CandlePattern(
            of: series[own], range: segment, tailLength: tail, bodyTolerance: body, shadowTolerance: shadow)
        let plan = ScanPlan(
            parts: series.map { ScanPlan.Part(series: $0, range: 0..<$0.count, visible: $0.count) },
            segment: (own, segment), pattern: .candle(pattern), daysToWatch: 0)
        let found = try #require(await Self.engine.run(plan, stop: StopFlag(), progress: { _, _ in }))
        #expect(found.rawCount == expected.count && found.rawCount >= 1, "seed \(seed)")
        Self.compare(found.matches, plain.selected(of: expected, segment: (own, segment)), seed)
    }

    @Test func progressEndsAtAllWindows() async throws {
        var random = SeededGenerator(seed: 3)
        let series = RandomSeries.make("T", &random, count: 5000)
        let most = Mutex(0.0)
        let findings = await Self.engine.run(Self.wholePlan(series, length: 40), stop: StopFlag()) { share, _ in
            most.withLock { $0 = max($0, share) }
        }
        #expect(findings != nil)
        #expect(most.withLock { $0 } == 1)
    }

    @Test func aStoppedScanEndsWithoutAResult() async throws {
        var random = SeededGenerator(seed: 4)
        let series = RandomSeries.make("T", &random, count: 5000)
        let stop = StopFlag()
        let findings = await Self.engine.run(Self.wholePlan(series, length: 400), stop: stop) { _, _ in
            stop.stop(.cancelled)
        }
        #expect(findings == nil)
        #expect(stop.reason == .cancelled)
    }

    @Test func lengthsAndBandsDoNotLoseAHairOfAWholeNumber() {
        #expect(ChartPattern.lengths(segment: 50, 0.8, 1.16) == 40...58)
        #expect(ChartPattern.lengths(segment: 2, 0.1, 1) == 2...2)
        #expect(ChartPattern.radius(points: 60, band: 0.05) == 3)
        #expect(ChartPattern.radius(points: 10, band: 1) == 9)
    }

    static func wholePlan(_ series: CandleSeries, length: Int) -> ScanPlan {
        let options = ChartPattern.Options(points: length, band: 0.1, minScale: 0.8, maxScale: 1.2, tolerance: 0.2)
        return ScanPlan(
            parts: [ScanPlan.Part(series: series, range: 0..<series.count, visible: series.count)], segment: nil,
            pattern: .chart(ChartPattern(closes: Array(series.close[..<length]), options: options)), daysToWatch: 5)
    }

    /// Expects the same windows, in the same order where their distances really differ.
    static func compare(_ found: [WindowMatch], _ expected: [PlainScan.Window], _ seed: Int) {
        struct Place: Hashable { let series, first, length: Int }
        let distances = Dictionary(
            uniqueKeysWithValues: expected.map {
                (Place(series: $0.series, first: $0.first, length: $0.length), $0.distance)
            })
        #expect(found.count == expected.count, "seed \(seed)")
        for match in found {
            let place = Place(series: Int(match.part), first: Int(match.first), length: Int(match.length))
            guard let distance = distances[place] else {
                Issue.record("seed \(seed): \(place) is no match")
                continue
            }
            #expect(abs(match.distance - distance) <= 1e-9, "seed \(seed)")
        }
    }
}

/// Random series with all difficult cases.
enum RandomSeries {
    static func make(_ ticker: String, _ random: inout SeededGenerator, count: Int = 400) -> CandleSeries {
        var (open, high, low, close): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
        var price = random.one(of: [1e-6, 0.01, 100, 3e4, 1e11])
        let step = price * random.one(of: [1e-9, 0.001, 0.02, 0.3])
        while close.count < count {
            switch random.below(12) {
            case 0:  // No movement.
                let length = min(count - close.count, 1 + random.below(40))
                for _ in 0..<length { add(price, price, price, price) }
            case 1 where close.count > 40:  // A repetition of earlier candles.
                let start = random.below(close.count - 35)
                for index in start..<min(start + 35, start + count - close.count) {
                    add(open[index], high[index], low[index], close[index])
                }
            case 2:  // A jump and back.
                add(price, price * 1000, price, price)
            default:
                for _ in 0..<min(count - close.count, 1 + random.below(30)) {
                    let first = price
                    price = max(price * 0.3, price + step * (Double.random(in: -1...1, using: &random)))
                    let room = step * Double.random(in: 0...1, using: &random)
                    add(first, max(first, price) + room, max(min(first, price) * 0.5, min(first, price) - room), price)
                }
            }
        }
        func add(_ first: Double, _ highest: Double, _ lowest: Double, _ last: Double) {
            open.append(first)
            high.append(highest)
            low.append(lowest)
            close.append(last)
        }
        return CandleSeries(
            ticker: ticker, times: (0..<Int32(close.count)).map { $0 * 1440 }, open: open, high: high, low: low,
            close: close)
    }
}

extension CandleSeries {
    /// The series for the plain implementation.
    var plain: PlainScan.Series { PlainScan.Series(ticker: ticker, open: open, high: high, low: low, close: close) }

    /// Returns the first `count` candles.
    func cut(to count: Int) -> CandleSeries {
        CandleSeries(
            ticker: ticker, times: Array(times[..<count]), open: Array(open[..<count]), high: Array(high[..<count]),
            low: Array(low[..<count]), close: Array(close[..<count]))
    }
}
