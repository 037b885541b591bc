/// A node of the tree: it passes signals on, answers the signals it knows, and owns the flows it started.
///
/// The tree does no I/O. A branch may lead to another process: its coordinator answers the signals of a service by
/// sending them over a link. The other coordinators cannot tell the difference.
///
/// - Source: DobbyWanKenoby/SwiftCoordinatorsKit, Protocols (coordinator, transmitter, receiver), with three
///   corrections: the parent is held weakly, children are finished from a copy, and an unknown signal is a fault.
public protocol Coordinator: Receiver, Transmitter {
    /// The place of this coordinator in the tree. Each coordinator creates its own node, once.
    var node: CoordinatorNode { get }

    /// Starts the coordinator. Called once, after it was put into the tree.
    func start()
}

extension Coordinator {
    /// Does nothing.
    public func start() {}

    /// Puts `child` below this coordinator and starts it. The coordinator holds the child until the child finishes.
    ///
    /// - Parameter completion: Called once, after the child has finished and left the tree.
    /// - Precondition: `child` has no parent, and is neither this coordinator nor one of its ancestors.
    public func startFlow(_ child: any Coordinator, completion: (@Sendable () -> Void)? = nil) {
        var ancestor: (any Coordinator)? = self
        while let coordinator = ancestor {
            precondition(coordinator !== child, "A coordinator cannot be put below itself.")
            ancestor = coordinator.node.parent
        }
        child.node.attach(to: self, completion: completion)
        node.add(child)
        child.start()
    }

    /// Finishes this coordinator's flow: its children first, newest to oldest, then its own completion. A second call
    /// does nothing.
    public func finishFlow() {
        for child in node.children.reversed() { child.finishFlow() }
        guard let (parent, completion) = node.detach() else { return }
        parent?.node.remove(self)
        completion?()
    }
}

/// How far signals spread from a coordinator and to it.
public struct CoordinatorOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The coordinator is reached through an isolated parent, too.
    public static let shared = CoordinatorOptions(rawValue: 1)
    /// The coordinator passes signals to its parent and to shared children only.
    public static let isolated = CoordinatorOptions(rawValue: 2)
}
