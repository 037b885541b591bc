import Coordination
import Domain
import Signals

/// A reader of the newest finished days of a security.
struct LastCandles: Sendable {
    /// The largest number of closes in a pattern's chart.
    static let chartLength = 60
    /// The limit for the period, in calendar days, of securities with few trading days.
    private static let longestPeriod = 20_000

    /// Returns the last `count` days, or all when there are fewer.
    static func ask(
        _ market: Market, of security: ScannerSignal.Security, count: Int
    ) async throws -> [ScannerSignal.Candle] {
        guard let last = CalendarDay(security.to), let first = CalendarDay(security.from) else { return [] }
        // Five of seven days are trading days, and some weeks have holidays.
        var days = count * 7 / 4 + 21
        while true {
            let from = max(first, last.adding(days: -days))
            let answer = try await market.chart(
                ScannerSignal.Chart(ticker: security.ticker, from: from.description, timeframe: .oneDay))
            let candles = answer.candles.filter { $0.unfinished != true }
            if candles.count >= count || from == first || days > longestPeriod { return candles.suffix(count) }
            days *= 4
        }
    }
}
