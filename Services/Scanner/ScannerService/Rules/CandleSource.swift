import Domain
import Signals

/// A source from which candles are fetched on request.
package protocol CandleSource: Sendable {
    /// Returns the candles of a security that begin on these days, oldest first.
    ///
    /// - Parameter progress: Called with the share of the days that have arrived and the number of candles.
    /// - Throws: ``Fault``: `invalidArgument` (a ticker or a timeframe that the source does not have), `unavailable`.
    func candles(
        of key: SeriesKey, days: ClosedRange<CalendarDay>, progress: @Sendable (_ share: Double, _ candles: Int) -> Void
    ) async throws -> [Candle]
}
