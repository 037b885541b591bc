/// A coordinator that answers nothing and passes everything on: the root of a tree, or the place where signals from
/// outside come in.
public final class RelayCoordinator: Coordinator {
    /// Its place in the tree.
    public let node: CoordinatorNode

    /// A relay with the given reach.
    public init(options: CoordinatorOptions = []) { node = CoordinatorNode(options: options) }

    /// Nothing, for any signal.
    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { nil }
}
