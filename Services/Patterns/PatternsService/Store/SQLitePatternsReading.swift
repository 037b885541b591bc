import Domain
import Signals
import Storage
import StrictJSON

/// Queries of the tables, in a snapshot or within a write transaction.
protocol SQLitePatternsReading: PatternsReading {
    /// The connection to the database.
    var connection: Connection { get }
}

/// A snapshot of the tables.
struct SQLitePatternSnapshot: SQLitePatternsReading {
    let connection: Connection
}

extension SQLitePatternsReading {
    func watches(of userID: String) throws -> [Watch] {
        try connection.all(
            "SELECT user_id, ticker, since_us, refreshed_to, is_new FROM watches WHERE user_id = ? ORDER BY ticker",
            userID, as: Watch.init)
    }

    func watchers(of ticker: String) throws -> [String] {
        try connection.all("SELECT user_id FROM watches WHERE ticker = ? ORDER BY user_id", ticker)
    }

    func newWatchers(of ticker: String) throws -> [String] {
        try connection.all("SELECT user_id FROM watches WHERE ticker = ? AND is_new ORDER BY user_id", ticker)
    }

    func tickers() throws -> [String] {
        try connection.all(
            "SELECT ticker FROM watches UNION SELECT ticker FROM announcements WHERE judged_us IS NULL ORDER BY ticker")
    }

    func state(of ticker: String) throws -> TickerState? {
        try connection.first(TickerTable.self, "WHERE ticker = ?", ticker)
    }

    // MARK: Findings

    func finding(_ id: String) throws -> Finding? {
        try connection.first(FindingTable.self, "WHERE id = ?", id)
    }

    func finding(of ticker: String, _ kind: ScannerSignal.Kind, endingOn day: String) throws -> Finding? {
        try connection.first(FindingTable.self, "WHERE ticker = ? AND kind = ? AND period_end = ?", ticker, kind, day)
    }

    func openFindings(of ticker: String) throws -> [Finding] {
        try connection.all(FindingTable.self, "WHERE ticker = ? AND closed_us IS NULL ORDER BY kind", ticker)
    }

    func matches(of findingID: String) throws -> [ScannerSignal.Match] {
        let content: [UInt8]? = try connection.first("SELECT matches FROM findings WHERE id = ?", findingID)
        return try content.map { try JSONDocument($0).root.decode([ScannerSignal.Match].self) } ?? []
    }

    // MARK: Announcements

    func announcement(of findingID: String, to userID: String) throws -> Announcement? {
        try connection.first(AnnouncementTable.self, "WHERE finding = ? AND user_id = ?", findingID, userID)
    }

    func announcements(to userID: String) throws -> [Announcement] {
        try connection.all(AnnouncementTable.self, "WHERE user_id = ?", userID)
    }

    func announcementsToJudge(of ticker: String) throws -> [Announcement] {
        try connection.all(AnnouncementTable.self, "WHERE ticker = ? AND judged_us IS NULL", ticker)
    }

    func lastSequence() throws -> Int64 {
        try connection.first("SELECT sequence FROM cursors WHERE source = ?", SQLitePatternsStore.source) ?? 0
    }
}
