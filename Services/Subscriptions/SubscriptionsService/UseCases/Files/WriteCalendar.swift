import Coordination
import Domain
import Signals

/// Exports the days of subscriptions as a calendar.
struct WriteCalendar: UseCase {
    /// The number of payments, newest first, among which skipped ones are searched.
    private static let looked = 5_000

    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.CalendarFile, context: SignalContext
    ) async throws -> SubscriptionsSignal.FileAnswer {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.read { reading in
            let found =
                try signal.id.map { [try reading.own($0, of: user)] }
                ?? reading.subscriptions(of: user).filter { !$0.isPaused }
            let payments = try reading.payments(of: user, subscription: signal.id, after: nil, limit: Self.looked)
            let skipped = Dictionary(grouping: payments.filter { $0.status == .skipped }, by: \.subscription)
            let entries = found.map { subscription in
                CalendarFile.Entry(
                    subscription: subscription,
                    skipped: (skipped[subscription.id] ?? []).map(\.day).filter(subscription.occurs))
            }
            return SubscriptionsSignal.FileAnswer(mediaType: "text/calendar", content: CalendarFile.write(entries))
        }
    }
}
