/// Answers one signal: the rules, and nothing but the rules. No JSON, SQL, sockets, clock or randomness of its own.
///
/// The service's list of use cases (``ServedSignal``) is all that binds it to its signal.
public protocol UseCase: Sendable {
    /// The signal that it answers.
    associatedtype Request: Signal

    /// Does what the signal asks for.
    ///
    /// - Throws: ``Fault`` for what the rules refuse; any other error is a fault of ours.
    nonisolated(nonsending) func answer(_ signal: Request, context: SignalContext) async throws -> Request.Answer
}

/// One entry of the list of signals that a service answers.
///
/// ```swift
/// [.serve(PaySubscription(parts)), .serve(ListPayments(parts))]
/// ```
public struct ServedSignal: Sendable {
    /// The type of the signal, from which the listener makes its route.
    public let type: any Signal.Type
    let register: @Sendable (inout SignalHandlers) -> Void

    /// The signal that `useCase` answers.
    public static func serve<Served: UseCase>(_ useCase: Served) -> ServedSignal {
        ServedSignal(type: Served.Request.self) { handlers in
            handlers.answer(Served.Request.self) { try await useCase.answer($0, context: $1) }
        }
    }
}

/// A use case in the old form, which leaves what it found to a ``Presenter``; new ones are a ``UseCase``.
///
/// - Source: Dmitrii-Dmitrii/ios-bank and BytePace/iOS-Architecture-BP, where interactor, presenter and assembly part the
///   work of a screen in the same way.
public protocol Interactor: Sendable {
    /// What is asked.
    associatedtype Request: Sendable
    /// What came of it, in words of the model.
    associatedtype Response: Sendable

    /// Does the work.
    /// - Throws: ``Fault`` for what the rules refuse; anything else is a fault of ours.
    func execute(_ request: Request, context: SignalContext) async throws -> Response
}

/// Turns what came of a use case into the answer that the signal promises. Knows no rules.
public protocol Presenter: Sendable {
    /// What came of the use case, in words of the model.
    associatedtype Response
    /// What the signal promises.
    associatedtype Answer

    /// The answer for `response`.
    func present(_ response: Response) -> Answer
}

/// Builds a graph of objects: the only place that names concrete types together.
public protocol Assembly: Sendable {
    /// What is built.
    associatedtype Product

    /// Builds it.
    func assemble() async throws -> Product
}
