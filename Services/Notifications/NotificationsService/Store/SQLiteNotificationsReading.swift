import Domain
import Signals
import Storage
import StrictJSON

/// What can be asked of the tables about inboxes and people.
struct SQLiteNotificationsReading: NotificationsReading {
    let connection: Connection

    // MARK: The inbox

    private static let noticeColumns: StaticString = """
        SELECT n.id, n.user_id, n.event, n.kind, n.facts, n.occurred_us, n.created_us, n.is_late, n.read_us, n.archived_us,
            n.snoozed_us, n.number
        """

    func notice(_ id: String) throws -> Notice? {
        try notices("FROM notices n WHERE n.id = ?1") { $0.bind(id, at: 1) }.first?.notice
    }

    func notice(of event: String, to userID: String) throws -> Notice? {
        try notices("FROM notices n WHERE n.event = ?1 AND n.user_id = ?2") {
            $0.bind(event, at: 1)
            $0.bind(userID, at: 2)
        }.first?.notice
    }

    func notices(of userID: String, _ filter: InboxFilter) throws -> [NumberedNotice] {
        // What is chosen are words of ours, never a person's; an inbox is asked in too many ways to keep each compiled.
        var rules = ["n.user_id = ?1", "n.number < ?2", "(n.snoozed_us IS NULL OR n.snoozed_us <= ?3)"]
        rules.append(filter.isArchived ? "n.archived_us IS NOT NULL" : "n.archived_us IS NULL")
        if filter.isUnreadOnly { rules.append("n.read_us IS NULL") }
        if let kinds = filter.kinds {
            rules.append("n.kind IN (\(kinds.map { "'\($0.rawValue)'" }.joined(separator: ", ")))")
        }
        let statement = try connection.statement(
            dynamic: """
                \(Self.noticeColumns) FROM notices n WHERE \(rules.joined(separator: " AND "))
                ORDER BY n.number DESC LIMIT \(filter.limit)
                """)
        statement.bind(userID, at: 1)
        statement.bind(filter.before ?? .max, at: 2)
        statement.bind(filter.now.microseconds, at: 3)
        return try Self.notices(statement)
    }

    func unread(of userID: String, at now: Instant) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM notices WHERE user_id = ?1 AND read_us IS NULL AND archived_us IS NULL
                AND (snoozed_us IS NULL OR snoozed_us <= ?2)
            """,
            bind: {
                $0.bind(userID, at: 1)
                $0.bind(now.microseconds, at: 2)
            }, { Int($0.int64(at: 0)) }) ?? 0
    }

    func noticesToReturn(at now: Instant, limit: Int) throws -> [Notice] {
        try notices(
            "FROM notices n WHERE n.snoozed_us IS NOT NULL AND n.snoozed_us <= ?1 ORDER BY n.snoozed_us LIMIT ?2"
        ) {
            $0.bind(now.microseconds, at: 1)
            $0.bind(limit, at: 2)
        }.map(\.notice)
    }

    func notices(in deliveryID: String) throws -> [Notice] {
        try notices(
            """
            FROM delivery_notices d JOIN notices n ON n.id = d.notice WHERE d.delivery = ?1 ORDER BY n.number
            """
        ) { $0.bind(deliveryID, at: 1) }.map(\.notice)
    }

    private func notices(_ rest: StaticString, bind: (borrowing Statement) -> Void) throws -> [NumberedNotice] {
        let statement = try connection.statement(Self.noticeColumns, rest)
        bind(statement)
        return try Self.notices(statement)
    }

    private static func notices(_ statement: borrowing Statement) throws -> [NumberedNotice] {
        var notices: [NumberedNotice] = []
        while try statement.step() {
            notices.append(
                NumberedNotice(number: statement.row.int64(at: 11), notice: try notice(statement.row)))
        }
        return notices
    }

    private static func notice(_ row: borrowing Row) throws -> Notice {
        Notice(
            id: row.text(at: 0), userID: row.text(at: 1), event: row.text(at: 2), kind: kind(row.text(at: 3)),
            facts: try read(row.bytes(at: 4)), occurredAt: Instant(microseconds: row.int64(at: 5)),
            createdAt: Instant(microseconds: row.int64(at: 6)), isLate: row.int64(at: 7) != 0,
            marks: Notice.Marks(
                readAt: instant(row.optionalInt64(at: 8)), archivedAt: instant(row.optionalInt64(at: 9)),
                snoozedUntil: instant(row.optionalInt64(at: 10))))
    }

    // MARK: People

    func preferences(of userID: String) throws -> Preferences {
        let content = try connection.first(
            "SELECT content FROM preferences WHERE user_id = ?1", bind: { $0.bind(userID, at: 1) }, { $0.bytes(at: 0) })
        return try content.map { try Self.read($0) } ?? Preferences()
    }

    func accountName(_ id: String) throws -> String? {
        try connection.first(
            "SELECT name FROM accounts WHERE id = ?1", bind: { $0.bind(id, at: 1) }, { $0.text(at: 0) })
    }

    func registered(_ userID: String) throws -> Instant? {
        try connection.first(
            "SELECT registered_us FROM people WHERE user_id = ?1", bind: { $0.bind(userID, at: 1) },
            { Instant(microseconds: $0.int64(at: 0)) })
    }

    func coupons(until day: CalendarDay, limit: Int) throws -> [ExpectedCoupon] {
        var coupons: [ExpectedCoupon] = []
        try connection.query(
            """
            SELECT user_id, isin, day, is_repayment, title, minor_units, currency FROM coupons
            WHERE is_told = 0 AND day <= ?1 ORDER BY day LIMIT ?2
            """,
            bind: {
                $0.bind(day.daysSince1970, at: 1)
                $0.bind(limit, at: 2)
            }
        ) { row in
            guard let currency = Currency(code: row.text(at: 6)) else {
                preconditionFailure("A coupon was stored in a currency that there is not.")
            }
            coupons.append(
                ExpectedCoupon(
                    userID: row.text(at: 0), isin: row.text(at: 1), title: row.text(at: 4),
                    coupon: News.Coupon(
                        day: CalendarDay(daysSince1970: Int(row.int64(at: 2))), isRepayment: row.int64(at: 3) != 0,
                        amount: Money(minorUnits: row.int64(at: 5), currency: currency))))
        }
        return coupons
    }

    func cursor(of source: String) throws -> Int64 {
        try connection.first(
            "SELECT sequence FROM cursors WHERE source = ?1", bind: { $0.bind(source, at: 1) }, { $0.int64(at: 0) })
            ?? 0
    }

    // MARK: Columns

    static func instant(_ microseconds: Int64?) -> Instant? { microseconds.map { Instant(microseconds: $0) } }

    static func kind(_ text: String) -> NotificationsSignal.Kind {
        guard let kind = NotificationsSignal.Kind(rawValue: text) else {
            preconditionFailure("A notice was stored of a kind that there is not.")
        }
        return kind
    }

    static func read<Value: Decodable & SendableMetatype>(_ content: [UInt8]) throws -> Value {
        try JSONDocument(content).root.decode(Value.self)
    }
}
