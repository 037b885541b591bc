import Coordination
import Domain

extension ScannerSignal {
    /// Generates candles: a random walk with planted, labelled patterns. The same seed generates the same market.
    ///
    /// - Answer: ``SimulateAnswer``; says where the patterns are.
    /// - Faults, first match wins: `invalidArgument`, `conflict` (there are candles of that ticker which were not made
    ///   up), `permissionDenied` (another user made it up).
    public struct Simulate: Signal {
        public typealias Answer = SimulateAnswer
        public static let method: SignalMethod = "scanner.simulate"
        public static let summary = "Simulates a security: a random walk with planted patterns."

        /// The ticker to use.
        public let ticker: String
        /// How many candles, 100 ... 2,000,000; 2,500 unless said otherwise.
        public let candles: Int?
        /// The first day; 2015-01-01 unless said otherwise. Daily candles leave weekends out.
        public let from: CalendarDay?
        /// Which of all random markets; 1 unless said otherwise.
        public let seed: Int?
        /// How many patterns are planted, 0 ... 1,000; one in 250 candles unless said otherwise.
        public let patterns: Int?
        /// How long each candle lasts; a day unless said otherwise.
        public let timeframe: Timeframe?

        public init(
            ticker: String, candles: Int? = nil, from: CalendarDay? = nil, seed: Int? = nil, patterns: Int? = nil,
            timeframe: Timeframe? = nil
        ) {
            self.ticker = ticker
            self.candles = candles
            self.from = from
            self.seed = seed
            self.patterns = patterns
            self.timeframe = timeframe
        }
    }

    /// Fetches candles of a share from the Moscow Exchange's public service, all or none, without asking for
    /// confirmation.
    ///
    /// - Answer: ``ImportAnswer``. Progress: the share of the days.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `unavailable`, `notFound` (the exchange has none).
    public struct Fetch: Signal {
        public typealias Answer = ImportAnswer
        public static let method: SignalMethod = "scanner.fetch"
        public static let summary = "Fetches candles from the Moscow Exchange."

        /// Which share.
        public let ticker: String
        /// From this day on; the last known, else ten years back.
        public let from: CalendarDay?
        /// To this day; today when absent.
        public let till: CalendarDay?
        /// How long candles last: 1m, 10m, 1h, 1d, 1w or 1mo; a day unless said otherwise.
        public let timeframe: Timeframe?

        public init(
            ticker: String, from: CalendarDay? = nil, till: CalendarDay? = nil, timeframe: Timeframe? = nil
        ) {
            self.ticker = ticker
            self.from = from
            self.till = till
            self.timeframe = timeframe
        }
    }

    /// The result of a simulation.
    public struct SimulateAnswer: Codable, Hashable, Sendable {
        /// The security.
        public let ticker: String
        /// How many candles it has.
        public let candles: Int
        /// The first.
        public let from: String
        /// The last.
        public let to: String
        /// Where the patterns are.
        public let planted: [PlantedPattern]

        public init(ticker: String, candles: Int, from: String, to: String, planted: [PlantedPattern]) {
            self.ticker = ticker
            self.candles = candles
            self.from = from
            self.to = to
            self.planted = planted
        }
    }

    /// A pattern in a made-up security.
    public struct PlantedPattern: Codable, Hashable, Sendable {
        /// The label: `headAndShoulders`.
        public let label: String
        /// Its first candle.
        public let from: String
        /// Its last candle.
        public let to: String
        /// The change of the close that was planted behind it, over five candles.
        public let change: Double

        public init(label: String, from: String, to: String, change: Double) {
            self.label = label
            self.from = from
            self.to = to
            self.change = change
        }
    }

    /// Records a split of a share. Prices before that day are adjusted to it.
    ///
    /// - Answer: ``SplitList``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `permissionDenied` (another user put it
    ///   in).
    public struct AddSplit: Signal {
        public typealias Answer = SplitList
        public static let method: SignalMethod = "scanner.addSplit"
        public static let summary = "Records a split; older prices are adjusted by it."

        /// Which security.
        public let ticker: String
        /// The first day with the new price.
        public let day: CalendarDay
        /// So many shares, 1 ... 1,000,000 ...
        public let before: Int
        /// ... became so many.
        public let after: Int

        public init(ticker: String, day: CalendarDay, before: Int, after: Int) {
            self.ticker = ticker
            self.day = day
            self.before = before
            self.after = after
        }
    }

    /// Deletes a split.
    ///
    /// - Answer: ``SplitList``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `permissionDenied` (another user put it
    ///   in).
    public struct RemoveSplit: Signal {
        public typealias Answer = SplitList
        public static let method: SignalMethod = "scanner.removeSplit"
        public static let summary = "Removes a split."

        /// Which security.
        public let ticker: String
        /// The day of the split.
        public let day: CalendarDay

        public init(ticker: String, day: CalendarDay) {
            self.ticker = ticker
            self.day = day
        }
    }

    /// Lists the splits of a security.
    ///
    /// - Answer: ``SplitList``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`.
    public struct Splits: Signal {
        public typealias Answer = SplitList
        public static let method: SignalMethod = "scanner.splits"
        public static let summary = "Lists the splits of a security."
        public static let effect = SignalEffect.reads

        /// Which security.
        public let ticker: String

        public init(ticker: String) { self.ticker = ticker }
    }

    /// The splits of a security.
    public struct SplitList: Codable, Hashable, Sendable {
        /// Which.
        public let ticker: String
        /// The oldest first.
        public let splits: [Split]

        public init(ticker: String, splits: [Split]) {
            self.ticker = ticker
            self.splits = splits
        }
    }

    /// A split: `before` shares became `after`.
    public struct Split: Codable, Hashable, Sendable {
        /// The first day with the new price.
        public let day: CalendarDay
        /// So many shares ...
        public let before: Int
        /// ... became so many.
        public let after: Int

        public init(day: CalendarDay, before: Int, after: Int) {
            self.day = day
            self.before = before
            self.after = after
        }
    }
}
