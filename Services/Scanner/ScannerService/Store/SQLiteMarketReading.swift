import Domain
import Signals
import Storage

/// Asks the market's tables, in a snapshot or within a transaction that writes.
protocol SQLiteMarketReading: MarketReading {
    /// Where the tables are.
    var connection: Connection { get }
}

/// One snapshot of the market.
struct SQLiteMarketSnapshot: SQLiteMarketReading {
    let connection: Connection
}

extension SQLiteMarketReading {
    /// All series.
    func keys() throws(SQLiteError) -> [SeriesKey] {
        var keys: [SeriesKey] = []
        try connection.query(
            "SELECT c.ticker, s.timeframe FROM series s JOIN securities c ON c.number = s.security"
        ) { row in
            if let timeframe = ScannerSignal.Timeframe(rawValue: row.text(at: 1)) {
                keys.append(SeriesKey(ticker: row.text(at: 0), timeframe: timeframe))
            }
        }
        return keys.sorted()
    }

    /// How often the market has changed.
    func revision() throws(SQLiteError) -> Int64 {
        try connection.first("SELECT revision FROM market") { $0.int64(at: 0) } ?? 0
    }

    /// The number of a series, nil when there is none.
    func number(of key: SeriesKey) throws(SQLiteError) -> Int64? {
        try connection.first(
            """
            SELECT s.number FROM series s JOIN securities c ON c.number = s.security
            WHERE c.ticker = ?1 AND s.timeframe = ?2
            """,
            bind: {
                $0.bind(key.ticker, at: 1)
                $0.bind(key.timeframe.rawValue, at: 2)
            }, { $0.int64(at: 0) })
    }

    /// The number of a security, nil when there is none.
    func security(_ ticker: String) throws(SQLiteError) -> Int64? {
        try connection.first(
            "SELECT number FROM securities WHERE ticker = ?1", bind: { $0.bind(ticker, at: 1) }, { $0.int64(at: 0) })
    }

    func splits(of ticker: String) throws(SQLiteError) -> [ScannerSignal.Split]? {
        guard let security = try security(ticker) else { return nil }
        var splits: [ScannerSignal.Split] = []
        try connection.query(
            "SELECT day, before, after FROM splits WHERE security = ?1 ORDER BY day",
            bind: { $0.bind(security, at: 1) }
        ) { row in
            splits.append(
                ScannerSignal.Split(
                    day: CalendarDay(daysSince1970: Int(row.int64(at: 0))), before: Int(row.int64(at: 1)),
                    after: Int(row.int64(at: 2))))
        }
        return splits
    }

    func count(of key: SeriesKey, within period: ClosedRange<MarketTime>) throws(SQLiteError) -> Int {
        guard let series = try number(of: key) else { return 0 }
        return try connection.first(
            "SELECT count(*) FROM candles WHERE series = ?1 AND time BETWEEN ?2 AND ?3",
            bind: { Self.bind(series, period, to: $0) }, { Int($0.int64(at: 0)) }) ?? 0
    }

    func candles(of key: SeriesKey, within period: ClosedRange<MarketTime>, merging: Int) throws -> [Candle] {
        var merged: [Candle] = []
        var neighbours: [Candle] = []
        let splits = try splits(of: key.ticker) ?? []
        func merge() {
            ScannerSignal.Split.adjust(&neighbours, by: splits)
            merged.append(Candle.merged(neighbours[...]))
            neighbours.removeAll(keepingCapacity: true)
        }
        try forEach(of: key, within: period) { candle in
            neighbours.append(candle)
            if neighbours.count == merging { merge() }
        }
        if !neighbours.isEmpty { merge() }
        return merged
    }

    /// The candles as they were imported, the oldest first.
    private func forEach(
        of key: SeriesKey, within period: ClosedRange<MarketTime>, _ body: (Candle) -> Void
    ) throws(SQLiteError) {
        guard let series = try number(of: key) else { return }
        try connection.query(
            """
            SELECT time, open, high, low, close, volume, is_finished FROM candles
            WHERE series = ?1 AND time BETWEEN ?2 AND ?3 ORDER BY time
            """,
            bind: { Self.bind(series, period, to: $0) }
        ) { body(Self.candle($0)) }
    }

    /// All that is known of a series; with no candles when there is none.
    func entry(of key: SeriesKey) throws -> SeriesEntry {
        let splits = try splits(of: key.ticker) ?? []
        let total = try count(of: key, within: MarketTime.always)
        var columns = Columns(capacity: total)
        var (count, first, last) = (0, MarketTime(minutes: 0), MarketTime(minutes: 0))
        var one: [Candle] = []
        try forEach(of: key, within: MarketTime.always) { candle in
            if count == 0 { first = candle.time }
            last = candle.time
            count += 1
            guard candle.isFinished else { return }
            if splits.isEmpty { return columns.append(candle) }
            one = [candle]
            ScannerSignal.Split.adjust(&one, by: splits)
            columns.append(one[0])
        }
        let name = try connection.first(
            "SELECT name FROM securities WHERE ticker = ?1", bind: { $0.bind(key.ticker, at: 1) },
            { $0.optionalText(at: 0) })
        let isMadeUp = try number(of: key).flatMap { series throws(SQLiteError) in
            try connection.first(
                "SELECT is_made_up FROM series WHERE number = ?1", bind: { $0.bind(series, at: 1) },
                { $0.int64(at: 0) != 0 })
        }
        return SeriesEntry(
            key: key, name: name ?? nil, isMadeUp: isMadeUp ?? false, count: count, first: first, last: last,
            series: columns.series(key.ticker), revision: try revision())
    }

    /// A candle of a row of ``forEach(of:within:_:)``.
    private static func candle(_ row: borrowing Row) -> Candle {
        Candle(
            time: MarketTime(minutes: Int32(truncatingIfNeeded: row.int64(at: 0))), open: row.real(at: 1),
            high: row.real(at: 2), low: row.real(at: 3), close: row.real(at: 4),
            volume: row.isNull(at: 5) ? nil : row.real(at: 5), isFinished: row.int64(at: 6) != 0)
    }

    private static func bind(
        _ series: Int64, _ period: ClosedRange<MarketTime>, to statement: borrowing Statement
    ) {
        statement.bind(series, at: 1)
        statement.bind(Int64(period.lowerBound.minutes), at: 2)
        statement.bind(Int64(period.upperBound.minutes), at: 3)
    }
}

extension MarketTime {
    /// All that there is.
    static let always = MarketTime(minutes: .min)...MarketTime(minutes: .max)
}

/// Candles on their way into columns.
private struct Columns {
    private var times: [Int32] = []
    private var (open, high, low, close): ([Double], [Double], [Double], [Double]) = ([], [], [], [])

    init(capacity: Int) {
        times.reserveCapacity(capacity)
        open.reserveCapacity(capacity)
        high.reserveCapacity(capacity)
        low.reserveCapacity(capacity)
        close.reserveCapacity(capacity)
    }

    mutating func append(_ candle: Candle) {
        times.append(candle.time.minutes)
        open.append(candle.open)
        high.append(candle.high)
        low.append(candle.low)
        close.append(candle.close)
    }

    func series(_ ticker: String) -> CandleSeries {
        CandleSeries(ticker: ticker, times: times, open: open, high: high, low: low, close: close)
    }
}
