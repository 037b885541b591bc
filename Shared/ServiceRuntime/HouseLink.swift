import Coordination
import Identity
import Transport

/// A link from one service of the house to another.
///
/// Calls on the service's own behalf carry its token for the service at the other end. Calls for a person carry the
/// session that came with the person's request. No other token can get onto the link.
public struct HouseLink: Sendable {
    /// The service at the other end.
    public let service: HouseService
    /// The underlying link, which is closed when the process ends.
    public let link: ServiceLink
    private let tokens: ServiceTokens

    init(to service: HouseService, over link: ServiceLink, tokens: ServiceTokens) {
        self.service = service
        self.link = link
        self.tokens = tokens
    }

    /// Returns the token by which the service at the other end knows this one.
    var token: @Sendable () -> String {
        { [tokens, service] in tokens.token(for: service) }
    }

    /// Sends a signal as this service.
    ///
    /// - Parameter context: Sent along, with this service's token as its session.
    /// - Throws: As `ServiceLink.send`.
    public func send<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration
    ) async throws -> S.Answer {
        var context = context
        context.session = token()
        return try await link.send(signal, context: context, within: limit)
    }

    /// Sends a signal as the person who owns the session. The person's rights apply, not those of this service.
    ///
    /// - Throws: As `ServiceLink.send`.
    public func send<S: Signal>(
        _ signal: S, handingOn session: String, idempotencyKey: String? = nil, within limit: Duration
    ) async throws -> S.Answer {
        let context = SignalContext(idempotencyKey: idempotencyKey, session: session)
        return try await link.send(signal, context: context, within: limit)
    }

    /// Returns the sequence of the newest event of the service at the other end, 0 when there is none.
    ///
    /// - Throws: As `ServiceLink.call`.
    public func newestEvent(within limit: Duration) async throws -> Int64 {
        try await link.newestEvent(session: token(), within: limit)
    }

    /// Returns true when the service at the other end answers.
    public func isReachable(within limit: Duration) async -> Bool {
        let health = try? await link.call(
            SignalMethod("\(service.rawValue).health"), parameters: Array("{}".utf8), effect: .reads, within: limit)
        return health != nil
    }
}
