import Coordination
import Domain
import Signals

/// Snoozes notices until a moment.
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
            // Checked only now: a request repeated after that moment gets its stored answer.
            guard signal.until > now, signal.until - now <= Self.longest else {
                throw Fault.invalidArgument("until", .mustBeWithinAYear)
            }
            return try InboxRules.mark(signal.ids, .snooze, of: user, at: now, in: transaction) { marks in
                (marks.archivedAt, marks.snoozedUntil) = (nil, signal.until)
            }
        }
    }
}
