import Coordination

/// The branch of the tree that leads to another process. It answers every signal of one service by sending it there.
public final class LinkCoordinator: Coordinator {
    /// Shared, so it is reached through isolated coordinators, too.
    public let node = CoordinatorNode(options: .shared)
    private let link: ServiceLink

    /// Creates the branch for `link`.
    public init(_ link: ServiceLink) { self.link = link }

    /// Returns a handler that sends over the link, for signals whose method names its service.
    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        guard S.method.service == link.service else { return nil }
        return { [link] signal, context in try await link.send(signal, context: context) }
    }
}
