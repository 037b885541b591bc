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

/// The handlers of a receiver, by signal type.
public struct SignalHandlers: Sendable {
    private var entries: [ObjectIdentifier: any AnyEntry] = [:]

    /// Creates an empty table.
    public init() {}

    /// Registers `handler` for signals of type `S`.
    /// - Precondition: `S` has no handler yet.
    public mutating func answer<S: Signal>(_ type: S.Type, with handler: @escaping SignalHandler<S>) {
        let isNew = entries.updateValue(Entry<S>(handler), forKey: ObjectIdentifier(type)) == nil
        precondition(isNew, "\(S.method) is answered twice by one receiver.")
    }

    /// Returns the handler for signals of type `S`.
    public subscript<S: Signal>(type: S.Type) -> SignalHandler<S>? {
        (entries[ObjectIdentifier(type)] as? Entry<S>)?.handler
    }

    private protocol AnyEntry: AnyObject, Sendable {}

    private final class Entry<S: Signal>: AnyEntry {
        let handler: SignalHandler<S>
        init(_ handler: @escaping SignalHandler<S>) { self.handler = handler }
    }
}

/// A receiver that owns one kind of work and hides how it does that work. The apps called it a microservice.
///
/// It is shared, so it is reached through isolated coordinators, too.
public protocol ActionService: Coordinator {
    /// The handlers of the signals it answers.
    var handlers: SignalHandlers { get }
}

extension ActionService {
    public func handler<S: Signal>(for type: S.Type) -> SignalHandler<S>? { handlers[type] }
}

/// An action service made from a list of use cases: a leaf of the service's tree.
public final class UseCaseService: ActionService {
    public let node = CoordinatorNode(options: .shared)
    /// The answered signals, in the order of the list.
    public let signals: [ServedSignal]
    public let handlers: SignalHandlers

    /// Creates an action service that answers `signals`.
    /// - Precondition: No signal is listed twice.
    public init(_ signals: [ServedSignal]) {
        self.signals = signals
        var handlers = SignalHandlers()
        for signal in signals { signal.register(&handlers) }
        self.handlers = handlers
    }
}
