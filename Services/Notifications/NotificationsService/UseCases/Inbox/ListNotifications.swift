import Coordination
import Domain
import Signals

/// Lists an inbox page by page, newest first.
struct ListNotifications: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func answer(
        _ signal: NotificationsSignal.List, context: SignalContext
    ) async throws -> NotificationsSignal.Inbox {
        let user = try context.caller.requireUser().userID
        let page = try PageRequest(limit: signal.limit, cursor: signal.cursor)
        var filter = InboxFilter(now: dependencies.clock.now())
        filter.isUnreadOnly = signal.unread ?? false
        filter.isArchived = signal.archived ?? false
        filter.kinds = signal.category.map { category in
            NotificationsSignal.Kind.allCases.filter { $0.category == category }
        }
        filter.before = page.before
        filter.limit = page.limit + 1
        let (found, unread, preferences) = try await dependencies.store.read { [filter] reading in
            (
                try reading.notices(of: user, filter), try reading.unread(of: user, at: filter.now),
                try reading.preferences(of: user)
            )
        }
        let wording = dependencies.zones.wording(preferences, in: signal.language)
        return NotificationsSignal.Inbox(
            notifications: found.prefix(page.limit).map { NotificationsSignal.Notification($0.notice, in: wording) },
            unread: unread, nextCursor: found.count > page.limit ? String(found[page.limit - 1].number) : nil)
    }
}
