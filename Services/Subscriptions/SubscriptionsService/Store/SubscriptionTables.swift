import Domain
import Signals
import Storage

/// The table of subscriptions.
enum SubscriptionTable: Table {
    enum Columns: Int, ColumnList {
        case id, owner, service, titleRu, titleEn, color, startDay, everyCount, everyUnit, floorDay, prices,
            description,
            category, reminders, cancelDays, payFrom, trialUntilDay, endsDay, isPaused, createdUs, remindedDay,
            remindedOffset, cancelToldDay, dueUs, remindUs, revision
    }

    static let name = "subscriptions"
    static let key = [Columns.id]
    static let constant: [Columns] = [.owner, .createdUs]

    static func write(_ subscription: Subscription, to row: inout NewRow<Columns>) {
        row.set(.id, subscription.id)
        row.set(.owner, subscription.owner)
        row.set(.service, subscription.service)
        row.set(.titleRu, subscription.title.ru)
        row.set(.titleEn, subscription.title.en)
        row.set(.color, subscription.color)
        row.set(.startDay, subscription.recurrence.start)
        row.set(.everyCount, subscription.recurrence.count)
        row.set(.everyUnit, subscription.recurrence.unit)
        row.set(.floorDay, subscription.floor)
        row.set(.prices, text(of: subscription.prices))
        row.set(.description, subscription.description)
        row.set(.category, subscription.category)
        row.set(.reminders, subscription.reminders.map { String($0) }.joined(separator: ","))
        row.set(.cancelDays, subscription.cancelDays)
        row.set(.payFrom, subscription.payFrom)
        row.set(.trialUntilDay, subscription.trialUntil)
        row.set(.endsDay, subscription.ends)
        row.set(.isPaused, subscription.isPaused)
        row.set(.createdUs, subscription.createdAt)
        row.set(.remindedDay, subscription.reminded?.day)
        row.set(.remindedOffset, subscription.reminded?.offset)
        row.set(.cancelToldDay, subscription.cancelTold)
        row.set(.dueUs, subscription.dueAt)
        row.set(.remindUs, subscription.remindAt)
        row.set(.revision, subscription.revision)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Subscription {
        guard
            let recurrence = try Recurrence(start: row[.startDay], every: row[.everyCount], row[.everyUnit]),
            let prices = try prices(of: row[.prices])
        else { throw SQLiteError(code: .corrupt, message: "A subscription cannot be read.") }
        var subscription = try Subscription(
            id: row[.id], owner: row[.owner], service: row[.service],
            title: SubscriptionsSignal.Title(ru: row[.titleRu], en: row[.titleEn]), color: row[.color],
            recurrence: recurrence, floor: row[.floorDay], prices: prices, createdAt: row[.createdUs])
        subscription.description = try row[.description]
        subscription.category = try row[.category]
        let reminders: String = try row[.reminders]
        subscription.reminders = reminders.split(separator: ",").compactMap { Int($0) }
        subscription.cancelDays = try row[.cancelDays]
        subscription.payFrom = try row[.payFrom]
        subscription.trialUntil = try row[.trialUntilDay]
        subscription.ends = try row[.endsDay]
        subscription.isPaused = try row[.isPaused]
        if let day: CalendarDay = try row[.remindedDay], let offset: Int = try row[.remindedOffset] {
            subscription.reminded = Subscription.Reminded(day: day, offset: offset)
        }
        subscription.cancelTold = try row[.cancelToldDay]
        subscription.dueAt = try row[.dueUs]
        subscription.remindAt = try row[.remindUs]
        subscription.revision = try row[.revision]
        return subscription
    }

    private static func text(of prices: [Price]) -> String {
        prices.map { "\($0.from.daysSince1970) \($0.amount.minorUnits) \($0.amount.currency.code)" }
            .joined(separator: ";")
    }

    private static func prices(of text: String) -> [Price]? {
        var prices: [Price] = []
        for part in text.split(separator: ";") {
            let words = part.split(separator: " ")
            guard words.count == 3, let from = Int(words[0]), let minor = Int64(words[1]),
                let currency = Currency(code: words[2])
            else { return nil }
            prices.append(
                Price(from: CalendarDay(daysSince1970: from), amount: Money(minorUnits: minor, currency: currency)))
        }
        return prices.isEmpty ? nil : prices
    }
}

/// The table of payments, one row for each due day.
enum PaymentTable: Table {
    enum Columns: Int, ColumnList {
        case subscription, day, id, owner, titleRu, titleEn, amountMinor, currency, status, method, paidDay, account,
            category, transfer, failures, reason, retryUs, nextTryDay, refusedAfter, renewedFromDay
    }

    static let name = "payments"
    static let key: [Columns] = [.subscription, .day]

    static func write(_ payment: Payment, to row: inout NewRow<Columns>) {
        row.set(.subscription, payment.subscription)
        row.set(.day, payment.day)
        row.set(.id, payment.id)
        row.set(.owner, payment.owner)
        row.set(.titleRu, payment.title.ru)
        row.set(.titleEn, payment.title.en)
        row.set(.amountMinor, payment.amount.minorUnits)
        row.set(.currency, payment.amount.currency)
        row.set(.status, payment.status)
        row.set(.method, payment.method)
        row.set(.paidDay, payment.paidOn)
        row.set(.account, payment.account)
        row.set(.category, payment.category)
        row.set(.transfer, payment.transfer)
        row.set(.failures, payment.failures)
        row.set(.reason, payment.reason)
        row.set(.retryUs, payment.retryAt)
        row.set(.nextTryDay, payment.nextTry)
        row.set(.refusedAfter, payment.refusedAfter)
        row.set(.renewedFromDay, payment.renewedFrom)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> Payment {
        var payment = try Payment(
            id: row[.id], subscription: row[.subscription], owner: row[.owner],
            title: SubscriptionsSignal.Title(ru: row[.titleRu], en: row[.titleEn]), day: row[.day],
            amount: Money(minorUnits: row[.amountMinor], currency: row[.currency]), status: row[.status])
        payment.method = try row[.method]
        payment.paidOn = try row[.paidDay]
        payment.account = try row[.account]
        payment.category = try row[.category]
        payment.transfer = try row[.transfer]
        payment.failures = try row[.failures]
        payment.reason = try row[.reason]
        payment.retryAt = try row[.retryUs]
        payment.nextTry = try row[.nextTryDay]
        payment.refusedAfter = try row[.refusedAfter]
        payment.renewedFrom = try row[.renewedFromDay]
        return payment
    }
}

/// The table of users' settings, without their buffers.
enum SettingsTable: Table {
    enum Columns: Int, ColumnList {
        case owner, timeZone, currency, account, warnDays, lookUs
    }

    static let name = "settings"
    static let key = [Columns.owner]

    static func write(_ settings: UserSettings, to row: inout NewRow<Columns>) {
        row.set(.owner, settings.owner)
        row.set(.timeZone, settings.timeZone)
        row.set(.currency, settings.currency)
        row.set(.account, settings.account)
        row.set(.warnDays, settings.warnDays)
        row.set(.lookUs, settings.lookAt)
    }

    static func read(_ row: borrowing NamedRow<Columns>) throws -> UserSettings {
        var settings = try UserSettings(owner: row[.owner], timeZone: row[.timeZone], currency: row[.currency])
        settings.account = try row[.account]
        settings.warnDays = try row[.warnDays]
        settings.lookAt = try row[.lookUs]
        return settings
    }
}

extension Recurrence.Unit: SQLiteConvertible {}
extension SubscriptionsSignal.PaymentStatus: SQLiteConvertible {}
extension SubscriptionsSignal.PaymentMethod: SQLiteConvertible {}
