import Coordination
import Hosting
import Identity
import Storage
import Transport

/// A client of another service, for an assembly that does not send into the tree yet.
public struct HouseLink: Sendable {
    /// The service at the other end.
    public let service: HouseService
    private let tree: any Transmitter

    init(to service: HouseService, by tree: any Transmitter) {
        self.service = service
        self.tree = tree
    }

    /// Sends a signal as this service.
    public func send<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration
    ) async throws -> S.Answer {
        try await tree.send(signal, context: context, within: limit)
    }
}

extension ServiceHost {
    /// Returns a client of another service.
    public func link(to other: HouseService) -> HouseLink { HouseLink(to: other, by: tree(reaching: other)) }

    /// Returns a reader of the events of another service.
    public func follow(
        _ link: HouseLink, cursor: @escaping @Sendable () async throws -> Int64,
        handle: @escaping @Sendable ([Event]) async throws -> Void
    ) -> EventSubscriber {
        follow(link.service, cursor: cursor, handle: handle)
    }

    /// Returns the members of the process.
    public func members(
        over store: Store, links: [HouseLink], members: [any ProcessMember], listener: ListenerMember
    ) -> [any ProcessMember] {
        self.members(over: store, members: members, listener: listener)
    }
}
