import Domain
import Signals
import Storage
import StrictJSON

/// The tables about inboxes and people within one transaction that writes.
struct SQLiteNotificationsBooks: NotificationsBooks {
    /// So many changes of an inbox can be taken back.
    private static let mostChanges = 20

    let transaction: WriteTransaction

    var connection: Connection { transaction.connection }
    var reading: SQLiteNotificationsReading { SQLiteNotificationsReading(connection: transaction.connection) }

    // MARK: The inbox

    func add(_ notice: Notice) throws -> Bool {
        let facts = try JSONEncoding.encode(notice.facts)
        try connection.run(
            """
            INSERT INTO notices (id, user_id, event, kind, facts, occurred_us, created_us, is_late, read_us,
                archived_us, snoozed_us, payer)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL, NULL, NULL, ?9) ON CONFLICT (event, user_id) DO NOTHING
            """
        ) {
            $0.bind(notice.id, at: 1)
            $0.bind(notice.userID, at: 2)
            $0.bind(notice.event, at: 3)
            $0.bind(notice.kind.rawValue, at: 4)
            $0.bind(facts, at: 5)
            $0.bind(notice.occurredAt.microseconds, at: 6)
            $0.bind(notice.createdAt.microseconds, at: 7)
            $0.bind(notice.isLate ? 1 : 0, at: 8)
            $0.bind(notice.facts.namedPerson, at: 9)
        }
        guard connection.changes > 0 else { return false }
        try transaction.append(renderedFrom: connection.lastInsertRowID, of: NoticeEvents.source)
        return true
    }

    func save(_ marks: Notice.Marks, of noticeID: String) throws {
        try connection.run("UPDATE notices SET read_us = ?2, archived_us = ?3, snoozed_us = ?4 WHERE id = ?1") {
            $0.bind(noticeID, at: 1)
            $0.bind(marks.readAt?.microseconds, at: 2)
            $0.bind(marks.archivedAt?.microseconds, at: 3)
            $0.bind(marks.snoozedUntil?.microseconds, at: 4)
        }
    }

    func save(_ facts: NoticeFacts, of noticeID: String) throws {
        let content = try JSONEncoding.encode(facts)
        try connection.run("UPDATE notices SET facts = ?2 WHERE id = ?1") {
            $0.bind(noticeID, at: 1)
            $0.bind(content, at: 2)
        }
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
        try connection.run("INSERT INTO changes (user_id, change, before) VALUES (?1, ?2, ?3)") {
            $0.bind(userID, at: 1)
            $0.bind(change.change.rawValue, at: 2)
            $0.bind(before, at: 3)
        }
        try connection.run(
            """
            DELETE FROM changes WHERE user_id = ?1 AND number <= (
                SELECT number FROM changes WHERE user_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
            """
        ) {
            $0.bind(userID, at: 1)
            $0.bind(Self.mostChanges, at: 2)
        }
    }

    func popChange(of userID: String) throws -> InboxChange? {
        let found = try connection.first(
            "SELECT number, change, before FROM changes WHERE user_id = ?1 ORDER BY number DESC LIMIT 1",
            bind: { $0.bind(userID, at: 1) },
            { (number: $0.int64(at: 0), change: $0.text(at: 1), before: $0.bytes(at: 2)) })
        guard let found else { return nil }
        try connection.run("DELETE FROM changes WHERE number = ?1") { $0.bind(found.number, at: 1) }
        let before: [String: StoredMarks] = try SQLiteNotificationsReading.read(found.before)
        guard let change = NotificationsSignal.Change(rawValue: found.change) else {
            preconditionFailure("A change was stored in words that there are not.")
        }
        return InboxChange(change: change, before: before.mapValues(\.marks))
    }

    // MARK: People

    func save(_ preferences: Preferences, of userID: String) throws {
        let content = try JSONEncoding.encode(preferences)
        try connection.run(
            """
            INSERT INTO preferences (user_id, content) VALUES (?1, ?2)
            ON CONFLICT (user_id) DO UPDATE SET content = excluded.content
            """
        ) {
            $0.bind(userID, at: 1)
            $0.bind(content, at: 2)
        }
    }

    func name(account id: String, _ name: String) throws {
        try connection.run(
            "INSERT INTO accounts (id, name) VALUES (?1, ?2) ON CONFLICT (id) DO UPDATE SET name = excluded.name"
        ) {
            $0.bind(id, at: 1)
            $0.bind(name, at: 2)
        }
    }

    func keep(zone: String, of userID: String, revision: Int64) throws -> Bool {
        let zones = PersonZones(connection: connection)
        try zones.keep(zone, of: userID, revision: revision)
        return try zones.name(of: userID) == zone
    }

    func register(_ userID: String, at time: Instant) throws {
        try connection.run("INSERT INTO people (user_id, registered_us) VALUES (?1, ?2) ON CONFLICT DO NOTHING") {
            $0.bind(userID, at: 1)
            $0.bind(time.microseconds, at: 2)
        }
    }

    func forgetRegistration(of userID: String) throws {
        try connection.run("DELETE FROM people WHERE user_id = ?1") { $0.bind(userID, at: 1) }
    }

    func replaceCoupons(of userID: String, isin: String, title: String, _ coupons: [News.Coupon]) throws {
        try connection.run("DELETE FROM coupons WHERE user_id = ?1 AND isin = ?2 AND is_told = 0") {
            $0.bind(userID, at: 1)
            $0.bind(isin, at: 2)
        }
        for coupon in coupons {
            try connection.run(
                """
                INSERT INTO coupons (user_id, isin, day, is_repayment, title, minor_units, currency, is_told)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0) ON CONFLICT DO NOTHING
                """
            ) {
                $0.bind(userID, at: 1)
                $0.bind(isin, at: 2)
                $0.bind(coupon.day.daysSince1970, at: 3)
                $0.bind(coupon.isRepayment ? 1 : 0, at: 4)
                $0.bind(title, at: 5)
                $0.bind(coupon.amount.minorUnits, at: 6)
                $0.bind(coupon.amount.currency.code, at: 7)
            }
        }
    }

    func noteTold(_ coupon: ExpectedCoupon) throws {
        try connection.run(
            "UPDATE coupons SET is_told = 1 WHERE user_id = ?1 AND isin = ?2 AND day = ?3 AND is_repayment = ?4"
        ) {
            $0.bind(coupon.userID, at: 1)
            $0.bind(coupon.isin, at: 2)
            $0.bind(coupon.coupon.day.daysSince1970, at: 3)
            $0.bind(coupon.coupon.isRepayment ? 1 : 0, at: 4)
        }
    }

    func forget(_ userID: String) throws {
        // What is deleted is overwritten with zeroes, not only left to be used again.
        try connection.query("PRAGMA secure_delete = ON", { _ in })
        try connection.run(
            "DELETE FROM delivery_notices WHERE notice IN (SELECT id FROM notices WHERE user_id = ?1)"
        ) { $0.bind(userID, at: 1) }
        try connection.run(
            "DELETE FROM bot_jobs WHERE chat IN (SELECT chat FROM channels WHERE user_id = ?1 AND chat IS NOT NULL)"
        ) { $0.bind(userID, at: 1) }
        // Those who got money from them, or sent them some, keep the notice, without the name.
        try connection.run(
            """
            UPDATE notices
            SET payer = NULL, facts = CAST(json_remove(CAST(facts AS TEXT), '$.payer', '$.payee') AS BLOB)
            WHERE payer = ?1
            """
        ) { $0.bind(userID, at: 1) }
        try PersonZones(connection: connection).forget(userID)
        for table in ["notices", "changes", "preferences", "people", "coupons", "channels", "deliveries"] {
            let statement = try connection.statement(dynamic: "DELETE FROM \(table) WHERE user_id = ?1")
            statement.bind(userID, at: 1)
            _ = try statement.step()
        }
        try transaction.forgetReplies(to: userID)
    }

    func setCursor(of source: String, to sequence: Int64) throws {
        try transaction.setCursor(of: source, to: sequence)
    }
}

/// Marks as they are kept with a change.
private struct StoredMarks: Codable {
    let read: Instant?
    let archived: Instant?
    let snoozed: Instant?

    init(_ marks: Notice.Marks) {
        (read, archived, snoozed) = (marks.readAt, marks.archivedAt, marks.snoozedUntil)
    }

    var marks: Notice.Marks { Notice.Marks(readAt: read, archivedAt: archived, snoozedUntil: snoozed) }
}
