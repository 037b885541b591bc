import Coordination
import Domain
import Signals

/// Looks at the outbox as a whole, for the one who runs the house: counts and times, nothing of anybody's.
struct OutboxLook: Sendable {
    let store: any NotificationsStore
    let mail: any MailChecking
    let clock: WallClock

    /// - Parameter checksMail: Whether to ask the server of mail.
    func look(checksMail: Bool) async throws -> NotificationsSignal.OutboxState {
        let now = clock.now()
        let loads = try await store.read { try $0.outboxLoads(at: now) }
        return NotificationsSignal.OutboxState(
            channels: loads.sorted { $0.kind.rawValue < $1.kind.rawValue },
            mail: checksMail ? await mail.check() : mail.standing)
    }
}

/// Knows the server of mail.
package protocol MailChecking: Sendable {
    /// What is known without asking it.
    var standing: NotificationsSignal.MailState { get }
    /// Asks it whether it would take mail, without sending any.
    func check() async -> NotificationsSignal.MailState
}
