import Domain
import Signals
import Storage
import StrictJSON

/// Asks the tables, in a snapshot or within a transaction that writes.
protocol SQLitePatternReading: PatternReading {
    /// Where the tables are.
    var connection: Connection { get }
}

/// One snapshot of the tables.
struct SQLitePatternSnapshot: SQLitePatternReading {
    let connection: Connection
}

extension SQLitePatternReading {
    func watches(of userID: String) throws -> [Watch] {
        var watches: [Watch] = []
        try connection.query(
            "SELECT ticker, since_us FROM watches WHERE user_id = ?1 ORDER BY ticker", bind: { $0.bind(userID, at: 1) }
        ) { row in
            watches.append(
                Watch(userID: userID, ticker: row.text(at: 0), since: Instant(microseconds: row.int64(at: 1))))
        }
        return watches
    }

    func watchers(of ticker: String) throws -> [String] {
        var users: [String] = []
        try connection.query(
            "SELECT user_id FROM watches WHERE ticker = ?1 ORDER BY user_id", bind: { $0.bind(ticker, at: 1) },
            { users.append($0.text(at: 0)) })
        return users
    }

    func tickers() throws -> [String] {
        var tickers: [String] = []
        try connection.query(
            "SELECT ticker FROM watches UNION SELECT ticker FROM announcements WHERE judged_us IS NULL ORDER BY ticker",
            { tickers.append($0.text(at: 0)) })
        return tickers
    }

    func state(of ticker: String) throws -> TickerState? {
        try connection.first(
            "SELECT changed, seen, market, rules, scanned_us, as_of, outcome FROM tickers WHERE ticker = ?1",
            bind: { $0.bind(ticker, at: 1) }
        ) { row in
            var state = TickerState(ticker: ticker)
            state.changed = row.int64(at: 0)
            state.seen = row.optionalInt64(at: 1)
            state.market = row.optionalInt64(at: 2)
            state.rules = row.optionalText(at: 3)
            state.scannedAt = row.optionalInt64(at: 4).map { Instant(microseconds: $0) }
            state.asOf = row.optionalText(at: 5)
            state.outcome = row.optionalText(at: 6).flatMap { TickerState.Outcome(rawValue: $0) }
            return state
        }
    }

    // MARK: Findings

    func finding(_ id: String) throws -> Finding? {
        try findings("id = ?1") { $0.bind(id, at: 1) }.first
    }

    func finding(of ticker: String, _ kind: ScannerSignal.Kind, endingOn day: String) throws -> Finding? {
        try findings("ticker = ?1 AND kind = ?2 AND period_end = ?3") {
            $0.bind(ticker, at: 1)
            $0.bind(kind.rawValue, at: 2)
            $0.bind(day, at: 3)
        }.first
    }

    func openFindings(of ticker: String) throws -> [Finding] {
        try findings("ticker = ?1 AND closed_us IS NULL ORDER BY kind") { $0.bind(ticker, at: 1) }
    }

    func matches(of findingID: String) throws -> [ScannerSignal.Match] {
        let content = try connection.first(
            "SELECT matches FROM findings WHERE id = ?1", bind: { $0.bind(findingID, at: 1) }, { $0.bytes(at: 0) })
        return try content.map { try Self.read($0) } ?? []
    }

    private func findings(_ rule: String, bind: (borrowing Statement) -> Void) throws -> [Finding] {
        let statement = try connection.statement(
            dynamic: """
                SELECT id, ticker, kind, period_end, period_start, length, tail, tried, kept, found_us, scanned_us,
                    expires_us, closed_us, closing, content
                FROM findings WHERE \(rule)
                """)
        bind(statement)
        var findings: [Finding] = []
        while try statement.step() { findings.append(try Self.finding(statement.row)) }
        return findings
    }

    private static func finding(_ row: borrowing Row) throws -> Finding {
        guard let kind = ScannerSignal.Kind(rawValue: row.text(at: 2)) else {
            preconditionFailure("A pattern was stored of a kind that there is not.")
        }
        let shape = SegmentShape(kind: kind, length: Int(row.int64(at: 5)), tail: Int(row.int64(at: 6)))
        return Finding(
            id: row.text(at: 0), ticker: row.text(at: 1), shape: shape, periodStart: row.text(at: 4),
            periodEnd: row.text(at: 3), content: try read(row.bytes(at: 14)), tried: Int(row.int64(at: 7)),
            kept: Int(row.int64(at: 8)), foundAt: Instant(microseconds: row.int64(at: 9)),
            scannedAt: Instant(microseconds: row.int64(at: 10)), expiresAt: Instant(microseconds: row.int64(at: 11)),
            closedAt: row.optionalInt64(at: 12).map { Instant(microseconds: $0) },
            closing: row.optionalText(at: 13).flatMap { Finding.Closing(rawValue: $0) })
    }

    private static func read<Value: Decodable & SendableMetatype>(_ content: [UInt8]) throws -> Value {
        try JSONDocument(content).root.decode(Value.self)
    }

    // MARK: Announcements

    func announcement(of findingID: String, to userID: String) throws -> Announcement? {
        try announcements("finding = ?1 AND user_id = ?2") {
            $0.bind(findingID, at: 1)
            $0.bind(userID, at: 2)
        }.first
    }

    func announcements(to userID: String) throws -> [Announcement] {
        try announcements("user_id = ?1") { $0.bind(userID, at: 1) }
    }

    func announcementsToJudge(of ticker: String) throws -> [Announcement] {
        try announcements("ticker = ?1 AND judged_us IS NULL") { $0.bind(ticker, at: 1) }
    }

    private func announcements(_ rule: String, bind: (borrowing Statement) -> Void) throws -> [Announcement] {
        let statement = try connection.statement(
            dynamic: """
                SELECT finding, user_id, ticker, kind, period_end, announced_us, direction, probability, base_rate,
                    days, judged_us, change
                FROM announcements WHERE \(rule)
                """)
        bind(statement)
        var announcements: [Announcement] = []
        while try statement.step() { announcements.append(Self.announcement(statement.row)) }
        return announcements
    }

    private static func announcement(_ row: borrowing Row) -> Announcement {
        guard let kind = ScannerSignal.Kind(rawValue: row.text(at: 3)),
            let direction = ScannerSignal.Direction(rawValue: row.text(at: 6))
        else { preconditionFailure("An announcement was stored in words that there are not.") }
        return Announcement(
            userID: row.text(at: 1), findingID: row.text(at: 0), ticker: row.text(at: 2), kind: kind,
            periodEnd: row.text(at: 4), announcedAt: Instant(microseconds: row.int64(at: 5)), direction: direction,
            probability: row.real(at: 7), baseRate: row.real(at: 8), daysToWatch: Int(row.int64(at: 9)),
            judgedAt: row.optionalInt64(at: 10).map { Instant(microseconds: $0) },
            change: row.isNull(at: 11) ? nil : row.real(at: 11))
    }

    func lastSequence() throws -> Int64 {
        try connection.first(
            "SELECT sequence FROM cursors WHERE source = ?1", bind: { $0.bind(SQLitePatternsStore.source, at: 1) },
            { $0.int64(at: 0) }) ?? 0
    }
}
