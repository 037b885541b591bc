import Coordination

extension ScannerSignal {
    /// The kind of data that is compared.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A few candles, each with its body and shadows.
        case candle
        /// The line of the closes, also stretched.
        case chart
    }

    /// The candles of a security from one day to another, both included.
    public struct Segment: Codable, Hashable, Sendable {
        /// Which security.
        public let ticker: String
        /// Its first day or moment.
        public let from: String
        /// Its last.
        public let to: String

        public init(ticker: String, from: String, to: String) {
            self.ticker = ticker
            self.from = from
            self.to = to
        }
    }

    /// Finds where the shape of a segment occurred before, and what followed.
    ///
    /// No data after `asOf` are used. Definitions: Shared/Docs/SCANNER.md.
    /// - Answer: ``ScanAnswer``. Progress: the share of windows done, and how many passed.
    /// - Faults, first match wins: `invalidArgument`, `notFound` (a ticker), `overloaded`, `limitExceeded` (more than
    ///   4,000,000 windows pass), `deadlineExceeded`.
    public struct Scan: Signal {
        public typealias Answer = ScanAnswer
        public static let method: SignalMethod = "scanner.scan"
        public static let summary = "Finds where a shape occurred before, and what followed."
        public static let effect = SignalEffect.reads

        /// Candles or line.
        public let kind: Kind
        /// The segment to search for: at most 2,000 candles.
        public let segment: Segment
        /// The securities to search; all when absent, with simulated ones kept apart from traded ones.
        public let tickers: [String]?
        /// From this day or moment on.
        public let searchFrom: String?
        /// To this day or moment; `asOf` when absent.
        public let searchTo: String?
        /// Later data have no influence; the newest finished candle of all when absent.
        public let asOf: String?
        /// How many candles later the outcome is taken, 0 ... 1,000; 0 for the end of the run; 5 when absent.
        public let daysToWatch: Int?
        /// Candle: how many of the first candles count by their direction alone; 0 when absent.
        public let tailLength: Int?
        /// Candle: how far opens and closes may be apart, as a share of the window's range; 0.1 when absent.
        public let bodyTolerance: Double?
        /// Candle: how far shadows may be apart; 0.1 when absent.
        public let shadowTolerance: Double?
        /// Chart: at how many points lines are compared, 2 ... 2,000; the segment's candles when absent.
        public let points: Int?
        /// Chart: how far time may be warped, a share of the points; 0.1 when absent.
        public let band: Double?
        /// Chart: the shortest window, a share of the segment, 0.1 ... 10; 0.8 when absent.
        public let minScale: Double?
        /// Chart: the longest; 1.2 when absent.
        public let maxScale: Double?
        /// Chart: the greatest distance; 0.25 when absent.
        public let tolerance: Double?
        /// How long the candles last; a day when absent.
        public let timeframe: Timeframe?
        /// The greatest number of matches in the answer, 1 ... 20,000, nearest first; 10,000 when absent. The
        /// statistics cover all matches.
        public let limit: Int?

        public init(
            kind: Kind, segment: Segment, tickers: [String]? = nil, searchFrom: String? = nil, searchTo: String? = nil,
            asOf: String? = nil, daysToWatch: Int? = nil, tailLength: Int? = nil, bodyTolerance: Double? = nil,
            shadowTolerance: Double? = nil, points: Int? = nil, band: Double? = nil, minScale: Double? = nil,
            maxScale: Double? = nil, tolerance: Double? = nil, timeframe: Timeframe? = nil, limit: Int? = nil
        ) {
            self.kind = kind
            self.segment = segment
            self.tickers = tickers
            self.searchFrom = searchFrom
            self.searchTo = searchTo
            self.asOf = asOf
            self.daysToWatch = daysToWatch
            self.tailLength = tailLength
            self.bodyTolerance = bodyTolerance
            self.shadowTolerance = shadowTolerance
            self.points = points
            self.band = band
            self.minScale = minScale
            self.maxScale = maxScale
            self.tolerance = tolerance
            self.timeframe = timeframe
            self.limit = limit
        }
    }
}
