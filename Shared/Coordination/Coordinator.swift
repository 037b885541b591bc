import Synchronization

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

/// The links of one coordinator: one parent, held weakly, and any number of children, held strongly.
///
/// Thread-safe. Signals walk over copies of the links, so the tree may change during a walk.
public final class CoordinatorNode: Sendable {
    /// How far signals spread from this coordinator and to it.
    public let options: CoordinatorOptions
    /// Edits the context of a signal that passes this coordinator: of a signal that arrives, not of one sent from here.
    let editor: Editor?
    private let links = Mutex(Links())

    /// Returns the context in which a signal of `method` is received and passed on; nil leaves it as it is.
    public typealias Editor = @Sendable (_ context: SignalContext, _ method: SignalMethod) -> SignalContext?

    private struct Links {
        weak var parent: (any Coordinator)?
        var isAttached = false
        var children: [any Coordinator] = []
        var completion: (@Sendable () -> Void)?
    }

    /// Creates a node without links.
    public init(options: CoordinatorOptions = [], editor: Editor? = nil) {
        self.options = options
        self.editor = editor
    }

    /// The parent coordinator; nil at the root.
    public var parent: (any Coordinator)? { links.withLock { $0.parent } }

    /// The child coordinators, oldest first.
    public var children: [any Coordinator] { links.withLock { $0.children } }

    /// The coordinators that a signal at this node visits next.
    var neighbours: [any Coordinator] {
        links.withLock { links in
            var reached = links.children
            if options.contains(.isolated) { reached.removeAll { !$0.node.options.contains(.shared) } }
            if let parent = links.parent { reached.append(parent) }
            return reached
        }
    }

    func attach(to parent: any Coordinator, completion: (@Sendable () -> Void)?) {
        links.withLock { links in
            precondition(
                !links.isAttached, "A coordinator has one parent: finish its flow before starting it elsewhere.")
            links.parent = parent
            links.isAttached = true
            links.completion = completion
        }
    }

    func add(_ child: any Coordinator) { links.withLock { $0.children.append(child) } }

    func remove(_ child: any Coordinator) { links.withLock { $0.children.removeAll { $0 === child } } }

    func detach() -> (parent: (any Coordinator)?, completion: (@Sendable () -> Void)?)? {
        links.withLock { links in
            guard links.isAttached else { return nil }
            defer { (links.parent, links.completion, links.isAttached) = (nil, nil, false) }
            return (links.parent, links.completion)
        }
    }
}

/// A coordinator that answers no signal and passes every signal on: the root of a tree, or the point at which signals
/// from outside enter it.
public final class RelayCoordinator: Coordinator {
    public let node: CoordinatorNode

    /// Creates a relay.
    ///
    /// - Parameter editor: Edits the contexts of passing signals; nil leaves them as they are.
    public init(options: CoordinatorOptions = [], editor: CoordinatorNode.Editor? = nil) {
        node = CoordinatorNode(options: options, editor: editor)
    }

    /// Returns nil for every signal.
    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { nil }
}

/// Something that answers signals.
public protocol Receiver: AnyObject, Sendable {
    /// Returns the handler for signals of type `S`; nil for signals that this receiver does not know.
    ///
    /// There is no default implementation: a receiver that knows no signal returns nil explicitly.
    func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>?
}

/// Answers one type of signal. It runs in the caller's isolation: a hop per step would cost a request more than the
/// step itself.
public typealias SignalHandler<S: Signal> =
    nonisolated(nonsending) @Sendable (S, SignalContext) async throws -> S.Answer
