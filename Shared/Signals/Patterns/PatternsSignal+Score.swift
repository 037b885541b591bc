import Coordination
import Domain

extension PatternsSignal {
    /// An announcement of a pattern and its outcome.
    public struct Announcement: Codable, Hashable, Sendable {
        /// When it was announced.
        public let announcedAt: Instant
        /// Which way it was said to go.
        public let direction: ScannerSignal.Direction
        /// How often it had gone that way.
        public let probability: Double
        /// How often it goes that way after any candle.
        public let baseRate: Double
        /// When it was judged; absent until the candles for it have arrived.
        public let judgedAt: Instant?
        /// The change that followed; null when the announced candles are gone.
        public let change: Double?
        /// Whether it went in the announced direction; absent when that cannot be known.
        public let cameTrue: Bool?

        public init(
            announcedAt: Instant, direction: ScannerSignal.Direction, probability: Double, baseRate: Double,
            judgedAt: Instant?, change: Double?, cameTrue: Bool?
        ) {
            self.announcedAt = announcedAt
            self.direction = direction
            self.probability = probability
            self.baseRate = baseRate
            self.judgedAt = judgedAt
            self.change = change
            self.cameTrue = cameTrue
        }
    }

    /// Returns how often announcements to the caller came true, judged by candles that came after them.
    ///
    /// - Answer: ``ScoreAnswer``.
    public struct Score: Signal {
        public typealias Answer = ScoreAnswer
        public static let method: SignalMethod = "patterns.score"
        public static let summary = "Shows how often the patterns announced to you came true."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// The score.
    public struct ScoreAnswer: Codable, Hashable, Sendable {
        /// By kind, candles first.
        public let kinds: [KindScore]
        public init(kinds: [KindScore]) { self.kinds = kinds }
    }

    /// The score of one kind of patterns. Shares are 0 ... 1, and null until one was judged.
    public struct KindScore: Codable, Hashable, Sendable {
        /// Candles or line.
        public let type: ScannerSignal.Kind
        /// How many were announced.
        public let announced: Int
        /// Of how many it is known what followed.
        public let judged: Int
        /// How many of those went the way they were said to.
        public let cameTrue: Int
        /// Their share.
        public let hitRate: Double?
        /// Where the true share lies, at 95 % (Wilson).
        public let hitRateLow: Double?
        /// The upper end.
        public let hitRateHigh: Double?
        /// The mean announced probability of the judged ones.
        public let expected: Double?
        /// How often any candle goes in the announced direction: the mean over the judged ones.
        public let baseRate: Double?

        public init(
            type: ScannerSignal.Kind, announced: Int, judged: Int, cameTrue: Int, hitRate: Double?,
            hitRateLow: Double?, hitRateHigh: Double?, expected: Double?, baseRate: Double?
        ) {
            self.type = type
            self.announced = announced
            self.judged = judged
            self.cameTrue = cameTrue
            self.hitRate = hitRate
            self.hitRateLow = hitRateLow
            self.hitRateHigh = hitRateHigh
            self.expected = expected
            self.baseRate = baseRate
        }
    }
}
