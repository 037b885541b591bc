import Coordination
import Domain
import Signals

/// Shows the outbox as a whole to the operator: counts and times, no data of users.
struct InspectOutbox: UseCase {
    let dependencies: NotificationDependencies

    func answer(
        _ signal: NotificationsSignal.Outbox, context: SignalContext
    ) async throws -> NotificationsSignal.OutboxState {
        let (now, mail) = (dependencies.clock.now(), dependencies.mail)
        let loads = try await dependencies.store.read { try $0.outboxLoads(at: now) }
        return NotificationsSignal.OutboxState(
            channels: loads.sorted { $0.kind.rawValue < $1.kind.rawValue },
            mail: signal.checkMail ?? false ? await mail.check() : mail.standing)
    }
}
