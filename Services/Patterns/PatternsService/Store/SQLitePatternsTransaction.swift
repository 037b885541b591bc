import Coordination
import Domain
import Signals
import Storage
import StrictJSON

/// The tables within one write transaction.
struct SQLitePatternsTransaction: SQLitePatternsReading, PatternsTransaction {
    let transaction: WriteTransaction
    let clock: WallClock

    var connection: Connection { transaction.connection }

    func save(_ watch: Watch) throws {
        try connection.run(
            """
            INSERT INTO watches (user_id, ticker, since_us, refreshed_to, is_new) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, ticker) DO UPDATE SET refreshed_to = excluded.refreshed_to
            """, watch.userID, watch.ticker, watch.since, watch.refreshedTo, watch.isNew)
    }

    func noteLook(at ticker: String) throws {
        try connection.run("UPDATE watches SET is_new = 0 WHERE ticker = ? AND is_new", ticker)
    }

    func removeWatch(of ticker: String, by userID: String) throws -> Bool {
        try connection.run("DELETE FROM watches WHERE user_id = ? AND ticker = ?", userID, ticker)
        return connection.changes > 0
    }

    func save(_ state: TickerState) throws {
        try connection.upsert(state, in: TickerTable.self)
    }

    func save(_ finding: Finding, matches: [ScannerSignal.Match]?) throws {
        try connection.upsert(finding, in: FindingTable.self)
        guard let matches else { return }
        try connection.run(
            "UPDATE findings SET matches = ? WHERE id = ?", try JSONEncoding.encode(matches), finding.id)
    }

    func save(_ announcement: Announcement) throws {
        try connection.upsert(announcement, in: AnnouncementTable.self)
    }

    func tidy(at now: Instant, forgettingBefore oldest: Instant) throws {
        try connection.run(
            "UPDATE findings SET closed_us = ?1, closing = 'expired' WHERE closed_us IS NULL AND expires_us <= ?1", now)
        try connection.run(
            """
            DELETE FROM findings WHERE closed_us < ?
                AND NOT EXISTS (SELECT 1 FROM announcements a WHERE a.finding = findings.id)
            """, oldest)
    }

    func forget(userID: String) throws {
        try connection.run("DELETE FROM watches WHERE user_id = ?", userID)
        try connection.run("DELETE FROM announcements WHERE user_id = ?", userID)
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
            type: type, subject: subject, time: clock.now(), facts: facts)
    }
}
