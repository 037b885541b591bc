import Coordination
import Domain

/// Asks use cases without sockets, as a person or as a service.
public struct AskedService: Sendable {
    private let service: UseCaseService

    /// Creates it.
    public init(_ service: UseCaseService) { self.service = service }

    /// Sends a signal as a signed-in person.
    ///
    /// - Throws: The fault of the use case.
    @discardableResult
    public func send<S: Signal>(_ signal: S, as person: String = "anna", key: String? = nil) async throws -> S.Answer {
        let session = UserSession(
            userID: person, sessionID: "s-\(person)", expiresAt: Instant(microseconds: .max / 2))
        return try await send(signal, SignalContext(caller: .user(session), idempotencyKey: key))
    }

    /// Sends a signal as a service.
    ///
    /// - Throws: The fault of the use case.
    @discardableResult
    public func send<S: Signal>(_ signal: S, asService name: String, key: String? = nil) async throws -> S.Answer {
        try await send(signal, SignalContext(caller: .service(name), idempotencyKey: key))
    }

    private func send<S: Signal>(_ signal: S, _ context: SignalContext) async throws -> S.Answer {
        guard let handler = service.handler(for: S.self) else { throw Fault.methodNotFound(S.method) }
        return try await handler(signal, context)
    }
}
