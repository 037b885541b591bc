import Signals

/// The form of a segment that ends with the newest candle.
package struct SegmentShape: Hashable, Sendable {
    /// A candle pattern or a chart pattern.
    package let kind: ScannerSignal.Kind
    /// The number of candles.
    package let length: Int
    /// The number of leading candles of which only the direction counts; 0 for a chart pattern.
    package let tail: Int

    package init(kind: ScannerSignal.Kind, length: Int, tail: Int = 0) {
        self.kind = kind
        self.length = length
        self.tail = tail
    }
}

/// The rules for which segments are scanned and what counts as a pattern.
package struct WatchRules: Hashable, Sendable {
    /// The lengths of candle patterns, in candles.
    package var candleLengths = 2...5
    /// The numbers of leading candles of which only the direction counts; always fewer than the length.
    package var tails = 0...3
    /// The lengths of chart patterns, in candles.
    package var chartLengths = 15...30
    /// The smallest number of matches of a pattern.
    package var leastMatches = 10
    /// The number of candles until the outcome of a candle pattern is taken.
    package var candleDays = 3
    /// The number of candles until the outcome of a chart pattern is taken.
    package var chartDays = 5
    /// The tolerance of candle bodies, as a share of the window's range.
    package var bodyTolerance = 0.1
    /// The tolerance of shadows, as a share of the window's range.
    package var shadowTolerance = 0.1
    /// The largest distance of two chart shapes.
    package var chartTolerance = 0.25
    /// The band of the time warping.
    package var band = 0.1
    /// The lengths of windows, as shares of the segment's length.
    package var scales = 0.8...1.2
    /// The number of days by which the candles of a quiet security end before those of others.
    package var quietAfterDays = 14
    /// The time until a pattern expires, unless newer candles close it earlier.
    package var keptFor = Duration.seconds(7 * 86_400)
    /// The largest number of securities on one user's watch-list.
    package var mostWatched = 100

    package init() {}

    /// All segments that are scanned, shortest first.
    package var shapes: [SegmentShape] {
        let candles = candleLengths.flatMap { length in
            tails.filter { $0 < length }.map { SegmentShape(kind: .candle, length: length, tail: $0) }
        }
        return candles + chartLengths.map { SegmentShape(kind: .chart, length: $0) }
    }

    /// Returns the number of candles until an outcome is taken.
    package func daysToWatch(_ kind: ScannerSignal.Kind) -> Int { kind == .candle ? candleDays : chartDays }

    /// The text of all rules that decide what is found. With an equal fingerprint, equal data give equal patterns.
    package var fingerprint: String {
        "\(candleLengths) \(tails) \(chartLengths) \(leastMatches) \(candleDays) \(chartDays) \(bodyTolerance) "
            + "\(shadowTolerance) \(chartTolerance) \(band) \(scales) \(quietAfterDays)"
    }

    /// Returns the scan of a segment. Data after its end have no influence.
    func scan(_ shape: SegmentShape, of ticker: String, from: String, to: String, limit: Int) -> ScannerSignal.Scan {
        let segment = ScannerSignal.Segment(ticker: ticker, from: from, to: to)
        switch shape.kind {
        case .candle:
            return ScannerSignal.Scan(
                kind: .candle, segment: segment, asOf: to, daysToWatch: candleDays, tailLength: shape.tail,
                bodyTolerance: bodyTolerance, shadowTolerance: shadowTolerance, limit: limit)
        case .chart:
            return ScannerSignal.Scan(
                kind: .chart, segment: segment, asOf: to, daysToWatch: chartDays, band: band,
                minScale: scales.lowerBound, maxScale: scales.upperBound, tolerance: chartTolerance, limit: limit)
        }
    }
}
