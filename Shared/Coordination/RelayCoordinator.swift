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
