import Coordination
import Domain

/// The branch of the tree that leads to another process. It answers every signal of one service by sending it there.
public final class LinkCoordinator: Coordinator {
    /// Shared, so it is reached through isolated coordinators, too.
    public let node = CoordinatorNode(options: .shared)
    private let link: ServiceLink
    private let methods: Set<SignalMethod>?

    /// Creates the branch for `link`.
    ///
    /// - Parameter methods: The methods that go this way; all of the service when nil.
    public init(_ link: ServiceLink, only methods: Set<SignalMethod>? = nil) {
        self.link = link
        self.methods = methods
    }

    /// Returns a handler that sends over the link, for signals whose method names its service. The context's deadline
    /// is the time limit.
    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? {
        guard methods?.contains(S.method) ?? S.method.belongs(to: link.service) else { return nil }
        return { [link] signal, context in
            let limit = context.deadline.map { $0 - WallClock.system.now() }
            // Nothing is sent, so it is not counted as a silence of the service.
            if let limit, limit <= .zero { throw Fault.deadlineExceeded(S.method) }
            return try await link.send(signal, context: context, within: limit)
        }
    }
}
