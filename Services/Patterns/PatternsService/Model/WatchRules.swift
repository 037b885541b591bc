import Signals

/// A segment that ends with the newest candle, by its form alone.
package struct SegmentShape: Hashable, Sendable {
    /// Candles or line.
    package let kind: ScannerSignal.Kind
    /// How many candles it has.
    package let length: Int
    /// How many of them, in front, count by their direction alone; 0 for a line.
    package let tail: Int

    package init(kind: ScannerSignal.Kind, length: Int, tail: Int = 0) {
        self.kind = kind
        self.length = length
        self.tail = tail
    }
}

/// Which segments are looked at, and what counts as a pattern.
package struct WatchRules: Hashable, Sendable {
    /// How many candles a segment of candles has.
    package var candleLengths = 2...5
    /// How many of them count by their direction alone; always fewer than all.
    package var tails = 0...3
    /// How many candles a line has.
    package var chartLengths = 15...30
    /// With fewer matches it is no pattern.
    package var leastMatches = 10
    /// How many candles later the outcome of a segment of candles is taken.
    package var candleDays = 3
    /// How many candles later that of a line is taken.
    package var chartDays = 5
    /// How far bodies may be apart, as a share of the window's range.
    package var bodyTolerance = 0.1
    /// How far shadows may be apart.
    package var shadowTolerance = 0.1
    /// The greatest distance of two lines.
    package var chartTolerance = 0.25
    /// How far time may be warped.
    package var band = 0.1
    /// How long windows are, as a share of the line.
    package var scales = 0.8...1.2
    /// A security whose candles end so many days before those of others is quiet.
    package var quietAfterDays = 14
    /// For how long a pattern counts, unless newer candles come.
    package var keptFor = Duration.seconds(7 * 86_400)
    /// How many securities one person may watch.
    package var mostWatched = 100

    package init() {}

    /// All segments that are tried, the short ones first.
    package var shapes: [SegmentShape] {
        let candles = candleLengths.flatMap { length in
            tails.filter { $0 < length }.map { SegmentShape(kind: .candle, length: length, tail: $0) }
        }
        return candles + chartLengths.map { SegmentShape(kind: .chart, length: $0) }
    }

    /// How many candles later an outcome is taken.
    package func daysToWatch(_ kind: ScannerSignal.Kind) -> Int { kind == .candle ? candleDays : chartDays }

    /// Stands for all that decides what is found: as long as it is the same, the same data give the same patterns.
    package var fingerprint: String {
        "\(candleLengths) \(tails) \(chartLengths) \(leastMatches) \(candleDays) \(chartDays) \(bodyTolerance) "
            + "\(shadowTolerance) \(chartTolerance) \(band) \(scales) \(quietAfterDays)"
    }

    /// What scanner is asked for a segment. Nothing later than its end has an influence.
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
