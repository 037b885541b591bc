import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// What a change of subscriptions is made with.
package struct SubscriptionDesk: Sendable {
    let store: any SubscriptionsStore
    let timetable: Timetable
    let neighbours: any Neighbours
    /// Makes ids that nobody guesses.
    let makeID: @Sendable () -> String
    /// Told that there may be something to do.
    let ring: @Sendable () -> Void

    package init(
        store: any SubscriptionsStore, timetable: Timetable, neighbours: any Neighbours,
        makeID: @escaping @Sendable () -> String, ring: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.timetable = timetable
        self.neighbours = neighbours
        self.makeID = makeID
        self.ring = ring
    }

    /// A subscription of the user's.
    /// - Throws: ``Fault`` `notFound`, also for another's.
    static func own(_ id: String, of user: String, in reading: any SubscriptionReading) throws -> Subscription {
        guard let subscription = try reading.subscription(id), subscription.owner == user else {
            throw Fault(.notFound, "You have no subscription of this id.", field: "id")
        }
        return subscription
    }

    /// What is shown of a subscription.
    func view(_ id: String, of user: String, in reading: any SubscriptionReading) throws -> SubscriptionView {
        let subscription = try Self.own(id, of: user, in: reading)
        let today = try timetable.zone(of: user, in: reading).day(at: timetable.clock.now())
        let refused = try reading.openPayments(of: user).filter { $0.subscription == id && $0.status == .pastDue }
        return SubscriptionView(subscription: subscription, today: today, pastDue: refused.first)
    }

    /// The service that is meant; one of the user's own is kept when it is new.
    func service(
        _ choice: SubscriptionsSignal.ServiceChoice, of user: String, in books: any SubscriptionBooks
    ) throws -> SubscriptionsSignal.Service {
        let own = try books.ownServices(of: user)
        switch choice {
        case .known(let id):
            if let found = Catalogue.service(id) { return found }
            guard let found = own.first(where: { $0.id == id }) else {
                throw Fault(
                    .notFound, "There is no service of this id.", field: "service")
            }
            return found.shown
        case .own(let title, let color):
            try SubscriptionLimits.check(
                title, field: "service.title", limit: SubscriptionLimits.titleLength, mayBeEmpty: false)
            let color = try color.map { text throws(Fault) in
                try SubscriptionLimits.color(text, field: "service.color")
            }
            let before = own.first { $0.title == title }
            if let before, color == nil || before.color == color { return before.shown }
            guard before != nil || own.count < SubscriptionLimits.ownServicesPerUser else {
                throw Fault.tooMany("services of your own", SubscriptionLimits.ownServicesPerUser, field: "service")
            }
            let service = OwnService(id: before?.id ?? "own-\(makeID())", owner: user, title: title, color: color)
            try books.put(service)
            return service.shown
        }
    }
}

extension Fault {
    /// There are as many already as there may be.
    static func tooMany(_ what: String, _ limit: Int, field: String? = nil) -> Fault {
        Fault(
            .limitExceeded, "There may be at most \(limit) \(what); remove one first.", field: field,
            details: ["limit": .number(limit)])
    }
}

extension OwnService {
    /// As it is listed.
    var shown: SubscriptionsSignal.Service {
        SubscriptionsSignal.Service(
            id: id, title: SubscriptionsSignal.Title(ru: title, en: title), color: color, category: nil, own: true)
    }
}

/// A subscription on a day.
package struct SubscriptionView: Sendable {
    let subscription: Subscription
    let today: CalendarDay
    /// Its oldest payment that was refused and not made since.
    let pastDue: Payment?
    /// What became of the mandate that it is paid by, when the request asked for that.
    var mandate: SubscriptionsSignal.Mandate?

    var status: SubscriptionsSignal.Status {
        if subscription.isPaused { return .paused }
        if pastDue != nil { return .pastDue }
        guard subscription.next != nil else { return .ended }
        return subscription.isTrial(on: today) ? .trial : .active
    }

    /// The day that counts as the next payment: one that was refused before one to come.
    var nextDay: CalendarDay? { subscription.isPaused ? nil : pastDue?.day ?? subscription.next }
}

/// Adds a subscription.
struct AddInteractor: Interactor {
    struct Request: Sendable {
        let signal: SubscriptionsSignal.Add
        let keyed: KeyedRequest?
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `notFound`, `limitExceeded`; those of ``MandateDesk``.
    func execute(_ request: Request, context: SignalContext) async throws -> SubscriptionView {
        let user = try context.caller.requireUser().userID
        let signal = request.signal
        let recurrence = try SubscriptionRules.recurrence(from: signal.start, signal.every)
        try SubscriptionRules.check(signal)
        let reminders = try SubscriptionLimits.reminders(signal.remindDaysBefore ?? [])
        let now = desk.timetable.clock.now()
        let (zone, others) = try await desk.store.read { [desk] reading in
            (try desk.timetable.zone(of: user, in: reading), try reading.subscriptions(of: user))
        }
        let today = zone.day(at: now)
        var draft = Subscription(
            id: desk.makeID(), owner: user, service: "", title: SubscriptionsSignal.Title(ru: "", en: ""), color: nil,
            recurrence: recurrence, floor: max(today, signal.start),
            prices: [Price(from: signal.start, amount: signal.amount)], createdAt: now)
        draft.description = signal.description.flatMap { $0.isEmpty ? nil : $0 }
        draft.category = signal.category.flatMap { $0.isEmpty ? nil : $0 }
        draft.reminders = reminders
        draft.cancelDays = signal.cancelDaysBefore
        draft.payFrom = signal.payFrom
        draft.trialUntil = signal.trialUntil
        draft.ends = signal.ends
        var mandate: SubscriptionsSignal.Mandate?
        // Before the ledger is asked for anything: what is refused leaves no mandate behind, and what was added already needs
        // no more of one.
        if let account = signal.payFrom, try await isNew(request, of: user, context) {
            mandate = try await MandateDesk(neighbours: desk.neighbours).secure(
                account, for: others.filter { $0.payFrom == account } + [draft], today: today, zone, code: signal.code,
                context: context)
        }
        let finished = draft
        let id = try await desk.store.write(deadline: context.deadline, weight: 1) { [desk] books in
            try books.once(request.keyed) {
                try Self.checkCount(of: user, in: books)
                let service = try desk.service(signal.service, of: user, in: books)
                var subscription = finished
                (subscription.service, subscription.title) = (service.id, service.title)
                subscription.color = service.color
                Timetable.startReminding(&subscription, today: today)
                Timetable.set(&subscription, zone)
                try books.put(subscription)
                try books.tell(.changed(subscription, .added))
                _ = try desk.timetable.kept(user, in: books)
                try books.lookAt(user, at: now)
                return subscription.id
            }
        }
        desk.ring()
        var view = try await desk.store.read { [desk] in try desk.view(id, of: user, in: $0) }
        view.mandate = mandate
        return view
    }

    /// Whether the request is to be done and can be: not when its key says that it was done before.
    private func isNew(_ request: Request, of user: String, _ context: SignalContext) async throws -> Bool {
        struct NotDone: Error {}
        return try await desk.store.write(deadline: context.deadline, weight: 1) { [desk] books in
            do {
                _ = try books.once(request.keyed) { throw NotDone() }
                return false
            } catch is NotDone {
                _ = try desk.service(request.signal.service, of: user, in: books)
                try Self.checkCount(of: user, in: books)
                return true
            }
        }
    }

    static func checkCount(of user: String, adding count: Int = 1, in reading: any SubscriptionReading) throws {
        guard try reading.subscriptions(of: user).count + count <= SubscriptionLimits.subscriptionsPerUser else {
            throw Fault.tooMany("subscriptions", SubscriptionLimits.subscriptionsPerUser)
        }
    }
}

/// What every subscription keeps.
enum SubscriptionRules {
    /// - Throws: ``Fault`` `invalidArgument`.
    static func recurrence(
        from start: CalendarDay, _ every: SubscriptionsSignal.Every
    ) throws(Fault) -> Recurrence {
        guard let recurrence = Recurrence(start: start, every: every.count, every.unit) else {
            throw .invalidArgument(
                "every.count", "must be \(Recurrence.counts.lowerBound) to \(Recurrence.counts.upperBound)")
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
            throw .invalidArgument("cancelDaysBefore", "must be 0 to \(SubscriptionLimits.longestReminder)")
        }
    }

    static func checkEnd(_ ends: CalendarDay?, start: CalendarDay, trialUntil: CalendarDay?) throws(Fault) {
        guard let ends else { return }
        guard ends >= start else { throw .invalidArgument("ends", "must not be before the start, \(start)") }
        if let trialUntil, ends < trialUntil {
            throw .invalidArgument("ends", "must not be before the end of the trial, \(trialUntil)")
        }
    }
}
