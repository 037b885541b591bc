import Synchronization

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
