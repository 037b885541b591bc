import Coordination
import Reasons

/// The signals of scanner: market data, and where a shape occurred before.
///
/// Market data belong to the house, not to a person: all signed-in users see and change the same data. Days and moments
/// are texts by the clock of the exchange, without a zone: `2025-10-08`, and within a day `2025-10-08T15:30`.
public enum ScannerSignal: SignalNamespace {
    public static let service = "scanner"

    /// How long a candle lasts.
    public enum Timeframe: String, Codable, Hashable, Sendable, CaseIterable {
        case oneMinute = "1m"
        case fiveMinutes = "5m"
        case tenMinutes = "10m"
        case fifteenMinutes = "15m"
        case thirtyMinutes = "30m"
        case oneHour = "1h"
        case fourHours = "4h"
        /// The usual one.
        case oneDay = "1d"
        case oneWeek = "1w"
        case oneMonth = "1mo"
    }

    /// How dates with slashes are written.
    public enum DateOrder: String, Codable, Hashable, Sendable, CaseIterable {
        /// 31/12/2025.
        case dayMonthYear = "dmy"
        /// 12/31/2025.
        case monthDayYear = "mdy"
    }

    /// A candle.
    public struct Candle: Codable, Hashable, Sendable {
        /// When it began.
        public let date: String
        /// The first price.
        public let open: Double
        /// The highest price.
        public let high: Double
        /// The lowest price.
        public let low: Double
        /// The last price.
        public let close: Double
        /// How much was traded.
        public let volume: Double?
        /// True for a candle that was not finished when it was imported. Such a candle is shown but never searched.
        public let unfinished: Bool?

        public init(
            date: String, open: Double, high: Double, low: Double, close: Double, volume: Double? = nil,
            unfinished: Bool? = nil
        ) {
            self.date = date
            self.open = open
            self.high = high
            self.low = low
            self.close = close
            self.volume = volume
            self.unfinished = unfinished
        }
    }

    /// A line of a file that is no candle.
    public struct BadLine: Codable, Hashable, Sendable {
        /// Its number, from 1 on.
        public let line: Int
        /// The problem, in English.
        public let reason: String
        /// The problem as a reason.
        public let explanation: Explanation?

        public init(line: Int, reason: String, explanation: Explanation? = nil) {
            self.line = line
            self.reason = reason
            self.explanation = explanation
        }

        /// A line that was refused.
        public init(line: Int, _ refusal: Refusal) {
            self.init(line: line, reason: refusal.description, explanation: Explanation(refusal))
        }
    }
}
