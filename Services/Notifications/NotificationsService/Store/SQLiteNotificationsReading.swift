import Domain
import Signals
import Storage
import StrictJSON

/// The queries in SQLite, for snapshots and transactions.
protocol SQLiteNotificationsReading: NotificationsReading {
    var connection: Connection { get }
}

/// A snapshot of the tables.
struct SQLiteNotificationsSnapshot: SQLiteNotificationsReading {
    let connection: Connection
}

/// The queries about inboxes and users.
extension SQLiteNotificationsReading {
    // MARK: The inbox

    func notice(_ id: String) throws -> Notice? { try connection.first(NoticeTable.self, "WHERE id = ?", id) }

    func notice(of event: String, to userID: String) throws -> Notice? {
        try connection.first(NoticeTable.self, "WHERE event = ? AND user_id = ?", event, userID)
    }

    func notices(of userID: String, _ filter: InboxFilter) throws -> [NumberedNotice] {
        // The conditions contain only our own words, no user input. There are too many combinations to cache each
        // statement.
        var rules = ["user_id = ?", "number < ?", "(snoozed_us IS NULL OR snoozed_us <= ?)"]
        rules.append(filter.isArchived ? "archived_us IS NOT NULL" : "archived_us IS NULL")
        if filter.isUnreadOnly { rules.append("read_us IS NULL") }
        if let kinds = filter.kinds {
            rules.append("kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))")
        }
        return try connection.all(
            NoticeTable.self, dynamic: "WHERE \(rules.joined(separator: " AND ")) ORDER BY number DESC LIMIT ?", userID,
            filter.before ?? .max, filter.now, filter.limit
        ) { row in NumberedNotice(number: try row[.number], notice: try NoticeTable.read(row)) }
    }

    func unread(of userID: String, at now: Instant) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM notices WHERE user_id = ? AND read_us IS NULL AND archived_us IS NULL
                AND (snoozed_us IS NULL OR snoozed_us <= ?)
            """, userID, now) ?? 0
    }

    func noticesToReturn(at now: Instant, limit: Int) throws -> [Notice] {
        try connection.all(
            NoticeTable.self, "WHERE snoozed_us IS NOT NULL AND snoozed_us <= ? ORDER BY snoozed_us LIMIT ?", now, limit
        )
    }

    func notices(in deliveryID: String) throws -> [Notice] {
        try connection.all(
            NoticeTable.self,
            """
            JOIN delivery_notices ON delivery_notices.notice = notices.id
            WHERE delivery_notices.delivery = ? ORDER BY notices.number
            """, deliveryID)
    }

    // MARK: People

    func preferences(of userID: String) throws -> Preferences {
        let content: [UInt8]? = try connection.first("SELECT content FROM preferences WHERE user_id = ?", userID)
        return try content.map { try JSONDocument($0).root.decode(Preferences.self) } ?? Preferences()
    }

    func accountName(_ id: String) throws -> String? {
        try connection.first("SELECT name FROM accounts WHERE id = ?", id)
    }

    func registered(_ userID: String) throws -> Instant? {
        try connection.first("SELECT registered_us FROM people WHERE user_id = ?", userID)
    }

    func coupons(until day: CalendarDay, limit: Int) throws -> [ExpectedCoupon] {
        try connection.all(
            """
            SELECT user_id, isin, day, is_repayment, title, minor_units, currency FROM coupons
            WHERE is_told = 0 AND day <= ? ORDER BY day LIMIT ?
            """, day, limit
        ) {
            (
                userID: String, isin: String, day: CalendarDay, isRepayment: Bool, title: String, minorUnits: Int64,
                currency: Currency
            ) in
            ExpectedCoupon(
                userID: userID, isin: isin, title: title,
                coupon: HouseEvent.Coupon(
                    day: day, isRepayment: isRepayment, amount: Money(minorUnits: minorUnits, currency: currency)))
        }
    }

    func cursor(of source: String) throws -> Int64 {
        try connection.first("SELECT sequence FROM cursors WHERE source = ?", source)
            ?? 0
    }
}
