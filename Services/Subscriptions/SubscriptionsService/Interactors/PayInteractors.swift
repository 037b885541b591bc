import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Whom a request about a payment is for.
enum PayingFor {
    /// The user who asks; or, when a service asks because the user's button was pressed, the one it names.
    ///
    /// A service proves itself by its own key, so a user cannot pass for one, and a user names nobody else.
    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`.
    static func user(_ named: String?, _ caller: Caller) throws(Fault) -> String {
        if caller.isService {
            guard let named else {
                throw .invalidArgument("user", "must be given: a service has no subscriptions")
            }
            return named
        }
        let own = try caller.requireUser().userID
        guard named == nil || named == own else {
            throw Fault(.permissionDenied, "Only services act for somebody else.", field: "user")
        }
        return own
    }
}

/// A payment, and its subscription after it.
struct PaidView: Sendable {
    let payment: Payment
    let view: SubscriptionView
}

/// Records that a payment was made, or leaves one out. No money moves.
struct PayInteractor: Interactor {
    enum Change: Sendable {
        case pay(paidOn: CalendarDay?, amount: Money?, renews: Bool)
        case skip
    }

    struct Request: Sendable {
        let id: String
        let day: CalendarDay?
        let change: Change
        /// Whether another one to come is meant, where one is settled already.
        var isAhead = false
        let user: String
        let keyed: KeyedRequest?
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `invalidArgument`, `conflict`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> PaidView {
        let now = desk.timetable.clock.now()
        if case .pay(_, let amount?, _) = request.change { try SubscriptionLimits.check(amount) }
        let day = try await desk.store.write(deadline: context.deadline, weight: 1) { [desk] books in
            try books.once(request.keyed) {
                let subscription = try SubscriptionDesk.own(request.id, of: request.user, in: books)
                let zone = try desk.timetable.zone(of: request.user, in: books)
                return try "\(change(subscription, by: request, zone: zone, today: zone.day(at: now), in: books))"
            }
        }
        desk.ring()
        return try await desk.store.read { [desk] reading in
            let view = try desk.view(request.id, of: request.user, in: reading)
            guard let day = CalendarDay(day), let payment = try reading.payment(of: request.id, on: day) else {
                throw Fault(.notFound, "The payment is not there any more.", field: "id")
            }
            return PaidView(payment: payment, view: view)
        }
    }

    private func change(
        _ before: Subscription, by request: Request, zone: TimeZone, today: CalendarDay, in books: any SubscriptionBooks
    ) throws -> CalendarDay {
        let day = try meant(before, request.day, in: books)
        if request.day == nil, !request.isAhead { try checkFirst(day, of: before, request.change, today, in: books) }
        let known = try books.payment(of: before.id, on: day)
        var payment = known ?? Payment.of(before, on: day, .skipped)
        if known?.status == .pending {
            throw Fault(
                .conflict, "The ledger is being asked for this payment just now; try again in a moment.", field: "id")
        }
        switch request.change {
        case .pay(let paidOn, let amount, let renews):
            let paidOn = paidOn ?? today
            guard paidOn <= today else { throw Fault.invalidArgument("paidOn", "must not be after today, \(today)") }
            if known?.status == .paid { return day }
            payment.status = .paid
            payment.method = .byHand
            payment.paidOn = paidOn
            (payment.amount, payment.account) = (amount ?? payment.amount, nil)
            (payment.retryAt, payment.nextTry) = (nil, nil)
            payment.renewedFrom = renews ? before.recurrence.start : nil
            try books.put(payment)
            try books.tell(.paid(payment))
            try move(before, past: day, renewedOn: renews ? paidOn : nil, zone, in: books)
        case .skip:
            if known?.status == .paid { throw Fault(.conflict, "This payment was made already.", field: "id") }
            if known?.status == .skipped { return day }
            payment.status = .skipped
            (payment.retryAt, payment.nextTry) = (nil, nil)
            try books.put(payment)
            try books.tell(.changed(before, .skipped))
            try move(before, past: day, renewedOn: nil, zone, in: books)
        }
        try books.lookAt(request.user, at: desk.timetable.clock.now())
        return day
    }

    /// The day that is meant: the oldest that was refused, or else the next.
    private func meant(
        _ subscription: Subscription, _ day: CalendarDay?, in books: any SubscriptionBooks
    ) throws -> CalendarDay {
        if let day {
            guard try subscription.occurs(on: day) || books.payment(of: subscription.id, on: day) != nil else {
                throw Fault.invalidArgument("date", "must be a day on which this subscription is due")
            }
            return day
        }
        let open = try books.openPayments(of: subscription.owner).first { $0.subscription == subscription.id }
        guard let day = open?.day ?? subscription.next else {
            throw Fault.invalidArgument("id", "must be of a subscription that goes on: nothing of this one is due")
        }
        return day
    }

    /// Whoever says it twice does not mean two: one to come is settled without a word, and no second.
    private func checkFirst(
        _ day: CalendarDay, of subscription: Subscription, _ change: Change, _ today: CalendarDay,
        in books: any SubscriptionBooks
    ) throws {
        guard day > today else { return }
        let status: SubscriptionsSignal.PaymentStatus = if case .skip = change { .skipped } else { .paid }
        let settled = try books.payments(of: subscription.owner, subscription: subscription.id, after: nil, limit: 12)
            .first { $0.status == status && $0.day < day && ($0.day >= today || $0.paidOn == today) }
        guard let settled else { return }
        let details: [String: FaultDetail] = ["settled": .text("\(settled.day)"), "next": .text("\(day)")]
        throw status == .paid
            ? Fault(
                .conflict, "The payment of \(settled.day) is made already; that of \(day) would be paid ahead.",
                field: "ahead", details: details)
            : Fault(
                .conflict, "The payment of \(settled.day) is left out already; that of \(day) would be as well.",
                field: "ahead", details: details)
    }

    private func move(
        _ before: Subscription, past day: CalendarDay, renewedOn renewed: CalendarDay?, _ zone: TimeZone,
        in books: any SubscriptionBooks
    ) throws {
        var subscription = before
        if let renewed,
            let recurrence = Recurrence(start: renewed, every: before.recurrence.count, before.recurrence.unit)
        {
            subscription.recurrence = recurrence
            subscription.floor = renewed.adding(days: 1)
        } else if day == before.next {
            subscription.floor = day.adding(days: 1)
        } else {
            // One of the past was settled, or one further ahead, which is passed over when its day comes.
            return
        }
        subscription.revision += 1
        Timetable.set(&subscription, zone)
        try books.put(subscription)
        if subscription.next == nil { try books.tell(.changed(subscription, .ended)) }
    }
}

/// Lets a subscription rest, or go on.
struct PauseInteractor: Interactor {
    struct Request: Sendable {
        let id: String
        let pauses: Bool
        let keyed: KeyedRequest?
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> SubscriptionView {
        let user = try context.caller.requireUser().userID
        let now = desk.timetable.clock.now()
        let id = try await desk.store.write(deadline: context.deadline, weight: 1) { [desk] books in
            try books.once(request.keyed) {
                var subscription = try SubscriptionDesk.own(request.id, of: user, in: books)
                guard subscription.isPaused != request.pauses else { return request.id }
                let zone = try desk.timetable.zone(of: user, in: books)
                subscription.isPaused = request.pauses
                subscription.revision += 1
                if !request.pauses {
                    subscription.floor = max(subscription.floor, zone.day(at: now))
                    Timetable.startReminding(&subscription, today: zone.day(at: now))
                }
                Timetable.set(&subscription, zone)
                try books.put(subscription)
                try books.tell(.changed(subscription, request.pauses ? .paused : .resumed))
                for var payment in try books.openPayments(of: user)
                where payment.subscription == request.id && payment.status == .pastDue {
                    payment.retryAt = request.pauses ? nil : now
                    payment.nextTry = request.pauses ? nil : zone.day(at: now)
                    try books.put(payment)
                }
                try books.lookAt(user, at: now)
                return request.id
            }
        }
        desk.ring()
        return try await desk.store.read { [desk] in try desk.view(id, of: user, in: $0) }
    }
}

/// Removes a subscription, with its payments or without.
struct RemoveInteractor: Interactor {
    struct Request: Sendable {
        let id: String
        let removesPayments: Bool
        let keyed: KeyedRequest?
    }

    struct Response: Sendable {
        let kept: Int
        let removed: Int
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let now = desk.timetable.clock.now()
        let counts = try await desk.store.write(deadline: context.deadline, weight: 4) { books in
            try books.once(request.keyed) {
                let subscription = try SubscriptionDesk.own(request.id, of: user, in: books)
                let open = try books.openPayments(of: user).filter { $0.subscription == request.id }
                if request.removesPayments, open.contains(where: { $0.status == .pending }) {
                    throw Fault(
                        .conflict, "The ledger is being asked for a payment just now; try again in a moment.",
                        field: "removePayments")
                }
                try books.remove(subscription)
                try books.tell(.changed(subscription, .removed))
                try books.lookAt(user, at: now)
                if request.removesPayments { return "0 \(try books.removePayments(of: request.id))" }
                // What was refused is not tried again: nobody wants it any more.
                for var payment in open where payment.status == .pastDue {
                    payment.status = .skipped
                    (payment.retryAt, payment.nextTry) = (nil, nil)
                    try books.put(payment)
                }
                let kept = try books.payments(of: user, subscription: request.id, after: nil, limit: .max / 2)
                return "\(kept.count) 0"
            }
        }.split(separator: " ").compactMap { Int($0) }
        return Response(kept: counts.first ?? 0, removed: counts.last ?? 0)
    }
}
