extension ScannerSignal {
    /// The result of a scan.
    public struct ScanAnswer: Codable, Hashable, Sendable {
        /// Nearest first. No match shares a candle with another or with the segment.
        public let matches: [Match]
        /// The statistics of what followed them.
        public let stats: Statistics
        /// The last day or moment that had an influence.
        public let asOf: String
        /// The searched data.
        public let searched: Searched

        public init(matches: [Match], stats: Statistics, asOf: String, searched: Searched) {
            self.matches = matches
            self.stats = stats
            self.asOf = asOf
            self.searched = searched
        }
    }

    /// The searched data.
    public struct Searched: Codable, Hashable, Sendable {
        /// How many securities.
        public let securities: Int
        /// How many candles of them.
        public let candles: Int
        /// How many windows.
        public let windows: Int
        /// How many windows passed, the segment itself included.
        public let passed: Int
        /// How many of them share no candle with the segment.
        public let candidates: Int

        public init(securities: Int, candles: Int, windows: Int, passed: Int, candidates: Int) {
            self.securities = securities
            self.candles = candles
            self.windows = windows
            self.passed = passed
            self.candidates = candidates
        }
    }

    /// A place where the shape occurred.
    public struct Match: Codable, Hashable, Sendable {
        /// Of which security.
        public let ticker: String
        /// Its first candle.
        public let from: String
        /// Its last candle.
        public let to: String
        /// How many candles.
        public let candles: Int
        /// How far it is from the segment; 0 is the same shape.
        public let distance: Double
        /// How alike they are, 0 ... 1.
        public let similarity: Double
        /// The change that followed, as a share of the close; null when it is not known yet.
        public let change: Double?

        public init(
            ticker: String, from: String, to: String, candles: Int, distance: Double, similarity: Double,
            change: Double?
        ) {
            self.ticker = ticker
            self.from = from
            self.to = to
            self.candles = candles
            self.distance = distance
            self.similarity = similarity
            self.change = change
        }

        /// Writes all members, also those that are null.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(ticker, forKey: .ticker)
            try container.encode(from, forKey: .from)
            try container.encode(to, forKey: .to)
            try container.encode(candles, forKey: .candles)
            try container.encode(distance, forKey: .distance)
            try container.encode(similarity, forKey: .similarity)
            try container.encode(change, forKey: .change)
        }
    }

    /// Which way most went.
    public enum Direction: String, Codable, Hashable, Sendable, CaseIterable {
        case up, down, none
    }

    /// Whether the matches say more than an arbitrary day does.
    public enum Edge: String, Codable, Hashable, Sendable, CaseIterable {
        /// The interval of the probability excludes the base rate.
        case yes
        /// It does not.
        case no
        /// There are fewer than ten outcomes, or as many up as down.
        case unknown
    }

    /// The statistics of what followed the matches. Shares are 0 ... 1; figures without data are null.
    public struct Statistics: Codable, Hashable, Sendable {
        /// How many matches.
        public let matches: Int
        /// How many of them with an outcome.
        public let considered: Int
        /// How many went up.
        public let up: Int
        /// How many went down.
        public let down: Int
        /// How many stayed where they were.
        public let flat: Int
        /// The larger side.
        public let direction: Direction
        /// Its share.
        public let probability: Double?
        /// Where the true share lies, at 95 % (Wilson).
        public let probabilityLow: Double?
        /// The upper end.
        public let probabilityHigh: Double?
        /// The mean of all changes.
        public let meanChange: Double?
        /// The median of all changes.
        public let medianChange: Double?
        /// How much they vary.
        public let standardDeviation: Double?
        /// The mean of those that went up.
        public let meanUp: Double?
        /// The mean of those that went down.
        public let meanDown: Double?
        /// How often it goes up after any candle.
        public let baseRateUp: Double?
        /// How often it goes down.
        public let baseRateDown: Double?
        /// Whether that is more than chance.
        public let edge: Edge
        /// On how many days the matches end: the same day of ten securities is not ten independent cases.
        public let distinctDays: Int

        public init(
            matches: Int, considered: Int, up: Int, down: Int, flat: Int, direction: Direction, probability: Double?,
            probabilityLow: Double?, probabilityHigh: Double?, meanChange: Double?, medianChange: Double?,
            standardDeviation: Double?, meanUp: Double?, meanDown: Double?, baseRateUp: Double?, baseRateDown: Double?,
            edge: Edge, distinctDays: Int
        ) {
            self.matches = matches
            self.considered = considered
            self.up = up
            self.down = down
            self.flat = flat
            self.direction = direction
            self.probability = probability
            self.probabilityLow = probabilityLow
            self.probabilityHigh = probabilityHigh
            self.meanChange = meanChange
            self.medianChange = medianChange
            self.standardDeviation = standardDeviation
            self.meanUp = meanUp
            self.meanDown = meanDown
            self.baseRateUp = baseRateUp
            self.baseRateDown = baseRateDown
            self.edge = edge
            self.distinctDays = distinctDays
        }

        /// Writes all members, also those that are null.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(matches, forKey: .matches)
            try container.encode(considered, forKey: .considered)
            try container.encode(up, forKey: .up)
            try container.encode(down, forKey: .down)
            try container.encode(flat, forKey: .flat)
            try container.encode(direction, forKey: .direction)
            try container.encode(probability, forKey: .probability)
            try container.encode(probabilityLow, forKey: .probabilityLow)
            try container.encode(probabilityHigh, forKey: .probabilityHigh)
            try container.encode(meanChange, forKey: .meanChange)
            try container.encode(medianChange, forKey: .medianChange)
            try container.encode(standardDeviation, forKey: .standardDeviation)
            try container.encode(meanUp, forKey: .meanUp)
            try container.encode(meanDown, forKey: .meanDown)
            try container.encode(baseRateUp, forKey: .baseRateUp)
            try container.encode(baseRateDown, forKey: .baseRateDown)
            try container.encode(edge, forKey: .edge)
            try container.encode(distinctDays, forKey: .distinctDays)
        }
    }
}
