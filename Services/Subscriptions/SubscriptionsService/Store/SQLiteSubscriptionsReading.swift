import Domain
import Storage

/// Queries of the tables, in a snapshot or within a write transaction.
protocol SQLiteSubscriptionsReading: SubscriptionsReading {
    /// The connection to the database.
    var connection: Connection { get }
}

/// A snapshot of the tables.
struct SQLiteSubscriptionSnapshot: SQLiteSubscriptionsReading {
    let connection: Connection
}

extension SQLiteSubscriptionsReading {
    // MARK: Subscriptions

    func subscription(_ id: String) throws -> Subscription? {
        try connection.first(SubscriptionTable.self, "WHERE id = ?", id)
    }

    func subscriptions(of owner: String) throws -> [Subscription] {
        try connection.all(SubscriptionTable.self, "WHERE owner = ? ORDER BY number", owner)
    }

    func due(at now: Instant, limit: Int) throws -> [Subscription] {
        try connection.all(SubscriptionTable.self, "WHERE due_us <= ? ORDER BY due_us, id LIMIT ?", now, limit)
    }

    func toRemind(at now: Instant, limit: Int) throws -> [Subscription] {
        try connection.all(SubscriptionTable.self, "WHERE remind_us <= ? ORDER BY remind_us, id LIMIT ?", now, limit)
    }

    // MARK: Payments

    func payment(of subscription: String, on day: CalendarDay) throws -> Payment? {
        try connection.first(PaymentTable.self, "WHERE subscription = ? AND day = ?", subscription, day)
    }

    func payments(of owner: String, subscription: String?, after place: PaymentPlace?, limit: Int) throws -> [Payment] {
        let bound = place ?? PaymentPlace(day: CalendarDay(daysSince1970: .max / 2), id: "")
        if let subscription {
            // A subscription has one payment per day, so the day alone is a keyset.
            return try connection.all(
                PaymentTable.self, "WHERE subscription = ? AND owner = ? AND day < ? ORDER BY day DESC LIMIT ?",
                subscription, owner, bound.day, limit)
        }
        return try connection.all(
            PaymentTable.self, "WHERE owner = ? AND (day, id) < (?, ?) ORDER BY day DESC, id DESC LIMIT ?", owner,
            bound.day, bound.id, limit)
    }

    func openPayments(of owner: String) throws -> [Payment] {
        try connection.all(
            PaymentTable.self, "WHERE owner = ? AND status IN ('pending', 'pastDue') ORDER BY day, id", owner)
    }

    func paid(of owner: String, subscription: String?, since day: CalendarDay?) throws -> (count: Int, sums: [Money]) {
        let parts = try connection.all(
            """
            SELECT currency, sum(amount_minor), count(*) FROM payments
            WHERE owner = ?1 AND status = 'paid' AND (?2 IS NULL OR subscription = ?2)
                AND (?3 IS NULL OR paid_day >= ?3)
            GROUP BY currency ORDER BY currency
            """, owner, subscription, day
        ) { (currency: Currency, minorUnits: Int64, count: Int) in
            (count: count, sum: Money(minorUnits: minorUnits, currency: currency))
        }
        return (parts.reduce(0) { $0 + $1.count }, parts.map(\.sum))
    }

    func transfers(of owner: String) throws -> Set<String> {
        Set(try connection.all("SELECT transfer FROM payments WHERE owner = ? AND transfer IS NOT NULL", owner))
    }

    func toRetry(at now: Instant, limit: Int) throws -> [Payment] {
        try connection.all(
            PaymentTable.self, "WHERE status = 'pastDue' AND retry_us <= ? ORDER BY day, id LIMIT ?", now, limit)
    }

    func pending(limit: Int) throws -> [Payment] {
        try connection.all(PaymentTable.self, "WHERE status = 'pending' ORDER BY day, id LIMIT ?", limit)
    }

    func refused(of account: String) throws -> [Payment] {
        try connection.all(PaymentTable.self, "WHERE account = ? AND status = 'pastDue' ORDER BY day, id", account)
    }

    // MARK: Users

    func settings(of owner: String) throws -> UserSettings? {
        try connection.first(SettingsTable.self, "WHERE owner = ?", owner).map(withBuffers)
    }

    func toLookAt(at now: Instant, limit: Int) throws -> [UserSettings] {
        try connection.all(SettingsTable.self, "WHERE look_us <= ? ORDER BY look_us LIMIT ?", now, limit)
            .map(withBuffers)
    }

    private func withBuffers(_ settings: UserSettings) throws -> UserSettings {
        var settings = settings
        try connection.query("SELECT account, amount_minor, currency FROM buffers WHERE owner = ?", settings.owner) {
            (account: String, minorUnits: Int64, currency: Currency) in
            settings.buffers[account] = Money(minorUnits: minorUnits, currency: currency)
        }
        return settings
    }

    func ownServices(of owner: String) throws -> [OwnService] {
        try connection.all(
            "SELECT id, owner, title, color FROM own_services WHERE owner = ? ORDER BY title, id", owner,
            as: OwnService.init)
    }

    func dismissals(of owner: String) throws -> Set<String> {
        Set(try connection.all("SELECT suggestion FROM dismissals WHERE owner = ?", owner))
    }

    func lowAccounts(of owner: String) throws -> Set<String> {
        Set(try connection.all("SELECT account FROM low_accounts WHERE owner = ?", owner))
    }

    // MARK: Clock work

    func nextMoment() throws -> Instant? {
        try connection.first(
            """
            SELECT min(moment) FROM (
                SELECT min(due_us) AS moment FROM subscriptions WHERE due_us IS NOT NULL
                UNION ALL SELECT min(remind_us) FROM subscriptions WHERE remind_us IS NOT NULL
                UNION ALL SELECT min(retry_us) FROM payments WHERE status = 'pastDue' AND retry_us IS NOT NULL
                UNION ALL SELECT min(look_us) FROM settings WHERE look_us IS NOT NULL)
            """)
    }

    func lastSequence() throws -> Int64 {
        try connection.first("SELECT sequence FROM cursors WHERE source = ?", SQLiteSubscriptionsStore.source) ?? 0
    }
}
