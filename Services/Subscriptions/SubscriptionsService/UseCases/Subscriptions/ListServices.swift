import Coordination
import Signals

/// Lists the services of the catalogue and the user's own.
struct ListServices: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func answer(
        _ signal: SubscriptionsSignal.Services, context: SignalContext
    ) async throws -> SubscriptionsSignal.ServiceList {
        let user = try context.caller.requireUser().userID
        if let text = signal.text {
            try SubscriptionLimits.check(text, field: "text", limit: SubscriptionLimits.titleLength)
        }
        let all = try await dependencies.store.read { try $0.ownServices(of: user).map(\.shown) } + Catalogue.services
        guard let wanted = signal.text?.lowercased(), !wanted.isEmpty else {
            return SubscriptionsSignal.ServiceList(services: all)
        }
        return SubscriptionsSignal.ServiceList(
            services: all.filter { service in
                [service.id, service.title.ru, service.title.en].contains { $0.lowercased().contains(wanted) }
            })
    }
}
