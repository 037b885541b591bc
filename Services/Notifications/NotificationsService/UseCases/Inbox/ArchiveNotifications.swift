import Coordination
import Signals

/// Archives notices.
struct ArchiveNotifications: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, as ``MarkAsRead``.
    func answer(
        _ signal: NotificationsSignal.Archive, context: SignalContext
    ) async throws -> NotificationsSignal.Changed {
        let user = try context.caller.requireUser().userID
        try InboxRules.check(signal.ids)
        return try await dependencies.change(signal, by: user, context) { transaction, now in
            try InboxRules.mark(signal.ids, .archive, of: user, at: now, in: transaction) { marks in
                (marks.archivedAt, marks.snoozedUntil) = (marks.archivedAt ?? now, nil)
            }
        }
    }
}
