import Coordination
import Signals

/// Lists the caller's channels.
struct ListChannels: UseCase {
    let dependencies: NotificationDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: NotificationsSignal.Channels, context: SignalContext
    ) async throws -> NotificationsSignal.ChannelList {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.read { try NotificationsSignal.ChannelList(of: user, in: $0) }
    }
}
