/// The rules that answer one signal. A use case has no JSON, SQL, sockets, clock or randomness of its own.
///
/// Only the service's list of use cases (``ServedSignal``) binds it to its signal.
/// - Source: Dmitrii-Dmitrii/ios-bank and BytePace/iOS-Architecture-BP, where an interactor has the rules of a screen
///   and an assembly builds its parts.
public protocol UseCase: Sendable {
    /// The signal it answers.
    associatedtype Request: Signal

    /// Answers the signal.
    ///
    /// - Throws: ``Fault`` when the rules refuse the signal. Any other error is an internal error.
    nonisolated(nonsending) func answer(_ signal: Request, context: SignalContext) async throws -> Request.Answer

    /// Returns the stored answer to the same signal with the same idempotency key; nil for a new key.
    ///
    /// It is asked first, so that its faults come before those of ``answer(_:context:)``.
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`; `conflict` for a key that was used with another
    ///   request.
    nonisolated(nonsending) func answerBefore(
        _ signal: Request, context: SignalContext
    ) async throws -> Request.Answer?
}

/// A use case that looks at what is stored, or calls other services, before the transaction that stores its answer.
///
/// Repeated, it would call them again, or refuse what it has changed itself. For all others their transaction is
/// enough, ``ModelStore/once(_:by:context:weight:_:)``.
public protocol RepeatableUseCase: UseCase {
    /// Where its answers are stored.
    var answers: any ModelStore { get }
}

extension RepeatableUseCase {
    /// Looks where its answers are stored.
    public nonisolated(nonsending) func answerBefore(
        _ signal: Request, context: SignalContext
    ) async throws -> Request.Answer? { try await answers.answerBefore(to: signal, context: context) }
}

extension UseCase {
    /// Finds none: its transaction looks for the key.
    public nonisolated(nonsending) func answerBefore(
        _ signal: Request, context: SignalContext
    ) async throws -> Request.Answer? { nil }

    /// Answers the signal, or again as it was answered before.
    nonisolated(nonsending) func answerOnce(_ signal: Request, context: SignalContext) async throws -> Request.Answer {
        guard context.idempotencyKey != nil else { return try await answer(signal, context: context) }
        if let before = try await answerBefore(signal, context: context) { return before }
        do {
            return try await answer(signal, context: context)
        } catch {
            // The first attempt may have been at work beside this one, and may have changed what this one found.
            if let before = try await answerBefore(signal, context: context) { return before }
            throw error
        }
    }
}

/// An entry of the list of signals that a service answers, made from a use case.
public protocol UseCaseEntry: Sendable {
    /// Returns the entry for the signal that `useCase` answers.
    static func serve<Served: UseCase>(_ useCase: Served) -> Self
}

/// One entry of the list of signals that a service answers.
///
/// ```swift
/// [.serve(PaySubscription(parts)), .serve(ListPayments(parts))]
/// ```
public struct ServedSignal: UseCaseEntry {
    /// The type of the signal. The listener makes its route from it.
    public let type: any Signal.Type
    let register: @Sendable (inout SignalHandlers) -> Void

    public static func serve<Served: UseCase>(_ useCase: Served) -> ServedSignal {
        ServedSignal(type: Served.Request.self) { handlers in
            handlers.answer(Served.Request.self) { try await useCase.answerOnce($0, context: $1) }
        }
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

/// Builds a graph of objects. It is the only place that names concrete types together.
public protocol Assembly: Sendable {
    /// The type of the result.
    associatedtype Product

    /// Builds the graph.
    func assemble() async throws -> Product
}
