/// A node of the tree: it passes signals on, answers those it knows, and owns the flows it started.
///
/// The tree knows no I/O. A branch may lead to another process: its coordinator answers the signals of a service by
/// sending them over a link, and nobody else in the tree can tell.
///
/// - Source: DobbyWanKenoby/SwiftCoordinatorsKit, Protocols (coordinator, transmitter, receiver), with its faults mended:
///   the parent is held weakly, children are finished from a copy, and a signal that nobody knows is a fault.
public protocol Coordinator: Receiver, Transmitter {
    /// The place of this coordinator in the tree. Each coordinator makes its own, once.
    var node: CoordinatorNode { get }

    /// Called once, when the coordinator has been put into the tree.
    func start()

    /// May rewrite a signal that passes, after the closure set by ``CoordinatorNode/setEditor(_:)`` has had its turn.
    func edit<S: Signal>(_ signal: S) -> S
}

extension Coordinator {
    /// Nothing to do at the start.
    public func start() {}

    /// The signal passes unchanged.
    public func edit<S: Signal>(_ signal: S) -> S { signal }

    /// Puts `child` below this coordinator and starts it. The child is held until it finishes.
    ///
    /// - Parameter completion: Called once, when the child has finished and has left the tree.
    /// - Precondition: `child` has no parent and is not this coordinator or one above it: the tree stays a tree.
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

    /// Ends this coordinator's flow: its children first, the youngest first of all, then its own completion.
    /// Finishing twice does nothing the second time.
    public func finishFlow() {
        for child in node.children.reversed() { child.finishFlow() }
        guard let (parent, completion) = node.detach() else { return }
        parent?.node.remove(self)
        completion?()
    }
}

/// How far signals spread from and to a coordinator.
public struct CoordinatorOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Options by their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reached also through a parent that is isolated.
    public static let shared = CoordinatorOptions(rawValue: 1)
    /// Passes signals to its parent and to shared children only.
    public static let isolated = CoordinatorOptions(rawValue: 2)
}
