import Domain
import Signals
import Storage
import StrictJSON

/// The tables within one transaction that writes.
struct SQLiteSubscriptionBooks: SubscriptionBooks {
    let transaction: WriteTransaction
    let clock: WallClock

    private var connection: Connection { transaction.connection }
    private var reading: SQLiteSubscriptionReading {
        SQLiteSubscriptionReading(connection: transaction.connection)
    }

    func put(_ subscription: Subscription) throws {
        try connection.run(SubscriptionRow.insert) { SubscriptionRow.bind(subscription, to: $0) }
    }

    func remove(_ subscription: Subscription) throws {
        try connection.run("DELETE FROM subscriptions WHERE id = ?1") { $0.bind(subscription.id, at: 1) }
    }

    func put(_ payment: Payment) throws {
        try connection.run(PaymentRow.insert) { PaymentRow.bind(payment, to: $0) }
    }

    func remove(_ payment: Payment) throws {
        try connection.run("DELETE FROM payments WHERE subscription = ?1 AND day = ?2") {
            $0.bind(payment.subscription, at: 1)
            $0.bind(payment.day.daysSince1970, at: 2)
        }
    }

    func removePayments(of subscription: String) throws -> Int {
        try connection.run("DELETE FROM payments WHERE subscription = ?1") { $0.bind(subscription, at: 1) }
        return Int(connection.changes)
    }

    func put(_ settings: UserSettings) throws {
        try connection.run(
            """
            INSERT OR REPLACE INTO settings (owner, time_zone, currency, account, warn_days, look_us)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """
        ) {
            $0.bind(settings.owner, at: 1)
            $0.bind(settings.timeZone, at: 2)
            $0.bind(settings.currency?.code, at: 3)
            $0.bind(settings.account, at: 4)
            $0.bind(settings.warnDays, at: 5)
            $0.bind(settings.lookAt?.microseconds, at: 6)
        }
        try connection.run("DELETE FROM buffers WHERE owner = ?1") { $0.bind(settings.owner, at: 1) }
        for (account, amount) in settings.buffers {
            try connection.run(
                "INSERT INTO buffers (owner, account, amount_minor, currency) VALUES (?1, ?2, ?3, ?4)"
            ) {
                $0.bind(settings.owner, at: 1)
                $0.bind(account, at: 2)
                $0.bind(amount.minorUnits, at: 3)
                $0.bind(amount.currency.code, at: 4)
            }
        }
    }

    func put(_ service: OwnService) throws {
        try connection.run("INSERT OR REPLACE INTO own_services (owner, id, title, color) VALUES (?1, ?2, ?3, ?4)") {
            $0.bind(service.owner, at: 1)
            $0.bind(service.id, at: 2)
            $0.bind(service.title, at: 3)
            $0.bind(service.color, at: 4)
        }
    }

    func dismiss(_ suggestion: String, by owner: String) throws {
        try connection.run("INSERT OR IGNORE INTO dismissals (owner, suggestion) VALUES (?1, ?2)") {
            $0.bind(owner, at: 1)
            $0.bind(suggestion, at: 2)
        }
    }

    func setLow(_ accounts: Set<String>, of owner: String) throws {
        try connection.run("DELETE FROM low_accounts WHERE owner = ?1") { $0.bind(owner, at: 1) }
        for account in accounts.sorted() {
            try connection.run("INSERT INTO low_accounts (owner, account) VALUES (?1, ?2)") {
                $0.bind(owner, at: 1)
                $0.bind(account, at: 2)
            }
        }
    }

    func lookAt(_ owner: String, at moment: Instant) throws {
        try connection.run(
            "UPDATE settings SET look_us = ?2 WHERE owner = ?1 AND (look_us IS NULL OR look_us > ?2)"
        ) {
            $0.bind(owner, at: 1)
            $0.bind(moment.microseconds, at: 2)
        }
    }

    func keep(zone: String, of owner: String, revision: Int64) throws -> Bool {
        let zones = PersonZones(connection: connection)
        try zones.keep(zone, of: owner, revision: revision)
        return try zones.name(of: owner) == zone
    }

    func forget(_ owner: String) throws {
        try PersonZones(connection: connection).forget(owner)
        try connection.run("DELETE FROM subscriptions WHERE owner = ?1") { $0.bind(owner, at: 1) }
        try connection.run("DELETE FROM payments WHERE owner = ?1") { $0.bind(owner, at: 1) }
        try connection.run("DELETE FROM settings WHERE owner = ?1") { $0.bind(owner, at: 1) }
        try connection.run("DELETE FROM buffers WHERE owner = ?1") { $0.bind(owner, at: 1) }
        try connection.run("DELETE FROM own_services WHERE owner = ?1") { $0.bind(owner, at: 1) }
        try connection.run("DELETE FROM dismissals WHERE owner = ?1") { $0.bind(owner, at: 1) }
        try connection.run("DELETE FROM low_accounts WHERE owner = ?1") { $0.bind(owner, at: 1) }
        try transaction.forgetReplies(to: owner)
    }

    func setLastSequence(_ sequence: Int64) throws {
        try transaction.setCursor(of: SQLiteSubscriptionsStore.source, to: sequence)
    }

    // MARK: Events

    func tell(_ news: News) throws {
        switch news {
        case .upcoming(let event): try append(SubscriptionsEvent.Upcoming.type, event.id, event)
        case .paid(let event): try append(SubscriptionsEvent.Paid.type, event.id, event)
        case .paymentFailed(let event): try append(SubscriptionsEvent.PaymentFailed.type, event.id, event)
        case .priceChanged(let event): try append(SubscriptionsEvent.PriceChanged.type, event.id, event)
        case .cancelBy(let event): try append(SubscriptionsEvent.CancelBy.type, event.id, event)
        case .balanceLow(let event): try append(SubscriptionsEvent.BalanceLow.type, event.account, event)
        case .changed(let event): try append(SubscriptionsEvent.Changed.type, event.id ?? event.userId, event)
        }
    }

    private func append<Facts: Encodable>(_ type: String, _ subject: String, _ facts: Facts) throws {
        try transaction.append(
            type: type, subject: subject, time: clock.now(), data: try JSONEncoding.encode(facts))
    }

    // MARK: Reading

    func subscription(_ id: String) throws -> Subscription? { try reading.subscription(id) }
    func subscriptions(of owner: String) throws -> [Subscription] { try reading.subscriptions(of: owner) }
    func payment(of subscription: String, on day: CalendarDay) throws -> Payment? {
        try reading.payment(of: subscription, on: day)
    }
    func payments(of owner: String, subscription: String?, after place: PaymentPlace?, limit: Int) throws -> [Payment] {
        try reading.payments(of: owner, subscription: subscription, after: place, limit: limit)
    }
    func openPayments(of owner: String) throws -> [Payment] { try reading.openPayments(of: owner) }
    func paid(of owner: String, subscription: String?, since day: CalendarDay?) throws -> (count: Int, sums: [Money]) {
        try reading.paid(of: owner, subscription: subscription, since: day)
    }
    func transfers(of owner: String) throws -> Set<String> { try reading.transfers(of: owner) }
    func settings(of owner: String) throws -> UserSettings? { try reading.settings(of: owner) }
    func ownServices(of owner: String) throws -> [OwnService] { try reading.ownServices(of: owner) }
    func dismissals(of owner: String) throws -> Set<String> { try reading.dismissals(of: owner) }
    func lowAccounts(of owner: String) throws -> Set<String> { try reading.lowAccounts(of: owner) }
    func due(at now: Instant, limit: Int) throws -> [Subscription] { try reading.due(at: now, limit: limit) }
    func toRemind(at now: Instant, limit: Int) throws -> [Subscription] { try reading.toRemind(at: now, limit: limit) }
    func toRetry(at now: Instant, limit: Int) throws -> [Payment] { try reading.toRetry(at: now, limit: limit) }
    func pending(limit: Int) throws -> [Payment] { try reading.pending(limit: limit) }
    func refused(of account: String) throws -> [Payment] { try reading.refused(of: account) }
    func toLookAt(at now: Instant, limit: Int) throws -> [UserSettings] { try reading.toLookAt(at: now, limit: limit) }
    func nextMoment() throws -> Instant? { try reading.nextMoment() }
    func lastSequence() throws -> Int64 { try reading.lastSequence() }
}
