import Coordination
import Domain
import Signals

/// Lists payments, newest first.
struct ListPayments: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Payments, context: SignalContext
    ) async throws -> SubscriptionsSignal.PaymentList {
        let user = try context.caller.requireUser().userID
        let limit = try SubscriptionLimits.page(signal.limit)
        let place = try signal.cursor.map { text throws(Fault) in try PaymentPlace(cursor: text) }
        let found = try await dependencies.store.read { reading in
            let found = try reading.payments(of: user, subscription: signal.id, after: place, limit: limit + 1)
            // Payments that were kept outlive their subscription.
            if let id = signal.id, found.isEmpty, place == nil { _ = try reading.own(id, of: user) }
            return found
        }
        return SubscriptionsSignal.PaymentList(
            payments: found.prefix(limit).map(SubscriptionsSignal.Payment.init),
            nextCursor: found.count > limit
                ? PaymentPlace(day: found[limit - 1].day, id: found[limit - 1].id).cursor : nil)
    }
}

extension PaymentPlace {
    /// - Throws: ``Fault`` `invalidArgument` of `cursor`.
    init(cursor: String) throws(Fault) {
        let parts = cursor.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let day = CalendarDay(parts[0]) else {
            throw .invalidArgument("cursor", .notACursorBefore)
        }
        self.init(day: day, id: String(parts[1]))
    }

    var cursor: String { "\(day).\(id)" }
}
