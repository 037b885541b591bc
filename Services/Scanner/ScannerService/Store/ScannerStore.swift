import Coordination
import Domain
import Signals

/// Where the market is kept. ``market()`` shows a change when the transaction that makes it returns.
package protocol ScannerStore: ModelStore where Reading == any MarketReading, Writing == any MarketTransaction {
    /// The market as the last change left it. Never waits.
    func market() -> Market
}

/// What can be asked of the market.
package protocol MarketReading {
    /// How many candles of a series lie within a period.
    func count(of key: SeriesKey, within period: ClosedRange<MarketTime>) throws -> Int

    /// Candles of a series within a period, the oldest first, adjusted for splits; those that are not over too.
    ///
    /// - Parameter merging: So many neighbours make one.
    func candles(of key: SeriesKey, within period: ClosedRange<MarketTime>, merging: Int) throws -> [Candle]

    /// The splits of a security, the oldest first; nil when there is no such security.
    func splits(of ticker: String) throws -> [ScannerSignal.Split]?
}

/// The market while it is changed.
package protocol MarketTransaction: MarketReading {
    /// Adds candles of a series and updates those that are there.
    ///
    /// - Parameters:
    ///   - name: What the security is called in words; nil leaves what is known.
    ///   - isMadeUp: Whether nobody ever traded at these prices.
    ///   - user: Whose a new security is.
    func take(
        _ candles: [Candle], into key: SeriesKey, name: String?, isMadeUp: Bool, by user: String
    ) throws -> ImportReport

    /// Who put a security in; nil when nobody knows, or there is none.
    func owner(of ticker: String) throws -> String?

    /// Whether a series holds candles that were really traded.
    func isTraded(_ key: SeriesKey) throws -> Bool

    /// Takes candles out: those of one timeframe or, with the splits, all.
    /// - Returns: How many there were; nil when there is no such series.
    func remove(_ ticker: String, timeframe: ScannerSignal.Timeframe?) throws -> Int?

    /// Notes a split of a known security, in place of one on that day.
    func add(_ split: ScannerSignal.Split, of ticker: String) throws

    /// Forgets a split.
    /// - Returns: Whether there was one.
    func removeSplit(on day: CalendarDay, of ticker: String) throws -> Bool

    /// Tells others which series have changed.
    func tell(_ userID: String) throws
}
