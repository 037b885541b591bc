/// Something that answers signals.
public protocol Receiver: AnyObject, Sendable {
    /// How this receiver answers signals of type `S`; nil for signals it does not know.
    ///
    /// There is no default: a receiver that knows nothing says so.
    func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>?
}

/// Answers one type of signal. It begins where its caller is: a hop for each step would cost a request more than the step.
public typealias SignalHandler<S: Signal> =
    nonisolated(nonsending) @Sendable (S, SignalContext) async throws -> S.Answer

/// The signals that a receiver knows, by type.
public struct SignalHandlers: Sendable {
    private var entries: [ObjectIdentifier: any AnyEntry] = [:]

    /// Knows nothing yet.
    public init() {}

    /// Answers signals of type `S` with `handler`.
    /// - Precondition: Nothing answers `S` yet.
    public mutating func answer<S: Signal>(_ type: S.Type, with handler: @escaping SignalHandler<S>) {
        let isNew = entries.updateValue(Entry<S>(handler), forKey: ObjectIdentifier(type)) == nil
        precondition(isNew, "\(S.method) is answered twice by one receiver.")
    }

    /// What answers signals of type `S`.
    public subscript<S: Signal>(type: S.Type) -> SignalHandler<S>? {
        (entries[ObjectIdentifier(type)] as? Entry<S>)?.handler
    }

    private protocol AnyEntry: AnyObject, Sendable {}

    private final class Entry<S: Signal>: AnyEntry {
        let handler: SignalHandler<S>
        init(_ handler: @escaping SignalHandler<S>) { self.handler = handler }
    }
}

/// A receiver that owns one kind of work; nothing else knows how it does it. The apps called it a microservice.
///
/// It is shared, so that it is reached through isolated coordinators too.
public protocol ActionService: Coordinator {
    /// The signals it answers.
    var handlers: SignalHandlers { get }
}

extension ActionService {
    /// The handler in ``handlers``.
    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { handlers[type] }
}

/// The action service of a list of use cases: a leaf of the service's tree.
public final class UseCaseService: ActionService {
    /// Its place in the tree.
    public let node = CoordinatorNode(options: .shared)
    /// What it answers, in the order of the list.
    public let signals: [ServedSignal]
    /// The use cases by their signals.
    public let handlers: SignalHandlers

    /// A service that answers these signals.
    /// - Precondition: No signal is listed twice.
    public init(_ signals: [ServedSignal]) {
        self.signals = signals
        var handlers = SignalHandlers()
        for signal in signals { signal.register(&handlers) }
        self.handlers = handlers
    }
}
