import Coordination
import Domain
import Signals

/// The store of the market. ``market()`` shows a change as soon as the transaction that makes it returns.
package protocol ScannerStore: ModelStore where Reading == any MarketReading, Writing == any MarketTransaction {
    /// Returns the market after the last change. Never blocks.
    func market() -> Market
}

/// The queries of the market.
package protocol MarketReading {
    /// Returns the number of candles of a series within a period.
    func count(of key: SeriesKey, within period: ClosedRange<MarketTime>) throws -> Int

    /// Returns the candles of a series within a period, unfinished ones included, oldest first and adjusted for splits.
    ///
    /// - Parameter merging: The number of adjacent candles that are merged into one.
    func candles(of key: SeriesKey, within period: ClosedRange<MarketTime>, merging: Int) throws -> [Candle]

    /// Returns the splits of a security, oldest first; nil when there is no such security.
    func splits(of ticker: String) throws -> [ScannerSignal.Split]?
}

/// The changes of the market.
package protocol MarketTransaction: MarketReading {
    /// Upserts candles of a series.
    ///
    /// - Parameters:
    ///   - name: The name of the security; nil keeps the present one.
    ///   - isMadeUp: True for simulated prices.
    ///   - user: The owner of a new security.
    func take(
        _ candles: [Candle], into key: SeriesKey, name: String?, isMadeUp: Bool, by user: String
    ) throws -> ImportReport

    /// Returns the owner of a security; nil when it is unknown, or there is no such security.
    func owner(of ticker: String) throws -> String?

    /// True when a series contains real candles.
    func isTraded(_ key: SeriesKey) throws -> Bool

    /// Deletes the candles of one timeframe or, without one, all candles and the splits.
    /// - Returns: The number of candles; nil when there is no such series.
    func remove(_ ticker: String, timeframe: ScannerSignal.Timeframe?) throws -> Int?

    /// Stores a split of a known security; replaces one on the same day.
    func add(_ split: ScannerSignal.Split, of ticker: String) throws

    /// Deletes a split.
    /// - Returns: True when there was one.
    func removeSplit(on day: CalendarDay, of ticker: String) throws -> Bool

    /// Appends events about the changed series.
    func tell(_ userID: String) throws
}
