import Coordination
import Signals

/// Exports all subscriptions as a file that can be imported.
struct ExportSubscriptions: UseCase {
    let dependencies: SubscriptionDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: SubscriptionsSignal.Export, context: SignalContext
    ) async throws -> SubscriptionsSignal.FileAnswer {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.read { reading in
            SubscriptionsSignal.FileAnswer(
                mediaType: SubscriptionFile.mediaType(signal.format),
                content: try SubscriptionFile.write(try reading.subscriptions(of: user), signal.format))
        }
    }
}
