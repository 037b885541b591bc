import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// The tables within one transaction that writes.
struct SQLitePatternBooks: SQLitePatternReading, PatternBooks {
    let transaction: WriteTransaction
    let clock: WallClock

    var connection: Connection { transaction.connection }

    func add(_ watch: Watch) throws {
        try connection.run(
            "INSERT INTO watches (user_id, ticker, since_us) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
        ) {
            $0.bind(watch.userID, at: 1)
            $0.bind(watch.ticker, at: 2)
            $0.bind(watch.since.microseconds, at: 3)
        }
    }

    func removeWatch(of ticker: String, by userID: String) throws -> Bool {
        try connection.run("DELETE FROM watches WHERE user_id = ?1 AND ticker = ?2") {
            $0.bind(userID, at: 1)
            $0.bind(ticker, at: 2)
        }
        return connection.changes > 0
    }

    func save(_ state: TickerState) throws {
        try connection.run(
            """
            INSERT INTO tickers (ticker, changed, seen, market, rules, scanned_us, as_of, outcome)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (ticker) DO UPDATE SET changed = excluded.changed, seen = excluded.seen,
                market = excluded.market, rules = excluded.rules, scanned_us = excluded.scanned_us,
                as_of = excluded.as_of, outcome = excluded.outcome
            """
        ) {
            $0.bind(state.ticker, at: 1)
            $0.bind(state.changed, at: 2)
            $0.bind(state.seen, at: 3)
            $0.bind(state.market, at: 4)
            $0.bind(state.rules, at: 5)
            $0.bind(state.scannedAt?.microseconds, at: 6)
            $0.bind(state.asOf, at: 7)
            $0.bind(state.outcome?.rawValue, at: 8)
        }
    }

    func save(_ finding: Finding, matches: [ScannerSignal.Match]?) throws {
        let content = try JSONEncoding.encode(finding.content)
        let kept = try matches.map { try JSONEncoding.encode($0) }
        try connection.run(
            """
            INSERT INTO findings (id, ticker, kind, period_end, period_start, length, tail, tried, kept, found_us,
                scanned_us, expires_us, closed_us, closing, content, matches)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, coalesce(?16, x'5b5d'))
            ON CONFLICT (id) DO UPDATE SET period_start = excluded.period_start, length = excluded.length,
                tail = excluded.tail, tried = excluded.tried, kept = excluded.kept, scanned_us = excluded.scanned_us,
                closed_us = excluded.closed_us, closing = excluded.closing, content = excluded.content,
                matches = coalesce(?16, matches)
            """
        ) {
            $0.bind(finding.id, at: 1)
            $0.bind(finding.ticker, at: 2)
            $0.bind(finding.kind.rawValue, at: 3)
            $0.bind(finding.periodEnd, at: 4)
            $0.bind(finding.periodStart, at: 5)
            $0.bind(finding.shape.length, at: 6)
            $0.bind(finding.shape.tail, at: 7)
            $0.bind(finding.tried, at: 8)
            $0.bind(finding.kept, at: 9)
            $0.bind(finding.foundAt.microseconds, at: 10)
            $0.bind(finding.scannedAt.microseconds, at: 11)
            $0.bind(finding.expiresAt.microseconds, at: 12)
            $0.bind(finding.closedAt?.microseconds, at: 13)
            $0.bind(finding.closing?.rawValue, at: 14)
            $0.bind(content, at: 15)
            $0.bind(kept, at: 16)
        }
    }

    func save(_ announcement: Announcement) throws {
        try connection.run(
            """
            INSERT INTO announcements (finding, user_id, ticker, kind, period_end, announced_us, direction, probability,
                base_rate, days, judged_us, change)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT (finding, user_id) DO UPDATE SET judged_us = excluded.judged_us, change = excluded.change
            """
        ) {
            $0.bind(announcement.findingID, at: 1)
            $0.bind(announcement.userID, at: 2)
            $0.bind(announcement.ticker, at: 3)
            $0.bind(announcement.kind.rawValue, at: 4)
            $0.bind(announcement.periodEnd, at: 5)
            $0.bind(announcement.announcedAt.microseconds, at: 6)
            $0.bind(announcement.direction.rawValue, at: 7)
            $0.bind(real: announcement.probability, at: 8)
            $0.bind(real: announcement.baseRate, at: 9)
            $0.bind(announcement.daysToWatch, at: 10)
            $0.bind(announcement.judgedAt?.microseconds, at: 11)
            if let change = announcement.change { $0.bind(real: change, at: 12) } else { $0.bindNull(at: 12) }
        }
    }

    func tidy(at now: Instant, forgettingBefore oldest: Instant) throws {
        try connection.run(
            "UPDATE findings SET closed_us = ?1, closing = 'expired' WHERE closed_us IS NULL AND expires_us <= ?1"
        ) { $0.bind(now.microseconds, at: 1) }
        try connection.run(
            """
            DELETE FROM findings WHERE closed_us < ?1
                AND NOT EXISTS (SELECT 1 FROM announcements a WHERE a.finding = findings.id)
            """
        ) { $0.bind(oldest.microseconds, at: 1) }
    }

    func forget(userID: String) throws {
        try connection.run("DELETE FROM watches WHERE user_id = ?1") { $0.bind(userID, at: 1) }
        try connection.run("DELETE FROM announcements WHERE user_id = ?1") { $0.bind(userID, at: 1) }
        try transaction.forgetReplies(to: userID)
    }

    func setLastSequence(_ sequence: Int64) throws {
        try transaction.setCursor(of: SQLitePatternsStore.source, to: sequence)
    }

    // MARK: Events

    func tell(_ announcement: Announcement, of finding: Finding) throws {
        let stats = finding.content.stats
        let event = PatternsEvent.Found(
            userId: announcement.userID, id: finding.id, ticker: finding.ticker, type: finding.kind,
            periodStart: finding.periodStart, periodEnd: finding.periodEnd, matches: stats.matches,
            considered: stats.considered, direction: announcement.direction, probability: announcement.probability,
            probabilityLow: stats.probabilityLow ?? 0, probabilityHigh: stats.probabilityHigh ?? 1,
            baseRate: announcement.baseRate, priceChange: finding.priceChange, daysToWatch: announcement.daysToWatch,
            tried: finding.tried, asOf: finding.periodEnd)
        try append(PatternsEvent.Found.type, finding.id, event)
    }

    func tell(verdictOn announcement: Announcement) throws {
        guard let change = announcement.change, let cameTrue = announcement.cameTrue else { return }
        let event = PatternsEvent.Judged(
            userId: announcement.userID, id: announcement.findingID, ticker: announcement.ticker,
            type: announcement.kind, periodEnd: announcement.periodEnd, direction: announcement.direction,
            probability: announcement.probability, baseRate: announcement.baseRate,
            daysToWatch: announcement.daysToWatch, change: change, cameTrue: cameTrue)
        try append(PatternsEvent.Judged.type, announcement.findingID, event)
    }

    func tell(changeOf tickers: [String], to userID: String) throws {
        try append(
            PatternsEvent.Changed.type, userID, PatternsEvent.Changed(userId: userID, tickers: tickers))
    }

    private func append<Facts: Encodable>(_ type: String, _ subject: String, _ facts: Facts) throws {
        try transaction.append(
            type: type, subject: subject, time: clock.now(), data: try JSONEncoding.encode(facts))
    }
}
