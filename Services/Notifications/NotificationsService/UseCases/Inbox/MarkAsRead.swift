import Coordination
import Signals

/// Marks notices as read.
struct MarkAsRead: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `notFound`.
    func answer(
        _ signal: NotificationsSignal.Read, context: SignalContext
    ) async throws -> NotificationsSignal.Changed {
        let user = try context.caller.requireUser().userID
        try InboxRules.check(signal.ids)
        return try await dependencies.change(signal, by: user, context) { transaction, now in
            try InboxRules.mark(signal.ids, .read, of: user, at: now, in: transaction)
        }
    }
}
