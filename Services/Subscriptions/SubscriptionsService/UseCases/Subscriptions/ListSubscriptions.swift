import Coordination
import Domain
import Signals

/// Lists the subscriptions of a user, in the order of their next payments.
struct ListSubscriptions: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func answer(
        _ signal: SubscriptionsSignal.List, context: SignalContext
    ) async throws -> SubscriptionsSignal.SubscriptionList {
        let user = try context.caller.requireUser().userID
        let limit = try SubscriptionLimits.page(signal.limit)
        let after = try signal.cursor.map { text throws(Fault) in try Place(cursor: text) }
        let now = dependencies.timetable.clock.now()
        let (today, all) = try await dependencies.store.read { reading in
            let today = try dependencies.timetable.zone(of: user, in: reading).day(at: now)
            return (today, try Self.views(of: user, today: today, in: reading))
        }
        var places = all.map { (place: Place($0), view: $0) }
        if let status = signal.status { places.removeAll { $0.view.status != status } }
        if let category = signal.category { places.removeAll { $0.view.subscription.category != category } }
        places.sort { $0.place < $1.place }
        if let after { places.removeAll { $0.place <= after } }
        return SubscriptionsSignal.SubscriptionList(
            subscriptions: places.prefix(limit).map { SubscriptionsSignal.Subscription($0.view) }, today: today,
            nextCursor: places.count > limit ? places[limit - 1].place.cursor : nil)
    }

    private static func views(
        of user: String, today: CalendarDay, in reading: any SubscriptionsReading
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
                throw .invalidArgument("cursor", .notACursorBefore)
            }
            (self.day, id) = (day, String(parts[1]))
        }

        var cursor: String { "\(day).\(id)" }

        static func < (left: Place, right: Place) -> Bool { (left.day, left.id) < (right.day, right.id) }
    }
}
