/// The events of scanner.
public enum ScannerEvent {
    /// Event `scanner.candlesChanged`: candles were added, changed or removed. Services that keep results made from
    /// them may recompute them.
    public struct CandlesChanged: Codable, Hashable, Sendable {
        /// The name of the event.
        public static let type = "scanner.candlesChanged"

        /// Of which security.
        public let ticker: String
        /// In which timeframe.
        public let timeframe: ScannerSignal.Timeframe
        /// The number of candles now.
        public let candles: Int
        /// The newest finished candle; absent without one.
        public let asOf: String?
        /// The user who made the change.
        public let userId: String
        /// The revision of the market: ``ScannerSignal/SecurityList/revision`` is at least this once the change is
        /// visible.
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
