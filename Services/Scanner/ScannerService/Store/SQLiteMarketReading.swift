import Domain
import Signals
import Storage

/// Queries of the market's tables, in a snapshot or within a write transaction.
protocol SQLiteMarketReading: MarketReading {
    /// The connection to the database.
    var connection: Connection { get }
}

/// A snapshot of the market.
struct SQLiteMarketSnapshot: SQLiteMarketReading {
    let connection: Connection
}

extension SQLiteMarketReading {
    /// Returns the keys of all series.
    func keys() throws(SQLiteError) -> [SeriesKey] {
        try connection.all(
            "SELECT c.ticker, s.timeframe FROM series s JOIN securities c ON c.number = s.security", as: SeriesKey.init
        ).sorted()
    }

    /// Returns the revision: the number of changes of the market.
    func revision() throws(SQLiteError) -> Int64 {
        try connection.first("SELECT revision FROM market") ?? 0
    }

    /// Returns the row number of a series; nil when there is none.
    func number(of key: SeriesKey) throws(SQLiteError) -> Int64? {
        try connection.first(
            """
            SELECT s.number FROM series s JOIN securities c ON c.number = s.security
            WHERE c.ticker = ? AND s.timeframe = ?
            """, key.ticker, key.timeframe)
    }

    /// Returns the row number of a security; nil when there is none.
    func security(_ ticker: String) throws(SQLiteError) -> Int64? {
        try connection.first("SELECT number FROM securities WHERE ticker = ?", ticker)
    }

    func splits(of ticker: String) throws(SQLiteError) -> [ScannerSignal.Split]? {
        guard let security = try security(ticker) else { return nil }
        return try connection.all(
            "SELECT day, before, after FROM splits WHERE security = ? ORDER BY day", security,
            as: ScannerSignal.Split.init)
    }

    func count(of key: SeriesKey, within period: ClosedRange<MarketTime>) throws(SQLiteError) -> Int {
        guard let series = try number(of: key) else { return 0 }
        return try connection.first(
            "SELECT count(*) FROM candles WHERE series = ? AND time BETWEEN ? AND ?", series, period.lowerBound,
            period.upperBound) ?? 0
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

    /// Calls `body` with the candles as they were imported, oldest first.
    private func forEach(
        of key: SeriesKey, within period: ClosedRange<MarketTime>, _ body: (Candle) -> Void
    ) throws {
        guard let series = try number(of: key) else { return }
        try connection.query(
            CandleColumn.self,
            """
            SELECT time, open, high, low, close, volume, is_finished FROM candles
            WHERE series = ? AND time BETWEEN ? AND ? ORDER BY time
            """, series, period.lowerBound, period.upperBound
        ) { row in
            body(
                try Candle(
                    time: row[.time], open: row[.open], high: row[.high], low: row[.low], close: row[.close],
                    volume: row[.volume], isFinished: row[.isFinished]))
        }
    }

    /// Returns the data of a series; without candles when there is none.
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
        let name: String? = try connection.first("SELECT name FROM securities WHERE ticker = ?", key.ticker)
        let isMadeUp: Bool? = try number(of: key).flatMap { series throws(SQLiteError) in
            try connection.first("SELECT is_made_up FROM series WHERE number = ?", series)
        }
        return SeriesEntry(
            key: key, name: name, isMadeUp: isMadeUp ?? false, count: count, first: first, last: last,
            series: columns.series(key.ticker), revision: try revision())
    }

}

/// The columns of candles, in the order of the query.
private enum CandleColumn: Int, ColumnList {
    case time, open, high, low, close, volume, isFinished
}

/// Stored as minutes since 1970.
extension MarketTime: SQLiteConvertible {
    package var stored: Int { Int(minutes) }

    package init?(stored: Int) {
        guard let minutes = Int32(exactly: stored) else { return nil }
        self.init(minutes: minutes)
    }
}

extension ScannerSignal.Timeframe: SQLiteConvertible {}

extension MarketTime {
    /// The range of all times.
    static let always = MarketTime(minutes: .min)...MarketTime(minutes: .max)
}

/// A builder of the columns of a series.
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
