import Coordination
import Domain
import Reasons
import Signals

/// Changes a subscription.
struct UpdateSubscription: RepeatableUseCase {
    let dependencies: SubscriptionDependencies

    var answers: any ModelStore { dependencies.store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `notFound`; those of ``PaymentMandates``.
    func answer(
        _ signal: SubscriptionsSignal.Update, context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionAnswer {
        let user = try context.caller.requireUser().userID
        let (before, others, zone) = try await dependencies.store.read { reading in
            (
                try reading.own(signal.id, of: user), try reading.subscriptions(of: user),
                try dependencies.timetable.zone(of: user, in: reading)
            )
        }
        let today = zone.day(at: dependencies.timetable.clock.now())
        let after = try changed(before, by: signal, today: today)
        var mandate: SubscriptionsSignal.Mandate?
        if let account = after.payFrom, Self.mayCostMore(signal) {
            mandate = try await PaymentMandates(neighbours: dependencies.neighbours).secure(
                account, for: others.filter { $0.payFrom == account && $0.id != after.id } + [after], today: today,
                zone, code: signal.code, context: context)
        }
        let granted = mandate
        return try await dependencies.change(signal, by: user, context) { transaction, _ in
            let current = try transaction.own(signal.id, of: user)
            var subscription = try changed(current, by: signal, today: today)
            if let choice = signal.service {
                let service = try dependencies.service(choice, of: user, in: transaction)
                (subscription.service, subscription.title) = (service.id, service.title)
                subscription.color = service.color
            }
            if subscription.next != current.next || subscription.reminders != current.reminders {
                Timetable.startReminding(&subscription, today: today)
            }
            subscription.revision += 1
            Timetable.set(&subscription, zone)
            try transaction.put(subscription)
            try transaction.tell(.changed(subscription, .updated))
            if signal.amount != nil {
                try Self.tellPrice(from: current, to: subscription, signal, today, in: transaction)
            }
            return try dependencies.answer(about: signal.id, of: user, mandate: granted, in: transaction)
        }
    }

    /// True when the paying account may be charged more than before.
    private static func mayCostMore(_ signal: SubscriptionsSignal.Update) -> Bool {
        signal.payFrom != nil || signal.amount != nil || signal.start != nil || signal.every != nil
            || signal.trialUntil != nil || signal.ends != nil
    }

    /// Publishes a changed price. A subscription that was never due has no old price, and one that has ended has no new
    /// price.
    private static func tellPrice(
        from current: Subscription, to subscription: Subscription, _ signal: SubscriptionsSignal.Update,
        _ today: CalendarDay, in transaction: any SubscriptionsTransaction
    ) throws {
        let (day, isFirst) = newPrice(signal, of: current, after: subscription, today: today)
        // The price just before the day, as it was before this change.
        let (old, new) = (current.price(on: day), subscription.price(on: day))
        guard old != new, !isFirst, subscription.due(notBefore: day) != nil else { return }
        try transaction.tell(
            .priceChanged(
                SubscriptionsEvent.PriceChanged(
                    userId: subscription.owner, id: subscription.id, title: subscription.title, old: old, new: new,
                    day: day)))
    }

    /// Returns the day from which a new price holds, and whether it is the first price to be charged. A first price
    /// replaces one that was never charged. Without a given day the price holds from the first open day.
    private static func newPrice(
        _ signal: SubscriptionsSignal.Update, of before: Subscription, after: Subscription, today: CalendarDay
    ) -> (from: CalendarDay, isFirst: Bool) {
        let first = after.firstPayment
        guard before.isYetToBegin(on: today) else { return (signal.amountFrom ?? max(today, before.floor), false) }
        let day = signal.amountFrom ?? first
        return (day, day <= first)
    }

    private func changed(
        _ before: Subscription, by signal: SubscriptionsSignal.Update, today: CalendarDay
    ) throws(Fault) -> Subscription {
        var subscription = before
        if signal.start != nil || signal.every != nil {
            let every =
                signal.every
                ?? SubscriptionsSignal.Every(count: before.recurrence.count, unit: before.recurrence.unit)
            let recurrence = try SubscriptionRules.recurrence(from: signal.start ?? before.recurrence.start, every)
            if before.isYetToBegin(on: today) {
                subscription.move(to: recurrence, today: today)
            } else {
                subscription.recurrence = recurrence
                // The past stays as it is: with another rhythm only days from today on can become due.
                subscription.floor = max(before.floor, today)
            }
        }
        if let amount = signal.amount {
            try SubscriptionLimits.check(amount)
        } else if signal.amountFrom != nil {
            throw .invalidArgument("amountFrom", .goesWith, ["other": "amount"])
        }
        if let text = signal.description {
            try SubscriptionLimits.check(text, field: "description", limit: SubscriptionLimits.noteLength)
            subscription.description = text.isEmpty ? nil : text
        }
        if let text = signal.category {
            try SubscriptionLimits.check(text, field: "category", limit: SubscriptionLimits.titleLength)
            subscription.category = text.isEmpty ? nil : text
        }
        if let days = signal.remindDaysBefore { subscription.reminders = try SubscriptionLimits.reminders(days) }
        if let days = signal.cancelDaysBefore {
            if days != -1 { try SubscriptionRules.checkCancelDays(days) }
            subscription.cancelDays = days == -1 ? nil : days
            subscription.cancelTold = nil
        }
        if let account = signal.payFrom { subscription.payFrom = account.isEmpty ? nil : account }
        if let text = signal.trialUntil { subscription.trialUntil = try day(text, field: "trialUntil") }
        if let text = signal.ends { subscription.ends = try day(text, field: "ends") }
        try SubscriptionRules.checkEnd(
            subscription.ends, start: subscription.recurrence.start, trialUntil: subscription.trialUntil)
        // A later end of a trial, or of the subscription, does not make past days due.
        if signal.trialUntil != nil || signal.ends != nil, let next = subscription.next, next < today,
            next != before.next
        {
            subscription.floor = today
        }
        if let amount = signal.amount {
            let (day, isFirst) = Self.newPrice(signal, of: before, after: subscription, today: today)
            subscription.prices =
                isFirst
                ? subscription.prices(beginningWith: amount)
                : try prices(subscription.prices, with: Price(from: day, amount: amount))
        }
        return subscription
    }

    private func prices(_ before: [Price], with price: Price) throws(Fault) -> [Price] {
        var prices = before.filter { $0.from != price.from }
        prices.append(price)
        prices.sort { $0.from < $1.from }
        guard prices.count <= SubscriptionLimits.pricesPerSubscription else {
            throw .tooMany(.tooManyPrices, SubscriptionLimits.pricesPerSubscription, field: "amount")
        }
        return prices
    }

    private func day(_ text: String, field: String) throws(Fault) -> CalendarDay? {
        if text.isEmpty { return nil }
        guard let day = CalendarDay(text) else { throw .invalidArgument(field, .notADay) }
        return day
    }
}
