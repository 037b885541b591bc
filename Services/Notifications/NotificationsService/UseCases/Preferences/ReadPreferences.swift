import Coordination
import Signals

/// Reads the preferences of the caller.
struct ReadPreferences: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: NotificationsSignal.GetPreferences, context: SignalContext
    ) async throws -> NotificationsSignal.Preferences {
        let user = try context.caller.requireUser().userID
        return NotificationsSignal.Preferences(try await dependencies.store.read { try $0.preferences(of: user) })
    }
}
