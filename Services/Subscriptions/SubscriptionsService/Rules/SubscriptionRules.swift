import Coordination
import Domain
import Reasons
import Signals

/// The rules that hold for every subscription.
enum SubscriptionRules {
    /// - Throws: ``Fault`` `invalidArgument`.
    static func recurrence(
        from start: CalendarDay, _ every: SubscriptionsSignal.Every
    ) throws(Fault) -> Recurrence {
        guard let recurrence = Recurrence(start: start, every: every.count, every.unit) else {
            throw .invalidArgument(
                "every.count", .mustBeBetween,
                [
                    "least": .number(Recurrence.counts.lowerBound), "most": .number(Recurrence.counts.upperBound),
                ])
        }
        return recurrence
    }

    /// - Throws: ``Fault`` `invalidArgument`.
    static func check(_ signal: SubscriptionsSignal.Add) throws(Fault) {
        try SubscriptionLimits.check(signal.amount)
        try SubscriptionLimits.check(
            signal.description ?? "", field: "description", limit: SubscriptionLimits.noteLength)
        try SubscriptionLimits.check(signal.category ?? "", field: "category", limit: SubscriptionLimits.titleLength)
        if let days = signal.cancelDaysBefore { try checkCancelDays(days) }
        try checkEnd(signal.ends, start: signal.start, trialUntil: signal.trialUntil)
    }

    static func checkCancelDays(_ days: Int) throws(Fault) {
        guard (0...SubscriptionLimits.longestReminder).contains(days) else {
            throw .invalidArgument(
                "cancelDaysBefore", .mustBeBetween,
                ["least": 0, "most": .number(SubscriptionLimits.longestReminder)])
        }
    }

    static func checkEnd(_ ends: CalendarDay?, start: CalendarDay, trialUntil: CalendarDay?) throws(Fault) {
        guard let ends else { return }
        func fault(_ other: ReasonDetail, _ day: CalendarDay) -> Fault {
            .invalidArgument("ends", .mustNotBeBeforeDay, ["other": other, "day": "\(day)"])
        }
        guard ends >= start else { throw fault("start", start) }
        if let trialUntil, ends < trialUntil { throw fault("trialUntil", trialUntil) }
    }

    /// - Returns: The colour in its normal form.
    /// - Throws: ``Fault`` `invalidArgument`.
    static func checkOwnService(_ title: String, _ color: String?) throws(Fault) -> String? {
        try SubscriptionLimits.check(
            title, field: "service.title", limit: SubscriptionLimits.titleLength, mayBeEmpty: false)
        guard let color else { return nil }
        return try SubscriptionLimits.color(color, field: "service.color")
    }

    /// - Throws: ``Fault`` `limitExceeded` when the user has reached the limit.
    static func checkCount(of user: String, adding count: Int = 1, in reading: any SubscriptionsReading) throws {
        guard try reading.subscriptions(of: user).count + count <= SubscriptionLimits.subscriptionsPerUser else {
            throw Fault.tooMany(.tooManySubscriptions, SubscriptionLimits.subscriptionsPerUser)
        }
    }
}

extension Subscription {
    /// Creates the subscription that a request asks for, without storing it.
    ///
    /// - Throws: ``Fault`` `invalidArgument`.
    init(
        _ signal: SubscriptionsSignal.Add, id: String, owner: String, of service: SubscriptionsSignal.Service? = nil,
        today: CalendarDay, at now: Instant
    ) throws(Fault) {
        self.init(
            id: id, owner: owner, service: service?.id ?? "",
            title: service?.title ?? SubscriptionsSignal.Title(ru: "", en: ""), color: service?.color,
            recurrence: try SubscriptionRules.recurrence(from: signal.start, signal.every),
            floor: max(today, signal.start), prices: [Price(from: signal.start, amount: signal.amount)], createdAt: now)
        description = signal.description.flatMap { $0.isEmpty ? nil : $0 }
        category = signal.category.flatMap { $0.isEmpty ? nil : $0 }
        reminders = try SubscriptionLimits.reminders(signal.remindDaysBefore ?? [])
        cancelDays = signal.cancelDaysBefore
        payFrom = signal.payFrom
        trialUntil = signal.trialUntil
        ends = signal.ends
    }
}

extension Fault {
    /// Returns the fault of a reached limit.
    static func tooMany(_ reason: Reason, _ limit: Int, field: String? = nil) -> Fault {
        Fault(.limitExceeded, reason, ["limit": .number(limit)], field: field)
    }
}
