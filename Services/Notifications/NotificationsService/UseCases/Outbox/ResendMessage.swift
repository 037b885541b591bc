import Coordination
import Signals

/// Retries a given-up message under its old id.
struct ResendMessage: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`,
    ///   `conflict`.
    func answer(
        _ signal: NotificationsSignal.Resend, context: SignalContext
    ) async throws -> NotificationsSignal.Delivery {
        let user = try context.caller.requireUser().userID
        // The language of the answer is not part of the request that takes effect once.
        let request = NotificationsSignal.Resend(id: signal.id)
        return try await dependencies.change(request, by: user, context) {
            [zones = dependencies.zones] transaction, now in
            guard signal.id.utf8.count <= 64, var delivery = try transaction.delivery(signal.id),
                delivery.userID == user
            else { throw Fault(.notFound, .noSuchMessage, field: "id") }
            guard delivery.state == .dead else {
                throw Fault(.conflict, .messageNotGivenUp, field: "id")
            }
            guard try transaction.channel(delivery.channelID)?.state == .on else {
                throw Fault(.conflict, .channelOfMessageOff, field: "id")
            }
            (delivery.state, delivery.dueAt, delivery.round) = (.waiting, now, 0)
            try transaction.save(delivery)
            let wording = zones.wording(try transaction.preferences(of: user), in: signal.language)
            return try NotificationsSignal.Delivery(delivery, in: wording, transaction)
        }
    }
}
