import Domain
import Signals
import Storage
import StrictJSON

/// The market within one transaction.
final class SQLiteMarketBooks: SQLiteMarketReading, MarketBooks {
    private let transaction: WriteTransaction
    private let clock: WallClock
    /// The series that have changed.
    private(set) var changed: Set<SeriesKey> = []

    var connection: Connection { transaction.connection }

    init(transaction: WriteTransaction, clock: WallClock) {
        self.transaction = transaction
        self.clock = clock
    }

    /// Counts this change, if it is one.
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
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (series, time) DO UPDATE SET open = excluded.open, high = excluded.high, low = excluded.low,
                close = excluded.close, volume = excluded.volume, is_finished = excluded.is_finished
            WHERE (open, high, low, close, volume, is_finished) IS NOT (excluded.open, excluded.high, excluded.low,
                excluded.close, excluded.volume, excluded.is_finished)
            """)
        for candle in candles {
            insert.reset()
            insert.bind(series, at: 1)
            insert.bind(Int64(candle.time.minutes), at: 2)
            insert.bind(real: candle.open, at: 3)
            insert.bind(real: candle.high, at: 4)
            insert.bind(real: candle.low, at: 5)
            insert.bind(real: candle.close, at: 6)
            if let volume = candle.volume { insert.bind(real: volume, at: 7) } else { insert.bindNull(at: 7) }
            insert.bind(candle.isFinished ? 1 : 0, at: 8)
            _ = try insert.step()
            written += Int(connection.changes)
        }
        changed.insert(key)
        return try report(key, before: before, written: written)
    }

    func owner(of ticker: String) throws -> String? {
        try connection.first(
            "SELECT owner FROM securities WHERE ticker = ?1", bind: { $0.bind(ticker, at: 1) },
            { $0.optionalText(at: 0) }) ?? nil
    }

    func isTraded(_ key: SeriesKey) throws -> Bool {
        guard let series = try number(of: key) else { return false }
        return try connection.first(
            "SELECT is_made_up FROM series WHERE number = ?1", bind: { $0.bind(series, at: 1) },
            { $0.int64(at: 0) == 0 }) ?? false
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
            try connection.run("DELETE FROM candles WHERE series = ?1") { $0.bind(series, at: 1) }
            removed += Int(connection.changes)
            try connection.run("DELETE FROM series WHERE number = ?1") { $0.bind(series, at: 1) }
            changed.insert(key)
        }
        if timeframe == nil {
            try connection.run("DELETE FROM splits WHERE security = ?1") { $0.bind(security, at: 1) }
            try connection.run("DELETE FROM securities WHERE number = ?1") { $0.bind(security, at: 1) }
        }
        return removed
    }

    func add(_ split: ScannerSignal.Split, of ticker: String) throws {
        guard let security = try security(ticker) else {
            preconditionFailure("Splits are noted of known securities.")
        }
        try connection.run(
            """
            INSERT INTO splits (security, day, before, after) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (security, day) DO UPDATE SET before = excluded.before, after = excluded.after
            """
        ) {
            $0.bind(security, at: 1)
            $0.bind(split.day.daysSince1970, at: 2)
            $0.bind(split.before, at: 3)
            $0.bind(split.after, at: 4)
        }
        try noteAll(of: ticker)
    }

    func removeSplit(on day: CalendarDay, of ticker: String) throws -> Bool {
        guard let security = try security(ticker) else { return false }
        try connection.run("DELETE FROM splits WHERE security = ?1 AND day = ?2") {
            $0.bind(security, at: 1)
            $0.bind(day.daysSince1970, at: 2)
        }
        let isGone = connection.changes > 0
        if isGone { try noteAll(of: ticker) }
        return isGone
    }

    func tell(_ userID: String) throws {
        // What countRevision() is about to make of it.
        let revision = try revision() + 1
        for key in changed.sorted() {
            let newest = try number(of: key).flatMap { series in
                try connection.first(
                    "SELECT max(time) FROM candles WHERE series = ?1 AND is_finished = 1",
                    bind: { $0.bind(series, at: 1) }, { $0.optionalInt64(at: 0) }) ?? nil
            }
            let event = ScannerEvent.CandlesChanged(
                ticker: key.ticker, timeframe: key.timeframe,
                candles: try count(of: key, within: MarketTime.always),
                asOf: newest.map { MarketTime(minutes: Int32(truncatingIfNeeded: $0)).text(in: key.timeframe) },
                userId: userID, revision: revision)
            try transaction.append(
                type: ScannerEvent.CandlesChanged.type, subject: key.ticker, time: clock.now(),
                data: try JSONEncoding.encode(event))
        }
    }

    // MARK: Rows

    private func noteAll(of ticker: String) throws {
        for key in try keys() where key.ticker == ticker { changed.insert(key) }
    }

    private func security(_ ticker: String, name: String?, by user: String) throws -> Int64 {
        try connection.run(
            """
            INSERT INTO securities (ticker, name, owner) VALUES (?1, ?2, ?3)
            ON CONFLICT (ticker) DO UPDATE SET name = coalesce(excluded.name, name)
            """
        ) {
            $0.bind(ticker, at: 1)
            $0.bind(name, at: 2)
            $0.bind(user, at: 3)
        }
        guard let number = try security(ticker) else { preconditionFailure("It was just written.") }
        return number
    }

    private func series(of security: Int64, _ key: SeriesKey, isMadeUp: Bool) throws -> Int64 {
        try connection.run(
            """
            INSERT INTO series (security, timeframe, is_made_up) VALUES (?1, ?2, ?3)
            ON CONFLICT (security, timeframe) DO UPDATE SET is_made_up = min(is_made_up, excluded.is_made_up)
            """
        ) {
            $0.bind(security, at: 1)
            $0.bind(key.timeframe.rawValue, at: 2)
            $0.bind(isMadeUp ? 1 : 0, at: 3)
        }
        guard let number = try number(of: key) else { preconditionFailure("It was just written.") }
        return number
    }

    private func report(_ key: SeriesKey, before: Int, written: Int) throws -> ImportReport {
        guard let series = try number(of: key) else { preconditionFailure("It was just written.") }
        let ends = try connection.first(
            "SELECT count(*), min(time), max(time) FROM candles WHERE series = ?1", bind: { $0.bind(series, at: 1) },
            { row in (count: Int(row.int64(at: 0)), first: row.optionalInt64(at: 1), last: row.optionalInt64(at: 2)) })
        let isOver =
            try connection.first(
                "SELECT is_finished FROM candles WHERE series = ?1 ORDER BY time DESC LIMIT 1",
                bind: { $0.bind(series, at: 1) }, { $0.int64(at: 0) != 0 }) ?? true
        func time(_ minutes: Int64?) -> MarketTime? {
            minutes.map { MarketTime(minutes: Int32(truncatingIfNeeded: $0)) }
        }
        let count = ends?.count ?? 0
        return ImportReport(
            key: key, added: count - before, updated: written - (count - before), count: count,
            first: time(ends?.first), last: time(ends?.last), unfinished: isOver ? nil : time(ends?.last))
    }
}
