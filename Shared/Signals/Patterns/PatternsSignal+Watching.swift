import Coordination
import Domain

extension PatternsSignal {
    /// The state of a watched security.
    public enum WatchState: String, Codable, Hashable, Sendable, CaseIterable {
        /// It was not looked at yet.
        case waiting
        /// It was looked at, and nothing has changed since.
        case current
        /// It was looked at, and has changed since.
        case stale
        /// The market has no daily candles of it.
        case noCandles
        /// Its candles end long before those of others, so no shape ends now.
        case quiet
    }

    /// A security on a watch-list.
    public struct WatchedSecurity: Codable, Hashable, Sendable {
        /// Its ticker.
        public let ticker: String
        /// Since when it is watched.
        public let since: Instant
        /// Its state.
        public let state: WatchState
        /// When it was last looked at.
        public let scannedAt: Instant?
        /// The last day that had an influence.
        public let asOf: String?
        /// How many patterns of it end now.
        public let patterns: Int

        public init(
            ticker: String, since: Instant, state: WatchState, scannedAt: Instant?, asOf: String?, patterns: Int
        ) {
            self.ticker = ticker
            self.since = since
            self.state = state
            self.scannedAt = scannedAt
            self.asOf = asOf
            self.patterns = patterns
        }
    }

    /// A watch-list.
    public struct WatchList: Codable, Hashable, Sendable {
        /// By ticker.
        public let securities: [WatchedSecurity]
        public init(securities: [WatchedSecurity]) { self.securities = securities }
    }

    /// Adds securities to the caller's watch-list and keeps those that are on it. The market need not know them yet.
    ///
    /// - Answer: ``WatchList``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `limitExceeded`.
    public struct AddWatch: Signal {
        public typealias Answer = WatchList
        public static let method: SignalMethod = "patterns.watch.add"
        public static let summary = "Adds securities to your watch-list."

        /// Which, 1 ... 100.
        public let tickers: [String]

        public init(tickers: [String]) { self.tickers = tickers }
    }

    /// Removes securities from the caller's watch-list. Their announcements are still judged.
    ///
    /// - Answer: ``WatchList``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound` (one that is not on it).
    public struct RemoveWatch: Signal {
        public typealias Answer = WatchList
        public static let method: SignalMethod = "patterns.watch.remove"
        public static let summary = "Removes securities from your watch-list."

        /// Which, 1 ... 100.
        public let tickers: [String]

        public init(tickers: [String]) { self.tickers = tickers }
    }

    /// Lists what the caller watches.
    ///
    /// - Answer: ``WatchList``.
    public struct ListWatches: Signal {
        public typealias Answer = WatchList
        public static let method: SignalMethod = "patterns.watch.list"
        public static let summary = "Lists the securities you watch."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Searches securities now instead of at the scheduled time. Unchanged ones are not computed again.
    ///
    /// - Answer: ``RefreshAnswer``. Progress: the share of the securities.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `limitExceeded`, `unavailable`,
    ///   `overloaded`, `deadlineExceeded`.
    public struct Refresh: Signal {
        public typealias Answer = RefreshAnswer
        public static let method: SignalMethod = "patterns.refresh"
        public static let summary = "Looks for the patterns of your securities now."

        /// The securities; those not watched yet are added to the watch-list. All watched ones when absent.
        public let tickers: [String]?

        public init(tickers: [String]? = nil) { self.tickers = tickers }
    }

    /// The result of a refresh.
    public struct RefreshAnswer: Codable, Hashable, Sendable {
        /// By ticker.
        public let securities: [RefreshedSecurity]
        /// How many patterns of them end now.
        public let patterns: Int
        /// How many of those the caller's earlier refreshes have not seen.
        public let new: Int

        public init(securities: [RefreshedSecurity], patterns: Int, new: Int) {
            self.securities = securities
            self.patterns = patterns
            self.new = new
        }
    }

    /// The result of a refresh for one security.
    public struct RefreshedSecurity: Codable, Hashable, Sendable {
        /// Its ticker.
        public let ticker: String
        /// Its state.
        public let state: WatchState
        /// The last day that had an influence.
        public let asOf: String?
        /// How many segments were tried for its patterns.
        public let tried: Int
        /// How many patterns of it end now.
        public let patterns: Int
        /// How many of those the caller's earlier refreshes have not seen.
        public let new: Int

        public init(ticker: String, state: WatchState, asOf: String?, tried: Int, patterns: Int, new: Int) {
            self.ticker = ticker
            self.state = state
            self.asOf = asOf
            self.tried = tried
            self.patterns = patterns
            self.new = new
        }
    }
}
