import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Finds regular charges in the user's history, which is asked by the user's own session.
struct SuggestionDesk: Sendable {
    /// How far back to look, and at how many charges.
    private static let (days, most) = (731, 10_000)

    struct Found: Sendable {
        let suggestions: [(suggestion: Suggestion, like: String?)]
        let looked: Int
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `unavailable`.
    func find(_ context: SignalContext) async throws -> Found {
        let user = try context.caller.requireUser().userID
        guard let session = context.session else { throw Fault.unauthenticated("This needs a session: sign in first.") }
        let now = desk.timetable.clock.now()
        let (zone, known, dismissed, subscriptions) = try await desk.store.read { [desk] reading in
            (
                try desk.timetable.zone(of: user, in: reading), try reading.transfers(of: user),
                try reading.dismissals(of: user), try reading.subscriptions(of: user)
            )
        }
        let since = zone.start(of: zone.day(at: now).adding(days: -Self.days))
        let transactions = try await desk.neighbours.charges(since: since, limit: Self.most, session: session)
        let charges = transactions.filter {
            $0.type == .expense && !known.contains($0.id) && $0.reverses == nil && $0.reversedBy == nil
        }.map {
            Charge(
                transfer: $0.id, account: $0.account, text: $0.description, amount: $0.amount,
                day: zone.day(at: $0.date))
        }
        let found = Suggestion.find(among: charges).filter { !dismissed.contains($0.id) }
        return Found(
            suggestions: found.map { suggestion in
                (suggestion, subscriptions.first { Self.isLike($0, suggestion) }?.id)
            }.sorted { Self.yearly($0.0) > Self.yearly($1.0) }, looked: charges.count)
    }

    /// Finds one again by its id.
    func find(_ id: String, _ context: SignalContext) async throws -> Suggestion {
        guard let found = try await find(context).suggestions.first(where: { $0.suggestion.id == id }) else {
            throw Fault(.notFound, "Nothing of this id is suggested.", field: "suggestion")
        }
        return found.suggestion
    }

    private static func yearly(_ suggestion: Suggestion) -> Int64 {
        YearlyCost(of: suggestion.last.amount.minorUnits, every: suggestion.recurrence).year
    }

    private static func isLike(_ subscription: Subscription, _ suggestion: Suggestion) -> Bool {
        if let service = suggestion.service { return subscription.service == service.id }
        let text = Catalogue.plain(suggestion.last.text)
        return [subscription.title.en, subscription.title.ru].contains { text.contains(Catalogue.plain($0)) }
    }
}

/// Makes a subscription of a suggestion, adds it to one there is, or has it suggested never again.
struct AnswerSuggestionInteractor: Interactor {
    enum Request: Sendable {
        case accept(String, SubscriptionsSignal.ServiceChoice?, KeyedRequest?)
        case merge(String, into: String, KeyedRequest?)
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `conflict`, `notFound`,
    ///   `limitExceeded`, `unavailable`.
    func execute(_ request: Request, context: SignalContext) async throws -> SubscriptionView {
        let user = try context.caller.requireUser().userID
        let now = desk.timetable.clock.now()
        let (name, keyed) =
            switch request {
            case .accept(let name, _, let keyed), .merge(let name, _, let keyed): (name, keyed)
            }
        // What a key has done already is not found again: its charges are payments since.
        let found: Result<Suggestion, Fault>
        do {
            found = .success(try await SuggestionDesk(desk: desk).find(name, context))
        } catch let fault as Fault {
            found = .failure(fault)
        }
        let id = try await desk.store.write(deadline: context.deadline, weight: 8) { [desk] books in
            try books.once(keyed) {
                let suggestion = try found.get()
                let zone = try desk.timetable.zone(of: user, in: books)
                let subscription: Subscription
                switch request {
                case .accept(_, let choice, _):
                    subscription = try make(suggestion, choice, of: user, zone, at: now, in: books)
                case .merge(_, let id, _):
                    subscription = try SubscriptionDesk.own(id, of: user, in: books)
                    try books.tell(.changed(subscription, .merged))
                }
                for charge in suggestion.charges { try Self.record(charge, subscription, in: books) }
                try books.lookAt(user, at: now)
                return subscription.id
            }
        }
        desk.ring()
        return try await desk.store.read { [desk] in try desk.view(id, of: user, in: $0) }
    }

    private func make(
        _ suggestion: Suggestion, _ choice: SubscriptionsSignal.ServiceChoice?, of user: String, _ zone: TimeZone,
        at now: Instant, in books: any SubscriptionBooks
    ) throws -> Subscription {
        try AddInteractor.checkCount(of: user, in: books)
        let title = PlainText.clean(String(suggestion.last.text.prefix(SubscriptionLimits.titleLength)))
        let service = try desk.service(
            choice ?? suggestion.service.map { .known($0.id) } ?? .own(title: title, color: nil), of: user, in: books)
        let today = zone.day(at: now)
        var subscription = Subscription(
            id: desk.makeID(), owner: user, service: service.id, title: service.title, color: service.color,
            recurrence: suggestion.recurrence, floor: max(today, suggestion.next ?? today),
            prices: [Price(from: suggestion.recurrence.start, amount: suggestion.last.amount)], createdAt: now)
        Timetable.startReminding(&subscription, today: today)
        Timetable.set(&subscription, zone)
        try books.put(subscription)
        try books.tell(.changed(subscription, .added))
        _ = try desk.timetable.kept(user, in: books)
        return subscription
    }

    /// A charge of the past as a payment, unless its day has one.
    private static func record(
        _ charge: Charge, _ subscription: Subscription, in books: any SubscriptionBooks
    ) throws {
        guard try books.payment(of: subscription.id, on: charge.day) == nil else { return }
        var payment = Payment.of(subscription, on: charge.day, .paid)
        payment.amount = charge.amount
        payment.method = .byHand
        payment.paidOn = charge.day
        payment.account = charge.account
        payment.transfer = charge.transfer
        try books.put(payment)
    }
}

/// Has something suggested never again.
struct DismissInteractor: Interactor {
    struct Request: Sendable {
        let suggestion: String
        let keyed: KeyedRequest?
    }

    let store: any SubscriptionsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`.
    func execute(_ request: Request, context: SignalContext) async throws -> String {
        let user = try context.caller.requireUser().userID
        try SubscriptionLimits.check(
            request.suggestion, field: "suggestion", limit: SubscriptionLimits.titleLength, mayBeEmpty: false)
        return try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.once(request.keyed) {
                guard try books.dismissals(of: user).count < SubscriptionLimits.dismissalsPerUser else {
                    throw Fault.tooMany("dismissed suggestions", SubscriptionLimits.dismissalsPerUser)
                }
                try books.dismiss(request.suggestion, by: user)
                return request.suggestion
            }
        }
    }
}
