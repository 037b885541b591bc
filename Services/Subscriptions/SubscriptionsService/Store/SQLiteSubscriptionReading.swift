import Domain
import Storage

/// What can be asked of the tables.
struct SQLiteSubscriptionReading: SubscriptionReading {
    let connection: Connection

    // MARK: Subscriptions

    func subscription(_ id: String) throws -> Subscription? {
        try subscriptions("WHERE id = ?1") { $0.bind(id, at: 1) }.first
    }

    func subscriptions(of owner: String) throws -> [Subscription] {
        try subscriptions("WHERE owner = ?1 ORDER BY number") { $0.bind(owner, at: 1) }
    }

    func due(at now: Instant, limit: Int) throws -> [Subscription] {
        try subscriptions("WHERE due_us <= ?1 ORDER BY due_us, id LIMIT ?2") {
            $0.bind(now.microseconds, at: 1)
            $0.bind(limit, at: 2)
        }
    }

    func toRemind(at now: Instant, limit: Int) throws -> [Subscription] {
        try subscriptions("WHERE remind_us <= ?1 ORDER BY remind_us, id LIMIT ?2") {
            $0.bind(now.microseconds, at: 1)
            $0.bind(limit, at: 2)
        }
    }

    private func subscriptions(_ rule: StaticString, bind: (borrowing Statement) -> Void) throws -> [Subscription] {
        let statement = try connection.statement(SubscriptionRow.columns, rule)
        bind(statement)
        var found: [Subscription] = []
        while try statement.step() { found.append(try SubscriptionRow.read(statement.row)) }
        return found
    }

    // MARK: Payments

    func payment(of subscription: String, on day: CalendarDay) throws -> Payment? {
        try payments("WHERE subscription = ?1 AND day = ?2") {
            $0.bind(subscription, at: 1)
            $0.bind(day.daysSince1970, at: 2)
        }.first
    }

    func payments(of owner: String, subscription: String?, after place: PaymentPlace?, limit: Int) throws -> [Payment] {
        let bound = place ?? PaymentPlace(day: CalendarDay(daysSince1970: .max / 2), id: "")
        if let subscription {
            // A day is there once, so it is a place by itself.
            return try payments("WHERE subscription = ?1 AND owner = ?2 AND day < ?3 ORDER BY day DESC LIMIT ?4") {
                $0.bind(subscription, at: 1)
                $0.bind(owner, at: 2)
                $0.bind(bound.day.daysSince1970, at: 3)
                $0.bind(limit, at: 4)
            }
        }
        return try payments("WHERE owner = ?1 AND (day, id) < (?2, ?3) ORDER BY day DESC, id DESC LIMIT ?4") {
            $0.bind(owner, at: 1)
            $0.bind(bound.day.daysSince1970, at: 2)
            $0.bind(bound.id, at: 3)
            $0.bind(limit, at: 4)
        }
    }

    func openPayments(of owner: String) throws -> [Payment] {
        try payments("WHERE owner = ?1 AND status IN ('pending', 'pastDue') ORDER BY day, id") {
            $0.bind(owner, at: 1)
        }
    }

    func paid(of owner: String, subscription: String?, since day: CalendarDay?) throws -> (count: Int, sums: [Money]) {
        var (count, sums) = (0, [Money]())
        try connection.query(
            """
            SELECT currency, sum(amount_minor), count(*) FROM payments
            WHERE owner = ?1 AND status = 'paid' AND (?2 IS NULL OR subscription = ?2)
                AND (?3 IS NULL OR paid_day >= ?3)
            GROUP BY currency ORDER BY currency
            """,
            bind: {
                $0.bind(owner, at: 1)
                $0.bind(subscription, at: 2)
                $0.bind(SubscriptionRow.number(day), at: 3)
            }
        ) { row in
            guard let currency = Currency(code: row.text(at: 0)) else { return }
            sums.append(Money(minorUnits: row.int64(at: 1), currency: currency))
            count += Int(row.int64(at: 2))
        }
        return (count, sums)
    }

    func transfers(of owner: String) throws -> Set<String> {
        var found: Set<String> = []
        try connection.query(
            "SELECT transfer FROM payments WHERE owner = ?1 AND transfer IS NOT NULL",
            bind: { $0.bind(owner, at: 1) }, { found.insert($0.text(at: 0)) })
        return found
    }

    func toRetry(at now: Instant, limit: Int) throws -> [Payment] {
        try payments("WHERE status = 'pastDue' AND retry_us <= ?1 ORDER BY day, id LIMIT ?2") {
            $0.bind(now.microseconds, at: 1)
            $0.bind(limit, at: 2)
        }
    }

    func pending(limit: Int) throws -> [Payment] {
        try payments("WHERE status = 'pending' ORDER BY day, id LIMIT ?1") { $0.bind(limit, at: 1) }
    }

    func refused(of account: String) throws -> [Payment] {
        try payments("WHERE account = ?1 AND status = 'pastDue' ORDER BY day, id") { $0.bind(account, at: 1) }
    }

    private func payments(_ rule: StaticString, bind: (borrowing Statement) -> Void) throws -> [Payment] {
        let statement = try connection.statement(PaymentRow.columns, rule)
        bind(statement)
        var found: [Payment] = []
        while try statement.step() { found.append(try PaymentRow.read(statement.row)) }
        return found
    }

    // MARK: Users

    func settings(of owner: String) throws -> UserSettings? {
        try settings("WHERE owner = ?1") { $0.bind(owner, at: 1) }.first
    }

    func toLookAt(at now: Instant, limit: Int) throws -> [UserSettings] {
        try settings("WHERE look_us <= ?1 ORDER BY look_us LIMIT ?2") {
            $0.bind(now.microseconds, at: 1)
            $0.bind(limit, at: 2)
        }
    }

    private func settings(_ rule: StaticString, bind: (borrowing Statement) -> Void) throws -> [UserSettings] {
        let statement = try connection.statement(
            "SELECT owner, time_zone, currency, account, warn_days, look_us FROM settings", rule)
        bind(statement)
        var found: [UserSettings] = []
        while try statement.step() {
            found.append(Self.settings(statement.row))
        }
        for index in found.indices {
            var buffers: [String: Money] = [:]
            try connection.query(
                "SELECT account, amount_minor, currency FROM buffers WHERE owner = ?1",
                bind: { $0.bind(found[index].owner, at: 1) }
            ) { row in
                if let currency = Currency(code: row.text(at: 2)) {
                    buffers[row.text(at: 0)] = Money(minorUnits: row.int64(at: 1), currency: currency)
                }
            }
            found[index].buffers = buffers
        }
        return found
    }

    private static func settings(_ row: borrowing Row) -> UserSettings {
        var settings = UserSettings(
            owner: row.text(at: 0), timeZone: row.text(at: 1),
            currency: row.optionalText(at: 2).flatMap { Currency(code: $0) })
        settings.account = row.optionalText(at: 3)
        settings.warnDays = Int(row.int64(at: 4))
        settings.lookAt = row.optionalInt64(at: 5).map { Instant(microseconds: $0) }
        return settings
    }

    func ownServices(of owner: String) throws -> [OwnService] {
        var found: [OwnService] = []
        try connection.query(
            "SELECT id, title, color FROM own_services WHERE owner = ?1 ORDER BY title, id",
            bind: { $0.bind(owner, at: 1) }
        ) { row in
            found.append(
                OwnService(id: row.text(at: 0), owner: owner, title: row.text(at: 1), color: row.optionalText(at: 2)))
        }
        return found
    }

    func dismissals(of owner: String) throws -> Set<String> {
        var found: Set<String> = []
        try connection.query(
            "SELECT suggestion FROM dismissals WHERE owner = ?1", bind: { $0.bind(owner, at: 1) },
            { found.insert($0.text(at: 0)) })
        return found
    }

    func lowAccounts(of owner: String) throws -> Set<String> {
        var found: Set<String> = []
        try connection.query(
            "SELECT account FROM low_accounts WHERE owner = ?1", bind: { $0.bind(owner, at: 1) },
            { found.insert($0.text(at: 0)) })
        return found
    }

    // MARK: Clock work

    func nextMoment() throws -> Instant? {
        let moments = try connection.first(
            """
            SELECT (SELECT min(due_us) FROM subscriptions WHERE due_us IS NOT NULL),
                (SELECT min(remind_us) FROM subscriptions WHERE remind_us IS NOT NULL),
                (SELECT min(retry_us) FROM payments WHERE status = 'pastDue' AND retry_us IS NOT NULL),
                (SELECT min(look_us) FROM settings WHERE look_us IS NOT NULL)
            """,
            bind: { _ in },
            { row in
                [
                    row.optionalInt64(at: 0), row.optionalInt64(at: 1), row.optionalInt64(at: 2),
                    row.optionalInt64(at: 3),
                ]
            })
        return (moments ?? []).compactMap { $0 }.min().map { Instant(microseconds: $0) }
    }

    func lastSequence() throws -> Int64 {
        try connection.first(
            "SELECT sequence FROM cursors WHERE source = ?1",
            bind: { $0.bind(SQLiteSubscriptionsStore.source, at: 1) }, { $0.int64(at: 0) }) ?? 0
    }
}
