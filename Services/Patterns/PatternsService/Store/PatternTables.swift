import Signals
import Storage
import StrictJSON

/// The table of scan states.
enum TickerTable: Table {
    enum Columns: Int, ColumnList {
        case ticker, changed, seen, market, rules, scannedUs, asOf, outcome, tried
    }

    static let name = "tickers"
    static let key = [Columns.ticker]

    static func write(_ state: TickerState, to row: inout NewRow<Columns>) {
        row.set(.ticker, state.ticker)
        row.set(.changed, state.changed)
        row.set(.seen, state.seen)
        row.set(.market, state.market)
        row.set(.rules, state.rules)
        row.set(.scannedUs, state.scannedAt)
        row.set(.asOf, state.asOf)
        row.set(.outcome, state.outcome)
        row.set(.tried, state.tried)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> TickerState {
        var state = try TickerState(ticker: row[.ticker])
        state.changed = try row[.changed]
        state.seen = try row[.seen]
        state.market = try row[.market]
        state.rules = try row[.rules]
        state.scannedAt = try row[.scannedUs]
        state.asOf = try row[.asOf]
        state.outcome = try row[.outcome]
        state.tried = try row[.tried]
        return state
    }
}

/// The table of patterns. Their matches are read and written separately.
enum FindingTable: Table {
    enum Columns: Int, ColumnList {
        case id, ticker, kind, periodEnd, periodStart, length, tail, tried, kept, foundUs, scannedUs, expiresUs,
            closedUs,
            closing, content, matches
    }

    static let name = "findings"
    static let key = [Columns.id]
    static let constant: [Columns] = [.ticker, .kind, .periodEnd, .foundUs, .expiresUs, .matches]
    static let unread = [Columns.matches]

    static func write(_ finding: Finding, to row: inout NewRow<Columns>) throws {
        row.set(.id, finding.id)
        row.set(.ticker, finding.ticker)
        row.set(.kind, finding.kind)
        row.set(.periodEnd, finding.periodEnd)
        row.set(.periodStart, finding.periodStart)
        row.set(.length, finding.shape.length)
        row.set(.tail, finding.shape.tail)
        row.set(.tried, finding.tried)
        row.set(.kept, finding.kept)
        row.set(.foundUs, finding.foundAt)
        row.set(.scannedUs, finding.scannedAt)
        row.set(.expiresUs, finding.expiresAt)
        row.set(.closedUs, finding.closedAt)
        row.set(.closing, finding.closing)
        row.set(.content, try JSONEncoding.encode(finding.content))
        row.set(.matches, Array("[]".utf8))
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Finding {
        try Finding(
            id: row[.id], ticker: row[.ticker],
            shape: SegmentShape(kind: row[.kind], length: row[.length], tail: row[.tail]),
            periodStart: row[.periodStart], periodEnd: row[.periodEnd],
            content: JSONDocument(row[.content]).root.decode(Finding.Content.self), tried: row[.tried],
            kept: row[.kept], foundAt: row[.foundUs], scannedAt: row[.scannedUs],
            expiresAt: row[.expiresUs], closedAt: row[.closedUs], closing: row[.closing])
    }
}

/// The table of announcements.
enum AnnouncementTable: Table {
    enum Columns: Int, ColumnList {
        case finding, userId, ticker, kind, periodEnd, announcedUs, direction, probability, baseRate, days, judgedUs,
            change
    }

    static let name = "announcements"
    static let key: [Columns] = [.finding, .userId]
    /// The prediction never changes; only the outcome is added later.
    static let constant: [Columns] = [
        .ticker, .kind, .periodEnd, .announcedUs, .direction, .probability, .baseRate, .days,
    ]

    static func write(_ announcement: Announcement, to row: inout NewRow<Columns>) {
        row.set(.finding, announcement.findingID)
        row.set(.userId, announcement.userID)
        row.set(.ticker, announcement.ticker)
        row.set(.kind, announcement.kind)
        row.set(.periodEnd, announcement.periodEnd)
        row.set(.announcedUs, announcement.announcedAt)
        row.set(.direction, announcement.direction)
        row.set(.probability, announcement.probability)
        row.set(.baseRate, announcement.baseRate)
        row.set(.days, announcement.daysToWatch)
        row.set(.judgedUs, announcement.judgedAt)
        row.set(.change, announcement.change)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Announcement {
        try Announcement(
            userID: row[.userId], findingID: row[.finding], ticker: row[.ticker], kind: row[.kind],
            periodEnd: row[.periodEnd], announcedAt: row[.announcedUs], direction: row[.direction],
            probability: row[.probability], baseRate: row[.baseRate], daysToWatch: row[.days],
            judgedAt: row[.judgedUs], change: row[.change])
    }
}

extension TickerState.Outcome: SQLiteConvertible {}
extension Finding.Closing: SQLiteConvertible {}
extension ScannerSignal.Kind: SQLiteConvertible {}
extension ScannerSignal.Direction: SQLiteConvertible {}
