import Domain
import Signals

/// Where candles can be fetched from, when somebody says so.
package protocol CandleSource: Sendable {
    /// The candles of a security that begin on these days, the oldest first.
    ///
    /// - Parameter progress: Told the share of the days that are there, and how many candles.
    /// - Throws: ``Fault``: `invalidArgument` (a ticker or a timeframe that the source has not), `unavailable`.
    func candles(
        of key: SeriesKey, days: ClosedRange<CalendarDay>, progress: @Sendable (_ share: Double, _ candles: Int) -> Void
    ) async throws -> [Candle]
}
