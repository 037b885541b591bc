/// One use case: the rules, and nothing but the rules. No JSON, SQL, sockets, clock or randomness of its own.
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
