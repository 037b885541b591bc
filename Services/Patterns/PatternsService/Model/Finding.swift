import Domain
import Signals

/// A pattern that was found: of one security and kind, for one last candle. Shared by all who watch the security.
package struct Finding: Hashable, Sendable {
    /// What its odds rest on.
    package struct Content: Codable, Hashable, Sendable {
        package var stats: ScannerSignal.Statistics
        package var searched: ScannerSignal.Searched
        /// How many candles later the outcome is taken.
        package var daysToWatch: Int
        /// The closes up to its end, those of the segment last.
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

    /// Why it does not count any more.
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
    /// Of how many segments it was chosen.
    package var tried: Int
    /// How many of them were patterns.
    package var kept: Int
    package let foundAt: Instant
    package var scannedAt: Instant
    /// When it stops to count, unless newer candles come before.
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

    /// How often the larger side came.
    package var probability: Double { content.stats.probability ?? 0 }

    /// The mean change that followed.
    package var priceChange: Double { content.stats.meanChange ?? 0 }

    /// Whether it counts at a moment.
    package func isActive(at now: Instant) -> Bool { closedAt == nil && now < expiresAt }

    /// The same pattern with the odds of a later look.
    package func updated(with newer: Finding) -> Finding {
        Finding(
            id: id, ticker: ticker, shape: newer.shape, periodStart: newer.periodStart, periodEnd: periodEnd,
            content: newer.content, tried: newer.tried, kept: newer.kept, foundAt: foundAt,
            scannedAt: newer.scannedAt, expiresAt: expiresAt, closedAt: closing == .expired ? closedAt : nil,
            closing: closing == .expired ? closing : nil)
    }
}
