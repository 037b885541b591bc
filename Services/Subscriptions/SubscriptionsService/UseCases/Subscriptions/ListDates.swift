import Coordination
import Domain
import Reasons
import Signals

/// Lists the days of a subscription.
struct ListDates: UseCase {
    private static let most = 1_000

    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `notFound`.
    func answer(
        _ signal: SubscriptionsSignal.Dates, context: SignalContext
    ) async throws -> SubscriptionsSignal.DateList {
        let user = try context.caller.requireUser().userID
        let count = signal.count ?? 12
        guard (1...Self.most).contains(count) else {
            throw Fault.invalidArgument("count", .mustBeBetween, ["least": 1, "most": .number(Self.most)])
        }
        let subscription = try await dependencies.store.read { try $0.own(signal.id, of: user) }
        let first = signal.from.map { subscription.recurrence.firstIndex(notBefore: $0) } ?? 0
        guard let first else { return SubscriptionsSignal.DateList(dates: []) }
        return SubscriptionsSignal.DateList(
            dates: (first..<first + count).compactMap { subscription.recurrence.occurrence($0) })
    }
}
