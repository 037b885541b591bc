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
            handlers.answer(Served.Request.self) { try await useCase.answer($0, context: $1) }
        }
    }
}

/// Builds a graph of objects. It is the only place that names concrete types together.
public protocol Assembly: Sendable {
    /// The type of the result.
    associatedtype Product

    /// Builds the graph.
    func assemble() async throws -> Product
}
