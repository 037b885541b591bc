import Domain
import Signals
import Storage
import StrictJSON

/// The changes of inboxes and users within one transaction.
struct SQLiteNotificationsTransaction: SQLiteNotificationsReading, NotificationsTransaction {
    /// The number of changes of an inbox that can be undone.
    private static let mostChanges = 20

    let transaction: WriteTransaction

    var connection: Connection { transaction.connection }

    // MARK: The inbox

    func add(_ notice: Notice) throws -> Bool {
        try connection.insert(notice, into: NoticeTable.self, "ON CONFLICT (event, user_id) DO NOTHING")
        guard connection.changes > 0 else { return false }
        try transaction.append(renderedFrom: connection.lastInsertRowID, of: NoticeEvents.source)
        return true
    }

    func save(_ marks: Notice.Marks, of noticeID: String) throws {
        try connection.run(
            "UPDATE notices SET read_us = ?2, archived_us = ?3, snoozed_us = ?4 WHERE id = ?1", noticeID, marks.readAt,
            marks.archivedAt, marks.snoozedUntil)
    }

    func save(_ facts: NoticeFacts, of noticeID: String) throws {
        let content = try JSONEncoding.encode(facts)
        try connection.run("UPDATE notices SET facts = ?2 WHERE id = ?1", noticeID, content)
    }

    func tellChanged(_ ids: [String], of userID: String, at now: Instant) throws {
        let facts = try JSONEncoding.encode(NotificationsEvent.Changed(userId: userID, ids: ids))
        try transaction.append(type: NotificationsEvent.Changed.type, subject: userID, time: now, data: facts)
    }

    func tellReturned(_ notice: Notice, at now: Instant) throws {
        let event = try NoticeEvents.event(id: notice.id, userID: notice.userID, kind: notice.kind, time: now)
        try transaction.append(type: event.type, subject: event.subject, time: event.time, data: event.data)
    }

    func push(_ change: InboxChange, of userID: String) throws {
        let before = try JSONEncoding.encode(change.before.mapValues(StoredMarks.init))
        try connection.run(
            "INSERT INTO changes (user_id, change, before) VALUES (?, ?, ?)", userID, change.change, before)
        try connection.run(
            """
            DELETE FROM changes WHERE user_id = ?1 AND number <= (
                SELECT number FROM changes WHERE user_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """, userID, Self.mostChanges)
    }

    func popChange(of userID: String) throws -> InboxChange? {
        let found = try connection.first(
            "SELECT number, change, before FROM changes WHERE user_id = ? ORDER BY number DESC LIMIT 1", userID
        ) { (number: Int64, change: NotificationsSignal.Change, before: [UInt8]) in
            (number: number, change: change, before: before)
        }
        guard let found else { return nil }
        try connection.run("DELETE FROM changes WHERE number = ?", found.number)
        let before = try JSONDocument(found.before).root.decode([String: StoredMarks].self)
        return InboxChange(change: found.change, before: before.mapValues(\.marks))
    }

    // MARK: People

    func save(_ preferences: Preferences, of userID: String) throws {
        let content = try JSONEncoding.encode(preferences)
        try connection.run(
            """
            INSERT INTO preferences (user_id, content) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET content = excluded.content
            """, userID, content)
    }

    func name(account id: String, _ name: String) throws {
        try connection.run(
            "INSERT INTO accounts (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name", id,
            name)
    }

    func keep(zone: String, of userID: String, revision: Int64) throws -> Bool {
        let zones = PersonZones(connection: connection)
        try zones.keep(zone, of: userID, revision: revision)
        return try zones.name(of: userID) == zone
    }

    func register(_ userID: String, at time: Instant) throws {
        try connection.run(
            "INSERT INTO people (user_id, registered_us) VALUES (?, ?) ON CONFLICT DO NOTHING", userID, time)
    }

    func forgetRegistration(of userID: String) throws {
        try connection.run("DELETE FROM people WHERE user_id = ?", userID)
    }

    func replaceCoupons(of userID: String, isin: String, title: String, _ coupons: [HouseEvent.Coupon]) throws {
        try connection.run("DELETE FROM coupons WHERE user_id = ? AND isin = ? AND is_told = 0", userID, isin)
        for coupon in coupons {
            try connection.run(
                """
                INSERT INTO coupons (user_id, isin, day, is_repayment, title, minor_units, currency, is_told)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING
                """, userID, isin, coupon.day, coupon.isRepayment, title, coupon.amount.minorUnits,
                coupon.amount.currency)
        }
    }

    func noteTold(_ coupon: ExpectedCoupon) throws {
        try connection.run(
            "UPDATE coupons SET is_told = 1 WHERE user_id = ? AND isin = ? AND day = ? AND is_repayment = ?",
            coupon.userID, coupon.isin, coupon.coupon.day, coupon.coupon.isRepayment)
    }

    func forget(_ userID: String) throws {
        // SQLite overwrites deleted data with zeros instead of only marking it free.
        try connection.run("PRAGMA secure_delete = ON")
        try connection.run(
            "DELETE FROM delivery_notices WHERE notice IN (SELECT id FROM notices WHERE user_id = ?)", userID)
        try connection.run(
            "DELETE FROM bot_jobs WHERE chat IN (SELECT chat FROM channels WHERE user_id = ? AND chat IS NOT NULL)",
            userID)
        // Payers and payees of the user keep their notices, without the name.
        try connection.run(
            """
            UPDATE notices
            SET payer = NULL, facts = CAST(json_remove(CAST(facts AS TEXT), '$.payer', '$.payee') AS BLOB)
            WHERE payer = ?
            """, userID)
        try PersonZones(connection: connection).forget(userID)
        for table in ["notices", "changes", "preferences", "people", "coupons", "channels", "deliveries"] {
            let statement = try connection.statement(dynamic: "DELETE FROM \(table) WHERE user_id = ?")
            try statement.run(userID)
        }
        try transaction.forgetReplies(to: userID)
    }

    func setCursor(of source: String, to sequence: Int64) throws {
        try transaction.setCursor(of: source, to: sequence)
    }
}

/// Marks as they are stored with a change.
private struct StoredMarks: Codable {
    let read: Instant?
    let archived: Instant?
    let snoozed: Instant?

    init(_ marks: Notice.Marks) {
        (read, archived, snoozed) = (marks.readAt, marks.archivedAt, marks.snoozedUntil)
    }

    var marks: Notice.Marks { Notice.Marks(readAt: read, archivedAt: archived, snoozedUntil: snoozed) }
}
