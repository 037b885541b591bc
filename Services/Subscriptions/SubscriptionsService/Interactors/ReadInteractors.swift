import Coordination
import Domain
import Signals

/// Lists the subscriptions of a user, the next payment first.
struct ListInteractor: Interactor {
    struct Response: Sendable {
        let views: [SubscriptionView]
        let today: CalendarDay
        let nextCursor: String?
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func execute(_ request: SubscriptionsSignal.List, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let limit = try SubscriptionLimits.page(request.limit)
        let after = try request.cursor.map { text throws(Fault) in try Place(cursor: text) }
        let now = desk.timetable.clock.now()
        let (today, all) = try await desk.store.read { [desk] reading in
            let today = try desk.timetable.zone(of: user, in: reading).day(at: now)
            return (today, try Self.views(of: user, today: today, in: reading))
        }
        var places = all.map { (place: Place($0), view: $0) }
        if let status = request.status { places.removeAll { $0.view.status != status } }
        if let category = request.category { places.removeAll { $0.view.subscription.category != category } }
        places.sort { $0.place < $1.place }
        if let after { places.removeAll { $0.place <= after } }
        return Response(
            views: places.prefix(limit).map(\.view), today: today,
            nextCursor: places.count > limit ? places[limit - 1].place.cursor : nil)
    }

    static func views(
        of user: String, today: CalendarDay, in reading: any SubscriptionReading
    ) throws -> [SubscriptionView] {
        var refused: [String: Payment] = [:]
        for payment in try reading.openPayments(of: user).reversed() where payment.status == .pastDue {
            refused[payment.subscription] = payment
        }
        return try reading.subscriptions(of: user).map {
            SubscriptionView(subscription: $0, today: today, pastDue: refused[$0.id])
        }
    }

    /// A place in the order of the list.
    private struct Place: Comparable {
        let day: Int
        let id: String

        init(_ view: SubscriptionView) {
            day = view.nextDay?.daysSince1970 ?? Recurrence.lastDay.daysSince1970 + (view.status == .ended ? 2 : 1)
            id = view.subscription.id
        }

        init(cursor: String) throws(Fault) {
            let parts = cursor.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let day = Int(parts[0]) else {
                throw .invalidArgument("cursor", "must be the cursor of the page before")
            }
            (self.day, id) = (day, String(parts[1]))
        }

        var cursor: String { "\(day).\(id)" }

        static func < (left: Place, right: Place) -> Bool { (left.day, left.id) < (right.day, right.id) }
    }
}

/// Shows one subscription.
struct ShowInteractor: Interactor {
    struct Response: Sendable {
        let view: SubscriptionView
        let payments: [Payment]
        let paid: Int
        let spent: [Money]
    }

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func execute(_ id: String, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        return try await desk.store.read { [desk] reading in
            let view = try desk.view(id, of: user, in: reading)
            let (count, sums) = try reading.paid(of: user, subscription: id, since: nil)
            return Response(
                view: view, payments: try reading.payments(of: user, subscription: id, after: nil, limit: 20),
                paid: count, spent: sums)
        }
    }
}

/// Lists the days of a subscription.
struct DatesInteractor: Interactor {
    static let most = 1_000

    let desk: SubscriptionDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`.
    func execute(_ request: SubscriptionsSignal.Dates, context: SignalContext) async throws -> [CalendarDay] {
        let user = try context.caller.requireUser().userID
        let count = request.count ?? 12
        guard (1...Self.most).contains(count) else { throw Fault.invalidArgument("count", "must be 1 to \(Self.most)") }
        let subscription = try await desk.store.read { try SubscriptionDesk.own(request.id, of: user, in: $0) }
        guard let from = request.from else {
            return (0..<count).compactMap { subscription.recurrence.occurrence($0) }
        }
        guard let first = subscription.recurrence.firstIndex(notBefore: from) else { return [] }
        return (first..<first + count).compactMap { subscription.recurrence.occurrence($0) }
    }
}

/// Lists payments, the newest first.
struct PaymentsInteractor: Interactor {
    struct Response: Sendable {
        let payments: [Payment]
        let nextCursor: String?
    }

    let store: any SubscriptionsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`.
    func execute(_ request: SubscriptionsSignal.Payments, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let limit = try SubscriptionLimits.page(request.limit)
        let place = try request.cursor.map { text throws(Fault) in try PaymentPlace(cursor: text) }
        let found = try await store.read { reading in
            let found = try reading.payments(
                of: user, subscription: request.id, after: place, limit: limit + 1)
            // Payments that were kept outlive their subscription.
            if let id = request.id, found.isEmpty, place == nil {
                _ = try SubscriptionDesk.own(id, of: user, in: reading)
            }
            return found
        }
        return Response(
            payments: Array(found.prefix(limit)),
            nextCursor: found.count > limit
                ? PaymentPlace(day: found[limit - 1].day, id: found[limit - 1].id).cursor : nil)
    }
}

extension PaymentPlace {
    /// - Throws: ``Fault`` `invalidArgument` of `cursor`.
    init(cursor: String) throws(Fault) {
        let parts = cursor.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let day = CalendarDay(parts[0]) else {
            throw .invalidArgument("cursor", "must be the cursor of the page before")
        }
        self.init(day: day, id: String(parts[1]))
    }

    var cursor: String { "\(day).\(id)" }
}
