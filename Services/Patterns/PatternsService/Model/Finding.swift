import Domain
import Signals

/// A pattern that was found: one per security, kind and last candle. Shared by all users who watch the security.
package struct Finding: Hashable, Sendable {
    /// The data behind the odds of a pattern.
    package struct Content: Codable, Hashable, Sendable {
        package var stats: ScannerSignal.Statistics
        package var searched: ScannerSignal.Searched
        /// The number of candles until the outcome is taken.
        package var daysToWatch: Int
        /// The closes up to the end of the segment, which are the last ones.
        package var chart: [PatternsSignal.ChartPoint]

        package init(
            stats: ScannerSignal.Statistics, searched: ScannerSignal.Searched, daysToWatch: Int,
            chart: [PatternsSignal.ChartPoint]
        ) {
            self.stats = stats
            self.searched = searched
            self.daysToWatch = daysToWatch
            self.chart = chart
        }
    }

    /// The reason why a pattern no longer counts.
    package enum Closing: String, Sendable {
        case superseded, expired, gone
    }

    package let id: String
    package let ticker: String
    package let kind: ScannerSignal.Kind
    package let periodEnd: String
    package var periodStart: String
    package var shape: SegmentShape
    package var content: Content
    /// The number of segments that it was chosen from.
    package var tried: Int
    /// The number of those that counted as patterns.
    package var kept: Int
    package let foundAt: Instant
    package var scannedAt: Instant
    /// The time when it expires, unless newer candles close it earlier.
    package let expiresAt: Instant
    package var closedAt: Instant?
    package var closing: Closing?

    package init(
        id: String, ticker: String, candidate: Candidate, daysToWatch: Int, chart: [PatternsSignal.ChartPoint],
        tried: Int, kept: Int, foundAt: Instant, expiresAt: Instant
    ) {
        self.init(
            id: id, ticker: ticker, shape: candidate.shape, periodStart: candidate.from, periodEnd: candidate.to,
            content: Content(
                stats: candidate.stats, searched: candidate.searched, daysToWatch: daysToWatch, chart: chart),
            tried: tried, kept: kept, foundAt: foundAt, scannedAt: foundAt, expiresAt: expiresAt)
    }

    package init(
        id: String, ticker: String, shape: SegmentShape, periodStart: String, periodEnd: String, content: Content,
        tried: Int, kept: Int, foundAt: Instant, scannedAt: Instant, expiresAt: Instant, closedAt: Instant? = nil,
        closing: Closing? = nil
    ) {
        self.id = id
        self.ticker = ticker
        kind = shape.kind
        self.periodStart = periodStart
        self.periodEnd = periodEnd
        self.shape = shape
        self.content = content
        self.tried = tried
        self.kept = kept
        self.foundAt = foundAt
        self.scannedAt = scannedAt
        self.expiresAt = expiresAt
        self.closedAt = closedAt
        self.closing = closing
    }

    /// The closes of the segment.
    package var sparkline: [Double] { content.chart.suffix(shape.length).map(\.value) }

    /// The share of outcomes in the more frequent direction.
    package var probability: Double { content.stats.probability ?? 0 }

    /// The mean change after the matches.
    package var priceChange: Double { content.stats.meanChange ?? 0 }

    /// True when the pattern counts at `now`.
    package func isActive(at now: Instant) -> Bool { closedAt == nil && now < expiresAt }

    /// Returns the same pattern with the odds of a later scan.
    package func updated(with newer: Finding) -> Finding {
        Finding(
            id: id, ticker: ticker, shape: newer.shape, periodStart: newer.periodStart, periodEnd: periodEnd,
            content: newer.content, tried: newer.tried, kept: newer.kept, foundAt: foundAt,
            scannedAt: newer.scannedAt, expiresAt: expiresAt, closedAt: closing == .expired ? closedAt : nil,
            closing: closing == .expired ? closing : nil)
    }
}
