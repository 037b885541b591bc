import Coordination
import Signals

/// Lists given-up messages page by page, newest first.
struct ListFailedMessages: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func answer(
        _ signal: NotificationsSignal.Failed, context: SignalContext
    ) async throws -> NotificationsSignal.FailedList {
        let user = try context.caller.requireUser().userID
        let page = try PageRequest(limit: signal.limit, cursor: signal.cursor)
        return try await dependencies.store.read { [zones = dependencies.zones] reading in
            let found = try reading.dead(of: user, before: page.before, limit: page.limit + 1)
            let wording = zones.wording(try reading.preferences(of: user), in: signal.language)
            return NotificationsSignal.FailedList(
                failed: try found.prefix(page.limit).map {
                    try NotificationsSignal.Delivery($0.delivery, in: wording, reading)
                }, nextCursor: found.count > page.limit ? String(found[page.limit - 1].number) : nil)
        }
    }
}
