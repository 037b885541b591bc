import Coordination
import Curl
import Domain
import Signals
import StrictJSON

/// The public service of the Moscow Exchange, ISS: candles of shares of the board TQBR, without a key.
///
/// It answers in pages of at most 500 that do not say how many there are; the end is an empty page. Failures of the server and
/// of the way there are tried again, what it sends is checked like everything that comes from outside.
struct MoscowExchange: CandleSource {
    /// Where it is when nobody says otherwise.
    static let usualURL = "https://iss.moex.com"
    private static let mostPages = 20_000
    private static let mostBytes = 4 << 20
    private static let attempts = 3

    /// The beginning of all URLs, without a slash at the end.
    let baseURL: String
    let client: HTTPClient
    /// How long to wait before an attempt that follows a failure.
    var pause = Duration.milliseconds(500)
    /// How long one page may take.
    var patience = Duration.seconds(20)

    func candles(
        of key: SeriesKey, days: ClosedRange<CalendarDay>, progress: @Sendable (Double, Int) -> Void
    ) async throws -> [Candle] {
        guard key.ticker.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }) else {
            throw Fault.invalidArgument("ticker", "must be letters and digits, as tickers of the Moscow Exchange are")
        }
        guard let interval = Self.interval(of: key.timeframe) else {
            throw Fault.invalidArgument("timeframe", "must be 1m, 10m, 1h, 1d, 1w or 1mo at the Moscow Exchange")
        }
        let path = "/iss/engines/stock/markets/shares/boards/TQBR/securities/\(key.ticker)/candles.json"
        let query = "?iss.meta=off&from=\(days.lowerBound)&till=\(days.upperBound)&interval=\(interval)&start="
        var rows: [ISSCandles.Row] = []
        var start = 0
        for _ in 0..<Self.mostPages {
            try Task.checkCancellation()
            let page = try await page(baseURL + path + query + String(start), key.timeframe)
            guard page.count > 0 else { return ISSCandles.finished(rows, key.timeframe) }
            if let first = page.rows.first, let last = rows.last, first.candle.time <= last.candle.time {
                throw Self.unavailable("it sends candles again or out of order")
            }
            rows += page.rows
            start += page.count
            if let last = rows.last?.candle.time.day {
                let whole = max(1, days.upperBound.daysSince1970 - days.lowerBound.daysSince1970)
                let share = Double(last.daysSince1970 - days.lowerBound.daysSince1970) / Double(whole)
                progress(min(1, max(0, share)), rows.count)
            }
        }
        throw Self.unavailable("it sends pages without end")
    }

    /// One page, tried again where a failure may pass.
    private func page(_ url: String, _ timeframe: ScannerSignal.Timeframe) async throws -> ISSCandles {
        var reason = ""
        for attempt in 0..<Self.attempts {
            if attempt > 0 { try await Task.sleep(for: pause * attempt) }
            do {
                let request = HTTPRequest(.get, url, timeout: patience, maximumResponseBytes: Self.mostBytes)
                let response = try await client.send(request)
                guard response.status < 500 else {
                    reason = "it answers with status \(response.status)"
                    continue
                }
                guard response.status == 200 else {
                    throw Self.unavailable("it answers with status \(response.status)")
                }
                // A page for people, with status 200, is what it sends when it is mended.
                guard response.header("content-type")?.lowercased().contains("json") ?? false else {
                    reason = "it answers with something that is no JSON"
                    continue
                }
                return try ISSCandles(response.body, timeframe)
            } catch let error as HTTPError {
                guard error != HTTPError(.cancelled, "") else { throw CancellationError() }
                guard error != HTTPError(.tooLong, "") else { throw Self.unavailable("its answer is too long") }
                reason = error.message
            } catch let error as ISSCandles.Unreadable {
                throw Self.unavailable(error.reason)
            }
        }
        throw Self.unavailable(reason)
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

    private static func unavailable(_ reason: String) -> Fault {
        Fault(
            .unavailable, "The Moscow Exchange cannot be asked now: \(reason). Nothing was changed.",
            retryAfterMilliseconds: 5000)
    }
}
