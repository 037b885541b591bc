import Coordination
import Identity

/// A process that runs several services: the root of the tree in which they reach each other without sockets.
public struct SharedHouse: Sendable {
    /// The services of the process.
    public let services: Set<HouseService>
    /// The root, below which each service hangs its branch.
    public let root = RelayCoordinator()

    /// Creates the process of `services`.
    public init(of services: Set<HouseService>) { self.services = services }
}
