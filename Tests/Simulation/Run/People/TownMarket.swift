import Domain
import Signals

/// What securities cost. A candle is the same in every file that has it.
enum TownMarket {
    /// The last one has no candles.
    static let tickers = ["SBER", "GAZP", "LKOH"]
    /// How many candles a security gets at most. All of them are of days before the house began.
    static let mostCandles = 600

    private static let firstDay = CalendarDay(
        daysSince1970: Int(Simulation.beginning / 86_400) - mostCandles - 1)
    /// The closes in quarters, again and again: so each shape has occurred before, and the same always followed.
    private static let closes = [
        "SBER": [400, 404, 410, 407, 409, 404], "GAZP": [800, 790, 796, 806, 803, 811, 808],
    ]

    /// Returns a candle of a security, counted from the first.
    static func candle(_ ticker: String, _ place: Int) -> ScannerSignal.Candle {
        let prices = closes[ticker] ?? [400]
        let (open, close) = (prices[(place + prices.count - 1) % prices.count], prices[place % prices.count])
        let (high, low) = (max(open, close) + 2, min(open, close) - 1)
        return ScannerSignal.Candle(
            date: firstDay.adding(days: place).description, open: Double(open) / 4, high: Double(high) / 4,
            low: Double(low) / 4, close: Double(close) / 4, volume: 1000)
    }

    /// Returns which candle has a date.
    static func place(of date: String) -> Int? { CalendarDay(date).map { firstDay.days(until: $0) } }

    /// Returns candles as a file.
    static func file(_ candles: [ScannerSignal.Candle]) -> String {
        let lines = candles.map { "\($0.date),\($0.open),\($0.high),\($0.low),\($0.close),1000\n" }
        return "date,open,high,low,close,volume\n" + lines.joined()
    }
}
