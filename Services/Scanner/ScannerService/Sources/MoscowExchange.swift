import Coordination
import Domain
import MarketData
import Reasons
import Signals

/// A client of ISS, the public service of the Moscow Exchange: candles of shares of the board TQBR, without a key.
///
/// It answers in pages of at most 500 rows and does not state their number; the end is an empty page. Failures of the
/// server and of the network are retried. Its data are validated like all external data.
struct MoscowExchange: CandleSource {
    private let exchange: ExchangeClient

    init(_ exchange: ExchangeClient) { self.exchange = exchange }

    func candles(
        of key: SeriesKey, days: ClosedRange<CalendarDay>, progress: @Sendable (Double, Int) -> Void
    ) async throws -> [Candle] {
        guard key.ticker.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }) else {
            throw Fault.invalidArgument("ticker", .notAnExchangeTicker)
        }
        guard let interval = Self.interval(of: key.timeframe) else {
            throw Fault.invalidArgument("timeframe", .notAnExchangeTimeframe)
        }
        let path = "/iss/engines/stock/markets/shares/boards/TQBR/securities/\(key.ticker)/candles.json"
        let query = "?iss.meta=off&from=\(days.lowerBound)&till=\(days.upperBound)&interval=\(interval)&start="
        var rows: [ISSCandles.Row] = []
        var start = 0
        for _ in 0..<ExchangeClient.mostPages {
            try Task.checkCancellation()
            let page = try await exchange.page(path + query + String(start)) { try ISSCandles($0, key.timeframe) }
            guard page.count > 0 else { return ISSCandles.finished(rows, key.timeframe) }
            if let first = page.rows.first, let last = rows.last, first.candle.time <= last.candle.time {
                throw ExchangeClient.Unreadable(.candlesOutOfOrder).fault
            }
            rows += page.rows
            start += page.count
            if let last = rows.last?.candle.time.day {
                let whole = max(1, days.upperBound.daysSince1970 - days.lowerBound.daysSince1970)
                let share = Double(last.daysSince1970 - days.lowerBound.daysSince1970) / Double(whole)
                progress(min(1, max(0, share)), rows.count)
            }
        }
        throw ExchangeClient.Unreadable(.answerEndless).fault
    }

    private static func interval(of timeframe: ScannerSignal.Timeframe) -> Int? {
        switch timeframe {
        case .oneMinute: 1
        case .tenMinutes: 10
        case .oneHour: 60
        case .oneDay: 24
        case .oneWeek: 7
        case .oneMonth: 31
        case .fiveMinutes, .fifteenMinutes, .thirtyMinutes, .fourHours: nil
        }
    }
}
