/// What scanner tells others.
public enum ScannerEvent {
    /// Event `scanner.candlesChanged`: candles were added, changed or removed; who keeps results made from them may want to make them again.
    public struct CandlesChanged: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "scanner.candlesChanged"

        /// Of which security.
        public let ticker: String
        /// In which timeframe.
        public let timeframe: ScannerSignal.Timeframe
        /// How many there are now.
        public let candles: Int
        /// The newest that is over; absent when there is none.
        public let asOf: String?
        /// Who did it.
        public let userId: String
        /// Which change of the market it was: ``ScannerSignal/SecurityList/revision`` is at least that once it is seen there.
        public let revision: Int64?

        public init(
            ticker: String, timeframe: ScannerSignal.Timeframe, candles: Int, asOf: String?, userId: String,
            revision: Int64? = nil
        ) {
            self.ticker = ticker
            self.timeframe = timeframe
            self.candles = candles
            self.asOf = asOf
            self.userId = userId
            self.revision = revision
        }
    }
}
