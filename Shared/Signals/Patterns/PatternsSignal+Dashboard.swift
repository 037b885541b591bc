import Coordination
import Domain
import Reasons

extension PatternsSignal {
    /// Lists the patterns of the caller's securities that end now.
    ///
    /// - Answer: ``PatternList``.
    /// - Faults, first match wins: `invalidArgument`.
    public struct List: Signal {
        public typealias Answer = PatternList
        public static let method: SignalMethod = "patterns.list"
        public static let summary = "Lists the patterns of your securities that end now."
        public static let effect = SignalEffect.reads

        /// Which; all when absent.
        public let type: TypeFilter?
        /// The least number of matches, 0 ... 1,000,000; 5 when absent.
        public let minMatches: Int?
        /// The least probability above the average of all the caller's patterns, -1 ... 1; 0 when absent.
        public let deviationFromAvg: Double?
        /// Sorted by what; the probability when absent.
        public let sortBy: SortKey?
        /// The smallest first.
        public let ascending: Bool?
        /// The greatest number of items, 1 ... 1,000; 50 when absent.
        public let limit: Int?
        /// The `nextCursor` of the page before.
        public let cursor: String?

        public init(
            type: TypeFilter? = nil, minMatches: Int? = nil, deviationFromAvg: Double? = nil, sortBy: SortKey? = nil,
            ascending: Bool? = nil, limit: Int? = nil, cursor: String? = nil
        ) {
            self.type = type
            self.minMatches = minMatches
            self.deviationFromAvg = deviationFromAvg
            self.sortBy = sortBy
            self.ascending = ascending
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// A page of patterns.
    public struct PatternList: Codable, Hashable, Sendable {
        /// In the order that was asked for.
        public let patterns: [Pattern]
        /// Where the next page begins; absent on the last.
        public let nextCursor: String?
        /// How many of the caller's patterns end now, including those that the filter hides.
        public let total: Int
        /// Their average probability; null without any.
        public let avgProbability: Double?
        /// Whether scanner could be asked just now.
        public let scanner: ScannerState
        /// A note on the age of the data, in English.
        public let notice: String?
        /// The note as a reason.
        public let noticeReason: Explanation?
        /// How many of them each filter leaves out.
        public let hidden: HiddenPatterns?

        public init(
            patterns: [Pattern], nextCursor: String?, total: Int, avgProbability: Double?, scanner: ScannerState,
            notice: String?, noticeReason: Explanation? = nil, hidden: HiddenPatterns? = nil
        ) {
            self.patterns = patterns
            self.nextCursor = nextCursor
            self.total = total
            self.avgProbability = avgProbability
            self.scanner = scanner
            self.notice = notice
            self.noticeReason = noticeReason
            self.hidden = hidden
        }
    }

    /// How many patterns the filters of a list hide. Each is counted with the first filter that hides it, so the sum is
    /// the number of hidden patterns.
    public struct HiddenPatterns: Codable, Hashable, Sendable {
        /// Of the other kind.
        public let byType: Int
        /// With too few matches.
        public let byMatches: Int
        /// With too low a probability.
        public let byDeviation: Int

        /// All that are left out.
        public var total: Int { byType + byMatches + byDeviation }

        public init(byType: Int, byMatches: Int, byDeviation: Int) {
            self.byType = byType
            self.byMatches = byMatches
            self.byDeviation = byDeviation
        }
    }

    /// Sums up the caller's patterns, beside the figures that every service's `stats` answers.
    ///
    /// - Answer: ``DashboardStats``.
    public struct Stats: Signal {
        public typealias Answer = DashboardStats
        public static let method: SignalMethod = "patterns.stats"
        public static let summary = "Summarizes your patterns and the work of the service."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// How often one method was asked for, and how long it took.
    public struct MethodCount: Codable, Hashable, Sendable {
        /// The method.
        public let method: String
        /// How often it was asked for.
        public let requests: Int
        /// How often it answered a fault.
        public let faults: Int
        /// Half of the requests took no longer.
        public let p50Microseconds: Int
        /// 99 of 100 requests took no longer.
        public let p99Microseconds: Int
    }

    /// The caller's patterns in a few figures.
    public struct DashboardStats: Codable, Hashable, Sendable {
        /// How many end now.
        public let activePatterns: Int
        /// The security of the best, which is the pattern with the best expected rise; absent when none rises.
        public let bestTicker: String?
        /// The probability of the best; 0 without one.
        public let bestProbability: Double
        /// The average probability; 0 without any.
        public let avgProbability: Double
        /// The average of the mean changes; 0 without any.
        public let avgPriceChange: Double
        /// How many rest on data that have changed since.
        public let stalePatterns: Int
        /// Whether scanner could be asked just now.
        public let scanner: ScannerState
        /// A note on the age of the data, in English.
        public let notice: String?
        /// The note as a reason.
        public let noticeReason: Explanation?
        /// How long the service has run. The listener adds this and the following figures, which every service's
        /// `stats` has.
        public let uptimeSeconds: Int?
        /// Requests in progress.
        public let inFlight: Int?
        /// Replies that peers who do not read never got.
        public let repliesDropped: Int?
        /// The newest sequence of the service's events.
        public let lastEvent: Int64?
        /// Requests by method.
        public let methods: [MethodCount]?
        /// The expected rise of the best; absent without one.
        public let bestPriceChange: Double?

        /// A value of these parts, without those of every service.
        public init(
            activePatterns: Int, bestTicker: String?, bestProbability: Double, avgProbability: Double,
            avgPriceChange: Double, stalePatterns: Int, scanner: ScannerState, notice: String?,
            noticeReason: Explanation? = nil, bestPriceChange: Double? = nil
        ) {
            self.activePatterns = activePatterns
            self.bestTicker = bestTicker
            self.bestProbability = bestProbability
            self.avgProbability = avgProbability
            self.avgPriceChange = avgPriceChange
            self.stalePatterns = stalePatterns
            self.scanner = scanner
            self.notice = notice
            self.noticeReason = noticeReason
            self.bestPriceChange = bestPriceChange
            (uptimeSeconds, inFlight, repliesDropped, lastEvent, methods) = (nil, nil, nil, nil, nil)
        }
    }

    /// Returns the pattern with the best expected rise: the greatest mean change among those that mostly went up, and
    /// among equals the more probable one.
    ///
    /// - Answer: ``BestPattern``.
    /// - Faults, first match wins: `notFound` (no pattern that ends now promises a rise).
    public struct Best: Signal {
        public typealias Answer = BestPattern
        public static let method: SignalMethod = "patterns.best"
        public static let summary = "Shows your pattern with the best expected rise."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// The best pattern.
    public struct BestPattern: Codable, Hashable, Sendable {
        /// Its security.
        public let ticker: String
        /// How often the larger side came.
        public let probability: Double
        /// The mean change that followed.
        public let priceChange: Double
        /// The closes up to its end.
        public let chart: [ChartPoint]
        /// Its entry in the list.
        public let pattern: Pattern
        /// Whether scanner could be asked just now.
        public let scanner: ScannerState
        /// A note on the age of the data, in English.
        public let notice: String?
        /// The note as a reason.
        public let noticeReason: Explanation?

        public init(
            ticker: String, probability: Double, priceChange: Double, chart: [ChartPoint], pattern: Pattern,
            scanner: ScannerState, notice: String?, noticeReason: Explanation? = nil
        ) {
            self.ticker = ticker
            self.probability = probability
            self.priceChange = priceChange
            self.chart = chart
            self.pattern = pattern
            self.scanner = scanner
            self.notice = notice
            self.noticeReason = noticeReason
        }
    }

    /// Returns one pattern: where its shape occurred before, what followed, and, if it was announced, whether it came
    /// true.
    ///
    /// - Answer: ``ShownPattern``.
    /// - Faults, first match wins: `notFound` (also of a security that the caller does not watch).
    public struct Show: Signal {
        public typealias Answer = ShownPattern
        public static let method: SignalMethod = "patterns.show"
        public static let summary = "Shows a pattern with its matches and what followed them."
        public static let effect = SignalEffect.reads

        /// Which.
        public let id: String

        public init(id: String) { self.id = id }
    }

    /// Whether a pattern still counts.
    public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
        /// It ends now.
        case active
        /// Newer candles have come.
        case superseded
        /// It is too old, and no newer candles have come.
        case expired
        /// With what is known now it would not be found.
        case gone
    }

    /// One pattern in full.
    public struct ShownPattern: Codable, Hashable, Sendable {
        /// Its entry in the list.
        public let pattern: Pattern
        /// Whether it still counts.
        public let status: Status
        /// Since when it does not.
        public let closedAt: Instant?
        /// How many of its candles count by their direction alone.
        public let tailLength: Int
        /// How many of the segments tried had enough matches.
        public let kept: Int
        /// The statistics of what followed the matches, in full.
        public let stats: ScannerSignal.Statistics
        /// The nearest matches, at most 100.
        public let matches: [ScannerSignal.Match]
        /// The data that were searched.
        public let searched: ScannerSignal.Searched
        /// The closes up to its end.
        public let chart: [ChartPoint]
        /// The announcement to the caller, if there was one.
        public let announcement: Announcement?
        /// Whether scanner could be asked just now.
        public let scanner: ScannerState
        /// A note on the age of the data, in English.
        public let notice: String?
        /// The note as a reason.
        public let noticeReason: Explanation?

        public init(
            pattern: Pattern, status: Status, closedAt: Instant?, tailLength: Int, kept: Int,
            stats: ScannerSignal.Statistics, matches: [ScannerSignal.Match], searched: ScannerSignal.Searched,
            chart: [ChartPoint], announcement: Announcement?, scanner: ScannerState, notice: String?,
            noticeReason: Explanation? = nil
        ) {
            self.pattern = pattern
            self.status = status
            self.closedAt = closedAt
            self.tailLength = tailLength
            self.kept = kept
            self.stats = stats
            self.matches = matches
            self.searched = searched
            self.chart = chart
            self.announcement = announcement
            self.scanner = scanner
            self.notice = notice
            self.noticeReason = noticeReason
        }
    }
}
