import Domain
import Signals
import Storage

/// The market within one write transaction.
final class SQLiteMarketTransaction: SQLiteMarketReading, MarketTransaction {
    private let transaction: WriteTransaction
    private let clock: WallClock
    /// The changed series.
    private(set) var changed: Set<SeriesKey> = []

    var connection: Connection { transaction.connection }

    init(transaction: WriteTransaction, clock: WallClock) {
        self.transaction = transaction
        self.clock = clock
    }

    /// Increments the revision when a series has changed.
    func countRevision() throws {
        if !changed.isEmpty { try connection.run("UPDATE market SET revision = revision + 1") }
    }

    func take(
        _ candles: [Candle], into key: SeriesKey, name: String?, isMadeUp: Bool, by user: String
    ) throws -> ImportReport {
        let security = try security(key.ticker, name: name, by: user)
        let series = try series(of: security, key, isMadeUp: isMadeUp)
        let before = try count(of: key, within: MarketTime.always)
        var written = 0
        let insert = try connection.statement(
            """
            INSERT INTO candles (series, time, open, high, low, close, volume, is_finished)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (series, time) DO UPDATE SET open = excluded.open, high = excluded.high, low = excluded.low,
                close = excluded.close, volume = excluded.volume, is_finished = excluded.is_finished
            WHERE (open, high, low, close, volume, is_finished) IS NOT (excluded.open, excluded.high, excluded.low,
                excluded.close, excluded.volume, excluded.is_finished)
            """)
        for candle in candles {
            try insert.run(
                series, candle.time, candle.open, candle.high, candle.low, candle.close, candle.volume,
                candle.isFinished)
            written += Int(connection.changes)
        }
        changed.insert(key)
        return try report(key, before: before, written: written)
    }

    func owner(of ticker: String) throws -> String? {
        try connection.first("SELECT owner FROM securities WHERE ticker = ?", ticker)
    }

    func isTraded(_ key: SeriesKey) throws -> Bool {
        guard let series = try number(of: key) else { return false }
        return try connection.first("SELECT is_made_up FROM series WHERE number = ?", series) == false
    }

    func remove(_ ticker: String, timeframe: ScannerSignal.Timeframe?) throws -> Int? {
        guard let security = try security(ticker) else { return nil }
        let keys = try keys().filter { key in
            key.ticker == ticker && (timeframe.map { $0 == key.timeframe } ?? true)
        }
        guard !keys.isEmpty || timeframe == nil else { return nil }
        var removed = 0
        for key in keys {
            guard let series = try number(of: key) else { continue }
            try connection.run("DELETE FROM candles WHERE series = ?", series)
            removed += Int(connection.changes)
            try connection.run("DELETE FROM series WHERE number = ?", series)
            changed.insert(key)
        }
        if timeframe == nil {
            try connection.run("DELETE FROM splits WHERE security = ?", security)
            try connection.run("DELETE FROM securities WHERE number = ?", security)
        }
        return removed
    }

    func add(_ split: ScannerSignal.Split, of ticker: String) throws {
        guard let security = try security(ticker) else {
            preconditionFailure("Splits are noted of known securities.")
        }
        try connection.run(
            """
            INSERT INTO splits (security, day, before, after) VALUES (?, ?, ?, ?)
            ON CONFLICT (security, day) DO UPDATE SET before = excluded.before, after = excluded.after
            """, security, split.day, split.before, split.after)
        try noteAll(of: ticker)
    }

    func removeSplit(on day: CalendarDay, of ticker: String) throws -> Bool {
        guard let security = try security(ticker) else { return false }
        try connection.run("DELETE FROM splits WHERE security = ? AND day = ?", security, day)
        let isGone = connection.changes > 0
        if isGone { try noteAll(of: ticker) }
        return isGone
    }

    func tell(_ userID: String) throws {
        // The revision after countRevision() has run.
        let revision = try revision() + 1
        for key in changed.sorted() {
            let newest = try number(of: key).flatMap { series in
                try connection.first("SELECT max(time) FROM candles WHERE series = ? AND is_finished = 1", series)
                    as MarketTime?
            }
            let event = ScannerEvent.CandlesChanged(
                ticker: key.ticker, timeframe: key.timeframe,
                candles: try count(of: key, within: MarketTime.always),
                asOf: newest?.text(in: key.timeframe),
                userId: userID, revision: revision)
            try transaction.append(
                type: ScannerEvent.CandlesChanged.type, subject: key.ticker, time: clock.now(),
                facts: event)
        }
    }

    // MARK: Rows

    private func noteAll(of ticker: String) throws {
        for key in try keys() where key.ticker == ticker { changed.insert(key) }
    }

    private func security(_ ticker: String, name: String?, by user: String) throws -> Int64 {
        try connection.run(
            """
            INSERT INTO securities (ticker, name, owner) VALUES (?, ?, ?)
            ON CONFLICT (ticker) DO UPDATE SET name = coalesce(excluded.name, name)
            """, ticker, name, user)
        guard let number = try security(ticker) else { preconditionFailure("It was just written.") }
        return number
    }

    private func series(of security: Int64, _ key: SeriesKey, isMadeUp: Bool) throws -> Int64 {
        try connection.run(
            """
            INSERT INTO series (security, timeframe, is_made_up) VALUES (?, ?, ?)
            ON CONFLICT (security, timeframe) DO UPDATE SET is_made_up = min(is_made_up, excluded.is_made_up)
            """, security, key.timeframe, isMadeUp)
        guard let number = try number(of: key) else { preconditionFailure("It was just written.") }
        return number
    }

    private func report(_ key: SeriesKey, before: Int, written: Int) throws -> ImportReport {
        guard let series = try number(of: key) else { preconditionFailure("It was just written.") }
        let ends = try connection.first("SELECT count(*), min(time), max(time) FROM candles WHERE series = ?", series) {
            (count: Int, first: MarketTime?, last: MarketTime?) in (count: count, first: first, last: last)
        }
        let isOver =
            try connection.first(
                "SELECT is_finished FROM candles WHERE series = ? ORDER BY time DESC LIMIT 1", series) ?? true
        let count = ends?.count ?? 0
        return ImportReport(
            key: key, added: count - before, updated: written - (count - before), count: count,
            first: ends?.first, last: ends?.last, unfinished: isOver ? nil : ends?.last)
    }
}
