/// A coordinator that answers no signal and passes every signal on: the root of a tree, or the point at which signals
/// from outside enter it.
public final class RelayCoordinator: Coordinator {
    public let node: CoordinatorNode

    /// Creates a relay with `options`.
    public init(options: CoordinatorOptions = []) { node = CoordinatorNode(options: options) }

    /// Returns nil for every signal.
    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { nil }
}
