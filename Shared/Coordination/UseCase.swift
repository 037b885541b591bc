/// The rules that answer one signal. A use case has no JSON, SQL, sockets, clock or randomness of its own.
///
/// Only the service's list of use cases (``ServedSignal``) binds it to its signal.
public protocol UseCase: Sendable {
    /// The signal it answers.
    associatedtype Request: Signal

    /// Answers the signal.
    ///
    /// - Throws: ``Fault`` when the rules refuse the signal. Any other error is an internal error.
    nonisolated(nonsending) func answer(_ signal: Request, context: SignalContext) async throws -> Request.Answer
}

/// One entry of the list of signals that a service answers.
///
/// ```swift
/// [.serve(PaySubscription(parts)), .serve(ListPayments(parts))]
/// ```
public struct ServedSignal: Sendable {
    /// The type of the signal. The listener makes its route from it.
    public let type: any Signal.Type
    let register: @Sendable (inout SignalHandlers) -> Void

    /// Returns the entry for the signal that `useCase` answers.
    public static func serve<Served: UseCase>(_ useCase: Served) -> ServedSignal {
        ServedSignal(type: Served.Request.self) { handlers in
            handlers.answer(Served.Request.self) { try await useCase.answer($0, context: $1) }
        }
    }
}

/// A use case in the old form, which leaves its result to a ``Presenter``. New ones are a ``UseCase``.
///
/// - Source: Dmitrii-Dmitrii/ios-bank and BytePace/iOS-Architecture-BP, which divide the work of a screen among
///   interactor, presenter and assembly in the same way.
public protocol Interactor: Sendable {
    /// The input.
    associatedtype Request: Sendable
    /// The result, in terms of the model.
    associatedtype Response: Sendable

    /// Does the work.
    /// - Throws: ``Fault`` when the rules refuse it. Any other error is an internal error.
    func execute(_ request: Request, context: SignalContext) async throws -> Response
}

/// Turns the result of a use case into the answer that the signal promises. It contains no rules.
public protocol Presenter: Sendable {
    /// The result of the use case, in terms of the model.
    associatedtype Response
    /// The answer that the signal promises.
    associatedtype Answer

    /// Returns the answer for `response`.
    func present(_ response: Response) -> Answer
}

/// Builds a graph of objects. It is the only place that names concrete types together.
public protocol Assembly: Sendable {
    /// The type of the result.
    associatedtype Product

    /// Builds the graph.
    func assemble() async throws -> Product
}
