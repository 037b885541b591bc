import Coordination
import Signals

/// Shows a notice with its messages in the channels.
struct ShowNotification: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func answer(
        _ signal: NotificationsSignal.Show, context: SignalContext
    ) async throws -> NotificationsSignal.Shown {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.read { [zones = dependencies.zones] reading in
            let notice = try reading.ownNotice(signal.id, of: user)
            let wording = zones.wording(try reading.preferences(of: user), in: signal.language)
            return NotificationsSignal.Shown(
                notification: NotificationsSignal.Notification(notice, in: wording),
                deliveries: try reading.deliveries(with: signal.id).map {
                    try NotificationsSignal.Delivery($0, in: wording, reading)
                })
        }
    }
}
