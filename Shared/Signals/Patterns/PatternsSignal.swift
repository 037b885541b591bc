import Coordination
import Domain

/// The signals of patterns, which knows the shapes that a person's securities complete now, and what followed such
/// shapes before.
///
/// Everybody sees the patterns of the securities on their own watch-list. How a pattern is found:
/// Shared/Docs/PATTERNS.md.
public enum PatternsSignal {
    /// Which patterns are meant.
    public enum TypeFilter: String, Codable, Hashable, Sendable, CaseIterable {
        /// Both kinds.
        case all
        /// A few candles, each with its body and shadows.
        case candle
        /// The line of the closes.
        case chart
    }

    /// The sort key of a list.
    public enum SortKey: String, Codable, Hashable, Sendable, CaseIterable {
        /// How often the more frequent direction came; among equals, the larger change ranks higher.
        case probability
        /// How often the shape occurred before.
        case matches
        /// The mean change that followed, falls below rises.
        case priceChange
    }

    /// Whether scanner could be asked just now. If not, earlier findings are shown.
    public enum ScannerState: String, Codable, Hashable, Sendable, CaseIterable {
        /// It answers.
        case ready
        /// It is down, or too slow to wait for.
        case unavailable
    }

    /// The value of a line on a day.
    public struct ChartPoint: Codable, Hashable, Sendable {
        /// The day.
        public let date: String
        /// The close.
        public let value: Double

        public init(date: String, value: Double) {
            self.date = date
            self.value = value
        }
    }

    /// A pattern that ends now.
    public struct Pattern: Codable, Hashable, Sendable {
        /// By which it is shown.
        public let id: String
        /// Of which security.
        public let ticker: String
        /// Candles or line.
        public let type: ScannerSignal.Kind
        /// Its first candle.
        public let periodStart: String
        /// Its last candle, which was the newest when it was found.
        public let periodEnd: String
        /// How often the shape occurred before.
        public let matches: Int
        /// The mean change that followed, as a share of the close.
        public let priceChange: Double
        /// How often the larger side came.
        public let probability: Double
        /// The closes of the segment.
        public let sparkline: [Double]
        /// The larger side.
        public let direction: ScannerSignal.Direction
        /// How many matches have an outcome.
        public let considered: Int
        /// Where the true probability lies, at 95 %.
        public let probabilityLow: Double
        /// The upper end.
        public let probabilityHigh: Double
        /// How often any candle is followed by a change in that direction.
        public let baseRate: Double
        /// Whether that is more than chance.
        public let edge: ScannerSignal.Edge
        /// The number of segments that it was chosen from: the more, the more it owes to chance.
        public let tried: Int
        /// How many candles later the outcome is taken.
        public let daysToWatch: Int
        /// When it was first found.
        public let foundAt: Instant
        /// When it was last looked for.
        public let scannedAt: Instant
        /// The last day that had an influence.
        public let asOf: String
        /// Whether the security has changed since, so that these figures may be outdated.
        public let stale: Bool

        public init(
            id: String, ticker: String, type: ScannerSignal.Kind, periodStart: String, periodEnd: String, matches: Int,
            priceChange: Double, probability: Double, sparkline: [Double], direction: ScannerSignal.Direction,
            considered: Int, probabilityLow: Double, probabilityHigh: Double, baseRate: Double,
            edge: ScannerSignal.Edge, tried: Int, daysToWatch: Int, foundAt: Instant, scannedAt: Instant, asOf: String,
            stale: Bool
        ) {
            self.id = id
            self.ticker = ticker
            self.type = type
            self.periodStart = periodStart
            self.periodEnd = periodEnd
            self.matches = matches
            self.priceChange = priceChange
            self.probability = probability
            self.sparkline = sparkline
            self.direction = direction
            self.considered = considered
            self.probabilityLow = probabilityLow
            self.probabilityHigh = probabilityHigh
            self.baseRate = baseRate
            self.edge = edge
            self.tried = tried
            self.daysToWatch = daysToWatch
            self.foundAt = foundAt
            self.scannedAt = scannedAt
            self.asOf = asOf
            self.stale = stale
        }
    }
}
