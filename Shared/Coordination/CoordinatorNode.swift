import Synchronization

/// The links of one coordinator: one parent, held weakly, and any number of children, held strongly.
///
/// Thread-safe. Signals walk over copies of the links, so the tree may change during a walk.
public final class CoordinatorNode: Sendable {
    /// How far signals spread from this coordinator and to it.
    public let options: CoordinatorOptions
    private let links = Mutex(Links())

    /// Rewrites a passing signal. It receives a signal of any type and must return one of the same type.
    public typealias Editor = @Sendable (any Signal) -> any Signal

    private struct Links {
        weak var parent: (any Coordinator)?
        var isAttached = false
        var children: [any Coordinator] = []
        var completion: (@Sendable () -> Void)?
        var editor: Editor?
    }

    /// Creates a node without links.
    public init(options: CoordinatorOptions = []) { self.options = options }

    /// The parent coordinator; nil at the root.
    public var parent: (any Coordinator)? { links.withLock { $0.parent } }

    /// The child coordinators, oldest first.
    public var children: [any Coordinator] { links.withLock { $0.children } }

    /// Sets the closure that may rewrite passing signals; nil removes it.
    public func setEditor(_ editor: Editor?) { links.withLock { $0.editor = editor } }

    /// The coordinators that a signal at this node visits next.
    var neighbours: [any Coordinator] {
        links.withLock { links in
            var reached = links.children
            if options.contains(.isolated) { reached.removeAll { !$0.node.options.contains(.shared) } }
            if let parent = links.parent { reached.append(parent) }
            return reached
        }
    }

    /// Returns the signal as rewritten by the closure, before the coordinator's own `edit`.
    func applyEditor<S: Signal>(to signal: S) -> S {
        guard let editor = links.withLock({ $0.editor }) else { return signal }
        guard let edited = editor(signal) as? S else {
            preconditionFailure("An editor must give back a signal of the type it got, \(S.self).")
        }
        return edited
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
