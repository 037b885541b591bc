import Coordination
import Domain
import Signals

/// Puts notifications out of sight until a moment.
struct SnoozeNotifications: UseCase {
    private static let longest = Duration.seconds(366 * 86_400)

    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, as ``MarkAsRead``.
    func answer(
        _ signal: NotificationsSignal.Snooze, context: SignalContext
    ) async throws -> NotificationsSignal.Changed {
        let user = try context.caller.requireUser().userID
        try InboxRules.check(signal.ids)
        return try await dependencies.change(signal, by: user, context) { transaction, now in
            // Not before: a request that comes again after that moment is answered as it was.
            guard signal.until > now, signal.until - now <= Self.longest else {
                throw Fault.invalidArgument("until", .mustBeWithinAYear)
            }
            return try InboxRules.mark(signal.ids, .snooze, of: user, at: now, in: transaction) { marks in
                (marks.archivedAt, marks.snoozedUntil) = (nil, signal.until)
            }
        }
    }
}
