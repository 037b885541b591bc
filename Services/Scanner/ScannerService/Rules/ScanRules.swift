import Coordination
import Domain
import Reasons
import Signals

/// Validates a scan: first every field by itself, then against the data of the market.
struct ScanRules {
    /// The longest segment, in candles.
    static let longestSegment = 2000
    static let mostPoints = 2000
    static let mostDays = 1000
    static let scales = 0.1...10.0
    static let answered = 1...20_000
    static let usuallyAnswered = 10_000
    static let mostTickers = 10_000

    /// A validated scan.
    struct Prepared: Sendable {
        let plan: ScanPlan
        let kind: ScannerSignal.Kind
        let timeframe: ScannerSignal.Timeframe
        let asOf: String
        let limit: Int
    }

    let market: Market
    private let signal: ScannerSignal.Scan
    private var timeframe: ScannerSignal.Timeframe { signal.timeframe ?? .oneDay }

    init(_ signal: ScannerSignal.Scan, market: Market) {
        self.signal = signal
        self.market = market
    }

    /// - Throws: ``Fault``, first match wins: `invalidArgument` for fields that are invalid in themselves, `notFound`
    ///   for a ticker, `invalidArgument` for fields that do not fit the available candles.
    func prepared() throws(Fault) -> Prepared {
        let days = signal.daysToWatch ?? 5
        try require(within: 0...Self.mostDays, days, "daysToWatch")
        let limit = signal.limit ?? Self.usuallyAnswered
        try require(within: Self.answered, limit, "limit")
        let bounds = try bounds()
        try checkNumbers()
        let segmentTicker = try Ticker.required(signal.segment.ticker, field: "segment.ticker")
        guard let own = market[segmentTicker, timeframe] else {
            throw .unknownTicker(segmentTicker, timeframe, "segment.ticker")
        }
        let entries = try entries(like: own)
        guard let asOf = bounds.asOf ?? newest(like: own) else {
            throw .invalidArgument("segment", .noCandleIsFinished)
        }
        let range = try segmentRange(own.series, bounds, asOf)
        let first = bounds.searchFrom?.first ?? MarketTime(minutes: .min)
        let last = min(bounds.searchTo?.last ?? asOf.last, asOf.last)
        try require(
            first <= asOf.last, "searchFrom",
            Refusal(.mustNotBeAfterMoment, ["other": "asOf", "moment": .text(asOf.text)]))
        let parts = entries.map { entry in
            let visible = entry.series.indices(within: .min...asOf.last.minutes).upperBound
            let searched = first <= last ? entry.series.indices(within: first.minutes...last.minutes) : 0..<0
            return ScanPlan.Part(series: entry.series, range: searched.clamped(to: 0..<visible), visible: visible)
        }
        let part = entries.firstIndex { $0.key.ticker == segmentTicker }
        let plan = ScanPlan(
            parts: parts, segment: part.map { ($0, range) }, pattern: try pattern(own.series, range), daysToWatch: days)
        return Prepared(plan: plan, kind: signal.kind, timeframe: timeframe, asOf: asOf.text, limit: limit)
    }

    // MARK: Days and moments

    private struct Bounds {
        let from: MarketBound
        let to: MarketBound
        let searchFrom: MarketBound?
        let searchTo: MarketBound?
        let asOf: MarketBound?
    }

    private func bounds() throws(Fault) -> Bounds {
        func optional(_ text: String?, _ field: String) throws(Fault) -> MarketBound? {
            guard let text else { return nil }
            return try MarketBound.required(text, field: field)
        }
        let bounds = Bounds(
            from: try MarketBound.required(signal.segment.from, field: "segment.from"),
            to: try MarketBound.required(signal.segment.to, field: "segment.to"),
            searchFrom: try optional(signal.searchFrom, "searchFrom"),
            searchTo: try optional(signal.searchTo, "searchTo"), asOf: try optional(signal.asOf, "asOf"))
        try require(
            bounds.from.first <= bounds.to.last, "segment.to", Refusal(.mustNotBeBefore, ["other": "segment.from"]))
        if let from = bounds.searchFrom, let to = bounds.searchTo {
            try require(from.first <= to.last, "searchTo", Refusal(.mustNotBeBefore, ["other": "searchFrom"]))
        }
        if let asOf = bounds.asOf {
            try require(bounds.to.first <= asOf.last, "segment.to", Refusal(.mustNotBeAfter, ["other": "asOf"]))
        }
        return bounds
    }

    /// Returns the time of the newest finished candle of all series.
    private func newest(like own: SeriesEntry) -> MarketBound? {
        let ends = market.entries(in: timeframe, madeUp: own.isMadeUp).compactMap { $0.series.times.last }
        return ends.max().flatMap { MarketBound(MarketTime(minutes: $0).text(in: timeframe)) }
    }

    private func segmentRange(
        _ series: CandleSeries, _ bounds: Bounds, _ asOf: MarketBound
    ) throws(Fault) -> Range<Int> {
        let last = min(bounds.to.last, asOf.last)
        let range =
            bounds.from.first <= last
            ? series.indices(within: bounds.from.first.minutes...last.minutes) : 0..<0
        let needed = signal.kind == .chart ? 2 : 1
        try require(
            range.count >= needed, "segment",
            range.isEmpty
                ? Refusal(
                    .noFinishedCandleBetween,
                    [
                        "from": .text(signal.segment.from), "to": .text(signal.segment.to),
                        "asOf": .text(asOf.text),
                    ]) : Refusal(.needsTwoCandles))
        try require(
            range.count <= Self.longestSegment, "segment",
            Refusal(.tooManyCandles, ["most": .number(Self.longestSegment), "candles": .number(range.count)]))
        return range
    }

    // MARK: Securities

    private func entries(like own: SeriesEntry) throws(Fault) -> [SeriesEntry] {
        guard let tickers = signal.tickers else { return market.entries(in: timeframe, madeUp: own.isMadeUp) }
        try require(
            (1...Self.mostTickers).contains(tickers.count), "tickers",
            Refusal(.mustNameSecurities, ["most": .number(Self.mostTickers)]))
        var found: [String: SeriesEntry] = [:]
        for (index, text) in tickers.enumerated() {
            let ticker = try Ticker.required(text, field: "tickers[\(index)]")
            guard let entry = market[ticker, timeframe] else {
                throw .unknownTicker(ticker, timeframe, "tickers[\(index)]")
            }
            found[ticker] = entry
        }
        return found.values.sorted { $0.key < $1.key }
    }

    // MARK: Numbers

    private func checkNumbers() throws(Fault) {
        let candleOnly: [(String, Bool)] = [
            ("tailLength", signal.tailLength != nil), ("bodyTolerance", signal.bodyTolerance != nil),
            ("shadowTolerance", signal.shadowTolerance != nil),
        ]
        let chartOnly: [(String, Bool)] = [
            ("points", signal.points != nil), ("band", signal.band != nil), ("minScale", signal.minScale != nil),
            ("maxScale", signal.maxScale != nil), ("tolerance", signal.tolerance != nil),
        ]
        for (field, isGiven) in signal.kind == .candle ? chartOnly : candleOnly {
            try require(
                !isGiven, field, Refusal(signal.kind == .candle ? .onlyForChartScans : .onlyForCandleScans))
        }
        let tolerances = [
            ("bodyTolerance", signal.bodyTolerance), ("shadowTolerance", signal.shadowTolerance),
            ("tolerance", signal.tolerance),
        ]
        for (field, tolerance) in tolerances {
            try require(
                tolerance.map { $0 >= 0 && $0.isFinite } ?? true, field, Refusal(.mustBeFiniteAtLeast, ["least": 0]))
        }
        try require(
            signal.tailLength.map { $0 >= 0 } ?? true, "tailLength", Refusal(.mustBeAtLeast, ["least": 0]))
        try require(within: 2...Self.mostPoints, signal.points ?? 2, "points")
        try require(
            signal.band.map { (0...1).contains($0) } ?? true, "band", Refusal(.mustBeBetween, ["least": 0, "most": 1]))
        for (field, scale) in [("minScale", signal.minScale), ("maxScale", signal.maxScale)] {
            try require(
                scale.map { Self.scales.contains($0) } ?? true, field,
                Refusal(.mustBeBetween, ["least": "0.1", "most": 10]))
        }
        try require(
            minScale <= maxScale, "maxScale",
            Refusal(.mustNotBeBelow, ["other": "minScale", "least": .text("\(minScale)")]))
    }

    private var minScale: Double { signal.minScale ?? min(0.8, signal.maxScale ?? 0.8) }
    private var maxScale: Double { signal.maxScale ?? max(1.2, signal.minScale ?? 1.2) }

    private func pattern(_ series: CandleSeries, _ range: Range<Int>) throws(Fault) -> ScanPlan.Pattern {
        switch signal.kind {
        case .candle:
            let tail = signal.tailLength ?? 0
            try require(
                tail < range.count, "tailLength",
                Refusal(.tailTooLong, ["candles": .number(range.count)]))
            return .candle(
                CandlePattern(
                    of: series, range: range, tailLength: tail, bodyTolerance: signal.bodyTolerance ?? 0.1,
                    shadowTolerance: signal.shadowTolerance ?? 0.1))
        case .chart:
            let longest = Int((Double(range.count) * maxScale + 1e-9).rounded(.down))
            let shortest = max(2, Int((Double(range.count) * minScale + 1e-9).rounded(.down)))
            try require(
                shortest <= longest, "maxScale", Refusal(.noWindowLeft, ["candles": .number(range.count)]))
            return .chart(
                ChartPattern(
                    closes: Array(series.close[range]),
                    options: ChartPattern.Options(
                        points: signal.points ?? range.count, band: signal.band ?? 0.1, minScale: minScale,
                        maxScale: maxScale, tolerance: signal.tolerance ?? 0.25)))
        }
    }

    private func require(_ isKept: Bool, _ field: String, _ rule: @autoclosure () -> Refusal) throws(Fault) {
        guard isKept else { throw .invalidArgument(field, rule()) }
    }

    private func require(within range: ClosedRange<Int>, _ value: Int, _ field: String) throws(Fault) {
        try require(
            range.contains(value), field,
            Refusal(.mustBeBetween, ["least": .number(range.lowerBound), "most": .number(range.upperBound)]))
    }
}
