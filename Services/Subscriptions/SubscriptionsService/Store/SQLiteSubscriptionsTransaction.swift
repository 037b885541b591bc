import Domain
import Signals
import Storage

/// The tables within one write transaction.
struct SQLiteSubscriptionsTransaction: SQLiteSubscriptionsReading, SubscriptionsTransaction {
    let transaction: WriteTransaction
    let clock: WallClock

    var connection: Connection { transaction.connection }

    func put(_ subscription: Subscription) throws {
        try connection.upsert(subscription, in: SubscriptionTable.self)
    }

    func remove(_ subscription: Subscription) throws {
        try connection.run("DELETE FROM subscriptions WHERE id = ?", subscription.id)
    }

    func put(_ payment: Payment) throws {
        try connection.upsert(payment, in: PaymentTable.self)
    }

    func remove(_ payment: Payment) throws {
        try connection.run("DELETE FROM payments WHERE subscription = ? AND day = ?", payment.subscription, payment.day)
    }

    func removePayments(of subscription: String) throws -> Int {
        try connection.run("DELETE FROM payments WHERE subscription = ?", subscription)
        return Int(connection.changes)
    }

    func put(_ settings: UserSettings) throws {
        try connection.upsert(settings, in: SettingsTable.self)
        try connection.run("DELETE FROM buffers WHERE owner = ?", settings.owner)
        for (account, amount) in settings.buffers {
            try connection.run(
                "INSERT INTO buffers (owner, account, amount_minor, currency) VALUES (?, ?, ?, ?)", settings.owner,
                account, amount.minorUnits, amount.currency)
        }
    }

    func put(_ service: OwnService) throws {
        try connection.run(
            "INSERT OR REPLACE INTO own_services (owner, id, title, color) VALUES (?, ?, ?, ?)", service.owner,
            service.id, service.title, service.color)
    }

    func dismiss(_ suggestion: String, by owner: String) throws {
        try connection.run("INSERT OR IGNORE INTO dismissals (owner, suggestion) VALUES (?, ?)", owner, suggestion)
    }

    func setLow(_ accounts: Set<String>, of owner: String) throws {
        try connection.run("DELETE FROM low_accounts WHERE owner = ?", owner)
        for account in accounts.sorted() {
            try connection.run("INSERT INTO low_accounts (owner, account) VALUES (?, ?)", owner, account)
        }
    }

    func lookAt(_ owner: String, at moment: Instant) throws {
        try connection.run(
            "UPDATE settings SET look_us = ?2 WHERE owner = ?1 AND (look_us IS NULL OR look_us > ?2)", owner, moment)
    }

    func keep(zone: String, of owner: String, revision: Int64) throws -> Bool {
        let zones = PersonZones(connection: connection)
        try zones.keep(zone, of: owner, revision: revision)
        return try zones.name(of: owner) == zone
    }

    func forget(_ owner: String) throws {
        try PersonZones(connection: connection).forget(owner)
        try connection.run("DELETE FROM subscriptions WHERE owner = ?", owner)
        try connection.run("DELETE FROM payments WHERE owner = ?", owner)
        try connection.run("DELETE FROM settings WHERE owner = ?", owner)
        try connection.run("DELETE FROM buffers WHERE owner = ?", owner)
        try connection.run("DELETE FROM own_services WHERE owner = ?", owner)
        try connection.run("DELETE FROM dismissals WHERE owner = ?", owner)
        try connection.run("DELETE FROM low_accounts WHERE owner = ?", owner)
        try transaction.forgetReplies(to: owner)
    }

    func setLastSequence(_ sequence: Int64) throws {
        try transaction.setCursor(of: SQLiteSubscriptionsStore.source, to: sequence)
    }

    // MARK: Events

    func tell(_ change: SubscriptionChange) throws {
        switch change {
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
            type: type, subject: subject, time: clock.now(), facts: facts)
    }
}
