import Coordination

/// The branch of the tree that leads to a service in the same process. It answers every signal of the service by way of
/// the service's listener, which checks it as it checks a request from a socket.
///
/// The service's own tree hangs below. What it sends to other services passes here on the way up. Nothing gets down
/// past the listener: the branch is isolated, and the service's tree is not shared.
public final class ServiceCoordinator: Coordinator {
    public let node = CoordinatorNode(options: .isolated)
    private let listener: Listener

    init(_ listener: Listener) { self.listener = listener }

    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        guard S.method.belongs(to: listener.service.name) else { return nil }
        return { [listener] signal, context in try await listener.answer(signal, context) }
    }
}
