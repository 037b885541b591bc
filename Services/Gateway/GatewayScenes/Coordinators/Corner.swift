import Coordination
import GatewaySession
import Signals

/// Counts unread notifications and watches all services, for the corner of every scene of a signed-in user.
@MainActor final class Corner {
    private var watching: [LiveUpdates.Subscription] = []
    private let transmitter: any Transmitter
    private let onUnread: (Int) -> Void

    /// Starts counting and watching.
    ///
    /// - Parameter onUnread: Called with the number of unread notifications.
    init(_ transmitter: any Transmitter, live: LiveUpdates, onUnread: @escaping (Int) -> Void) {
        self.transmitter = transmitter
        self.onUnread = onUnread
        // Subscribes to every service, so that any unreachable one is named.
        watching = [
            live.subscribe(to: House.services) {},
            live.subscribe(to: ["notifications"]) { [weak self] in self?.count() },
        ]
        count()
    }

    private func count() {
        Task { [weak self, transmitter] in
            let unread = try? await AppWork.$isItsOwn.withValue(true) {
                try await transmitter.send(
                    NotificationsSignal.List(unread: true, limit: 1), context: SignalContext(), within: .seconds(10)
                ).unread
            }
            if let unread { self?.onUnread(unread) }
        }
    }
}
