import Coordination
import Domain
import Signals

/// The dependencies of the use cases of subscriptions.
package struct SubscriptionDependencies: Sendable {
    let store: any SubscriptionsStore
    let timetable: Timetable
    let neighbours: Neighbours
    /// Creates an unguessable id.
    let makeID: @Sendable () -> String
    /// Wakes the jobs, because there may be something to do.
    let wake: @Sendable () -> Void

    package init(
        store: any SubscriptionsStore, timetable: Timetable, neighbours: Neighbours,
        makeID: @escaping @Sendable () -> String, wake: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.timetable = timetable
        self.neighbours = neighbours
        self.makeID = makeID
        self.wake = wake
    }

    /// Changes data of a user, once per idempotency key of the user, and wakes the jobs.
    ///
    /// - Parameter change: Makes the change and returns the whole answer, in one transaction.
    func change<S: Signal>(
        _ signal: S, by user: String, _ context: SignalContext, weight: Int = 1,
        _ change: @escaping @Sendable (any SubscriptionsTransaction, Instant) throws -> S.Answer
    ) async throws -> S.Answer {
        let now = timetable.clock.now()
        let answer = try await store.once(signal, by: user, context: context, weight: weight) { transaction in
            let answer = try change(transaction, now)
            try transaction.lookAt(user, at: now)
            return answer
        }
        wake()
        return answer
    }

    /// Returns a subscription as its owner sees it today.
    func view(
        _ id: String, of user: String, in reading: any SubscriptionsReading
    ) throws -> SubscriptionView {
        let subscription = try reading.own(id, of: user)
        let today = try timetable.zone(of: user, in: reading).day(at: timetable.clock.now())
        let refused = try reading.openPayments(of: user).filter { $0.subscription == id && $0.status == .pastDue }
        return SubscriptionView(subscription: subscription, today: today, pastDue: refused.first)
    }

    /// Returns the chosen service. A new service of the user's own is stored.
    func service(
        _ choice: SubscriptionsSignal.ServiceChoice, of user: String, in transaction: any SubscriptionsTransaction
    ) throws -> SubscriptionsSignal.Service {
        let own = try transaction.ownServices(of: user)
        switch choice {
        case .known(let id):
            if let found = Catalogue.service(id) { return found }
            guard let found = own.first(where: { $0.id == id }) else {
                throw Fault(.notFound, .noSubscribedService, field: "service")
            }
            return found.shown
        case .own(let title, let color):
            let color = try SubscriptionRules.checkOwnService(title, color)
            let before = own.first { $0.title == title }
            if let before, color == nil || before.color == color { return before.shown }
            guard before != nil || own.count < SubscriptionLimits.ownServicesPerUser else {
                throw Fault.tooMany(.tooManyOwnServices, SubscriptionLimits.ownServicesPerUser, field: "service")
            }
            let service = OwnService(id: before?.id ?? "own-\(makeID())", owner: user, title: title, color: color)
            try transaction.put(service)
            return service.shown
        }
    }
}

extension SubscriptionsReading {
    /// Returns a subscription of the user.
    /// - Throws: ``Fault`` `notFound`, also for a subscription of another user.
    func own(_ id: String, of user: String) throws -> Subscription {
        guard let subscription = try subscription(id), subscription.owner == user else {
            throw Fault(.notFound, .noSubscription, field: "id")
        }
        return subscription
    }
}

extension OwnService {
    /// The service as it appears in lists.
    var shown: SubscriptionsSignal.Service {
        SubscriptionsSignal.Service(
            id: id, title: SubscriptionsSignal.Title(ru: title, en: title), color: color, category: nil, own: true)
    }
}

/// The state of a subscription on a day.
package struct SubscriptionView: Sendable {
    let subscription: Subscription
    let today: CalendarDay
    /// The oldest payment that was refused and is still unpaid.
    let pastDue: Payment?

    var status: SubscriptionsSignal.Status {
        if subscription.isPaused { return .paused }
        if pastDue != nil { return .pastDue }
        guard subscription.next != nil else { return .ended }
        return subscription.isTrial(on: today) ? .trial : .active
    }

    /// The day that counts as the next payment: a refused payment goes before a future one.
    var nextDay: CalendarDay? { subscription.isPaused ? nil : pastDue?.day ?? subscription.next }
}
