import Domain
import Signals
import Storage

/// A subscription as a row has it.
struct SubscriptionRow {
    static let columns: StaticString = """
        SELECT id, owner, service, title_ru, title_en, color, start_day, every_count, every_unit, floor_day, prices,
            description, category, reminders, cancel_days, pay_from, trial_until_day, ends_day, is_paused, created_us,
            reminded_day, reminded_offset, cancel_told_day, due_us, remind_us, revision
        FROM subscriptions
        """

    static let insert: StaticString = """
        INSERT INTO subscriptions (id, owner, service, title_ru, title_en, color, start_day, every_count, every_unit,
            floor_day, prices, description, category, reminders, cancel_days, pay_from, trial_until_day, ends_day,
            is_paused, created_us, reminded_day, reminded_offset, cancel_told_day, due_us, remind_us, revision)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
            ?24, ?25, ?26)
        ON CONFLICT (id) DO UPDATE SET service = excluded.service, title_ru = excluded.title_ru,
            title_en = excluded.title_en, color = excluded.color, start_day = excluded.start_day,
            every_count = excluded.every_count, every_unit = excluded.every_unit, floor_day = excluded.floor_day,
            prices = excluded.prices, description = excluded.description, category = excluded.category,
            reminders = excluded.reminders, cancel_days = excluded.cancel_days, pay_from = excluded.pay_from,
            trial_until_day = excluded.trial_until_day, ends_day = excluded.ends_day,
            is_paused = excluded.is_paused, reminded_day = excluded.reminded_day,
            reminded_offset = excluded.reminded_offset, cancel_told_day = excluded.cancel_told_day,
            due_us = excluded.due_us, remind_us = excluded.remind_us, revision = excluded.revision
        """

    static func bind(_ subscription: Subscription, to statement: borrowing Statement) {
        statement.bind(subscription.id, at: 1)
        statement.bind(subscription.owner, at: 2)
        statement.bind(subscription.service, at: 3)
        statement.bind(subscription.title.ru, at: 4)
        statement.bind(subscription.title.en, at: 5)
        statement.bind(subscription.color, at: 6)
        statement.bind(subscription.recurrence.start.daysSince1970, at: 7)
        statement.bind(subscription.recurrence.count, at: 8)
        statement.bind(subscription.recurrence.unit.rawValue, at: 9)
        statement.bind(subscription.floor.daysSince1970, at: 10)
        statement.bind(text(of: subscription.prices), at: 11)
        statement.bind(subscription.description, at: 12)
        statement.bind(subscription.category, at: 13)
        statement.bind(subscription.reminders.map { String($0) }.joined(separator: ","), at: 14)
        statement.bind(subscription.cancelDays.map { Int64($0) }, at: 15)
        statement.bind(subscription.payFrom, at: 16)
        statement.bind(number(subscription.trialUntil), at: 17)
        statement.bind(number(subscription.ends), at: 18)
        statement.bind(subscription.isPaused ? 1 : 0, at: 19)
        statement.bind(subscription.createdAt.microseconds, at: 20)
        statement.bind(number(subscription.reminded?.day), at: 21)
        statement.bind(subscription.reminded.map { Int64($0.offset) }, at: 22)
        statement.bind(number(subscription.cancelTold), at: 23)
        statement.bind(subscription.dueAt?.microseconds, at: 24)
        statement.bind(subscription.remindAt?.microseconds, at: 25)
        statement.bind(subscription.revision, at: 26)
    }

    static func read(_ row: borrowing Row) throws(SQLiteError) -> Subscription {
        guard let unit = Recurrence.Unit(rawValue: row.text(at: 8)),
            let recurrence = Recurrence(start: day(row.int64(at: 6)), every: Int(row.int64(at: 7)), unit),
            let prices = prices(of: row.text(at: 10))
        else { throw SQLiteError(code: .corrupt, message: "A subscription cannot be read.") }
        var subscription = Subscription(
            id: row.text(at: 0), owner: row.text(at: 1), service: row.text(at: 2),
            title: SubscriptionsSignal.Title(ru: row.text(at: 3), en: row.text(at: 4)), color: row.optionalText(at: 5),
            recurrence: recurrence, floor: day(row.int64(at: 9)), prices: prices,
            createdAt: Instant(microseconds: row.int64(at: 19)))
        subscription.description = row.optionalText(at: 11)
        subscription.category = row.optionalText(at: 12)
        subscription.reminders = row.text(at: 13).split(separator: ",").compactMap { Int($0) }
        subscription.cancelDays = row.optionalInt64(at: 14).map { Int($0) }
        subscription.payFrom = row.optionalText(at: 15)
        subscription.trialUntil = row.optionalInt64(at: 16).map(day)
        subscription.ends = row.optionalInt64(at: 17).map(day)
        subscription.isPaused = row.int64(at: 18) == 1
        if let remindedDay = row.optionalInt64(at: 20), let offset = row.optionalInt64(at: 21) {
            subscription.reminded = Subscription.Reminded(day: day(remindedDay), offset: Int(offset))
        }
        subscription.cancelTold = row.optionalInt64(at: 22).map(day)
        subscription.dueAt = row.optionalInt64(at: 23).map { Instant(microseconds: $0) }
        subscription.remindAt = row.optionalInt64(at: 24).map { Instant(microseconds: $0) }
        subscription.revision = Int(row.int64(at: 25))
        return subscription
    }

    static func day(_ number: Int64) -> CalendarDay { CalendarDay(daysSince1970: Int(number)) }
    static func number(_ day: CalendarDay?) -> Int64? { day.map { Int64($0.daysSince1970) } }

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

/// A payment as a row has it.
struct PaymentRow {
    static let columns: StaticString = """
        SELECT subscription, day, id, owner, title_ru, title_en, amount_minor, currency, status, method, paid_day, account,
            category, transfer, failures, reason, retry_us, next_try_day, refused_after, renewed_from_day
        FROM payments
        """

    static let insert: StaticString = """
        INSERT OR REPLACE INTO payments (subscription, day, id, owner, title_ru, title_en, amount_minor, currency, status,
            method, paid_day, account, category, transfer, failures, reason, retry_us, next_try_day, refused_after,
            renewed_from_day)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
        """

    static func bind(_ payment: Payment, to statement: borrowing Statement) {
        statement.bind(payment.subscription, at: 1)
        statement.bind(payment.day.daysSince1970, at: 2)
        statement.bind(payment.id, at: 3)
        statement.bind(payment.owner, at: 4)
        statement.bind(payment.title.ru, at: 5)
        statement.bind(payment.title.en, at: 6)
        statement.bind(payment.amount.minorUnits, at: 7)
        statement.bind(payment.amount.currency.code, at: 8)
        statement.bind(payment.status.rawValue, at: 9)
        statement.bind(payment.method?.rawValue, at: 10)
        statement.bind(SubscriptionRow.number(payment.paidOn), at: 11)
        statement.bind(payment.account, at: 12)
        statement.bind(payment.category, at: 13)
        statement.bind(payment.transfer, at: 14)
        statement.bind(payment.failures, at: 15)
        statement.bind(payment.reason, at: 16)
        statement.bind(payment.retryAt?.microseconds, at: 17)
        statement.bind(SubscriptionRow.number(payment.nextTry), at: 18)
        statement.bind(payment.refusedAfter, at: 19)
        statement.bind(SubscriptionRow.number(payment.renewedFrom), at: 20)
    }

    static func read(_ row: borrowing Row) throws(SQLiteError) -> Payment {
        guard let currency = Currency(code: row.text(at: 7)),
            let status = SubscriptionsSignal.PaymentStatus(rawValue: row.text(at: 8))
        else { throw SQLiteError(code: .corrupt, message: "A payment cannot be read.") }
        var payment = Payment(
            id: row.text(at: 2), subscription: row.text(at: 0), owner: row.text(at: 3),
            title: SubscriptionsSignal.Title(ru: row.text(at: 4), en: row.text(at: 5)),
            day: SubscriptionRow.day(row.int64(at: 1)), amount: Money(minorUnits: row.int64(at: 6), currency: currency),
            status: status)
        payment.method = row.optionalText(at: 9).flatMap { SubscriptionsSignal.PaymentMethod(rawValue: $0) }
        payment.paidOn = row.optionalInt64(at: 10).map(SubscriptionRow.day)
        payment.account = row.optionalText(at: 11)
        payment.category = row.optionalText(at: 12)
        payment.transfer = row.optionalText(at: 13)
        payment.failures = Int(row.int64(at: 14))
        payment.reason = row.optionalText(at: 15)
        payment.retryAt = row.optionalInt64(at: 16).map { Instant(microseconds: $0) }
        payment.nextTry = row.optionalInt64(at: 17).map(SubscriptionRow.day)
        payment.refusedAfter = row.optionalInt64(at: 18)
        payment.renewedFrom = row.optionalInt64(at: 19).map(SubscriptionRow.day)
        return payment
    }
}
