import Coordination
import Domain
import Signals

/// The newest days of a security that are over.
struct LastCandles: Sendable {
    /// How many closes a pattern's chart has, at most.
    static let chartLength = 60
    /// Where a year has few days of trade, so many of the calendar are asked for at most.
    private static let longestPeriod = 20_000

    /// Asks for the last `count` of them, or all there are.
    static func ask(
        _ market: Market, of security: ScannerSignal.Security, count: Int
    ) async throws -> [ScannerSignal.Candle] {
        guard let last = CalendarDay(security.to), let first = CalendarDay(security.from) else { return [] }
        // Of seven days five are traded on, and some weeks have holidays.
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
