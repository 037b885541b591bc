/// The events of patterns.
public enum PatternsEvent {
    /// Event `patterns.found`: a shape ends now that was followed by one direction more often than chance explains.
    /// Sent once to each user who watches the security, for each kind and each last candle.
    public struct Found: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "patterns.found"

        /// The user who watches it.
        public let userId: String
        /// The pattern.
        public let id: String
        /// Its security.
        public let ticker: String
        /// Candles or line.
        public let type: ScannerSignal.Kind
        /// Its first candle.
        public let periodStart: String
        /// Its last candle.
        public let periodEnd: String
        /// How often it occurred before.
        public let matches: Int
        /// How many of those have an outcome.
        public let considered: Int
        /// Which way most went.
        public let direction: ScannerSignal.Direction
        /// Their share.
        public let probability: Double
        /// Where the true share lies, at 95 %.
        public let probabilityLow: Double
        /// The upper end.
        public let probabilityHigh: Double
        /// How often any candle is followed by that direction.
        public let baseRate: Double
        /// The mean change that followed.
        public let priceChange: Double
        /// How many candles later the outcome is taken.
        public let daysToWatch: Int
        /// Of how many segments it was chosen.
        public let tried: Int
        /// The last day that had an influence.
        public let asOf: String

        public init(
            userId: String, id: String, ticker: String, type: ScannerSignal.Kind, periodStart: String,
            periodEnd: String, matches: Int, considered: Int, direction: ScannerSignal.Direction, probability: Double,
            probabilityLow: Double, probabilityHigh: Double, baseRate: Double, priceChange: Double, daysToWatch: Int,
            tried: Int, asOf: String
        ) {
            self.userId = userId
            self.id = id
            self.ticker = ticker
            self.type = type
            self.periodStart = periodStart
            self.periodEnd = periodEnd
            self.matches = matches
            self.considered = considered
            self.direction = direction
            self.probability = probability
            self.probabilityLow = probabilityLow
            self.probabilityHigh = probabilityHigh
            self.baseRate = baseRate
            self.priceChange = priceChange
            self.daysToWatch = daysToWatch
            self.tried = tried
            self.asOf = asOf
        }
    }

    /// Event `patterns.judged`: the candles after an announced pattern have arrived and show whether it came true. Sent
    /// once.
    public struct Judged: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "patterns.judged"

        /// To whom it was announced.
        public let userId: String
        /// The pattern.
        public let id: String
        /// Its security.
        public let ticker: String
        /// Candles or line.
        public let type: ScannerSignal.Kind
        /// Its last candle.
        public let periodEnd: String
        /// Which way it was said to go.
        public let direction: ScannerSignal.Direction
        /// How often it had gone that way.
        public let probability: Double
        /// How often any candle goes that way.
        public let baseRate: Double
        /// How many candles later the outcome was taken.
        public let daysToWatch: Int
        /// The change that came.
        public let change: Double
        /// Whether it went the way it was said to.
        public let cameTrue: Bool

        public init(
            userId: String, id: String, ticker: String, type: ScannerSignal.Kind, periodEnd: String,
            direction: ScannerSignal.Direction, probability: Double, baseRate: Double, daysToWatch: Int, change: Double,
            cameTrue: Bool
        ) {
            self.userId = userId
            self.id = id
            self.ticker = ticker
            self.type = type
            self.periodEnd = periodEnd
            self.direction = direction
            self.probability = probability
            self.baseRate = baseRate
            self.daysToWatch = daysToWatch
            self.change = change
            self.cameTrue = cameTrue
        }
    }
}
