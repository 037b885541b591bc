import Coordination
import Identity
import Transport

/// A link from one service of the house to another.
///
/// What a service asks on its own is sent with its token for the service at the other end. What it asks for a person is sent
/// with the session that came with the person's request. No other token can get onto the link.
public struct HouseLink: Sendable {
    /// The service at the other end.
    public let service: HouseService
    /// The link below, which is closed when the process ends.
    public let link: ServiceLink
    private let tokens: ServiceTokens

    init(to service: HouseService, over link: ServiceLink, tokens: ServiceTokens) {
        self.service = service
        self.link = link
        self.tokens = tokens
    }

    /// The token by which the service at the other end knows this one.
    var token: @Sendable () -> String {
        { [tokens, service] in tokens.token(for: service) }
    }

    /// Sends a signal as this service.
    ///
    /// - Parameter context: Sent along, with this service's token for its session.
    /// - Throws: As `ServiceLink.send`.
    public func send<S: Signal>(
        _ signal: S, context: SignalContext = SignalContext(), within limit: Duration
    ) async throws -> S.Answer {
        var context = context
        context.session = token()
        return try await link.send(signal, context: context, within: limit)
    }

    /// Sends a signal as the person whose session it is. The person's rights count, not those of this service.
    ///
    /// - Throws: As `ServiceLink.send`.
    public func send<S: Signal>(
        _ signal: S, handingOn session: String, idempotencyKey: String? = nil, within limit: Duration
    ) async throws -> S.Answer {
        let context = SignalContext(idempotencyKey: idempotencyKey, session: session)
        return try await link.send(signal, context: context, within: limit)
    }

    /// The sequence of the newest event of the service at the other end, 0 when there are none.
    ///
    /// - Throws: As `ServiceLink.call`.
    public func newestEvent(within limit: Duration) async throws -> Int64 {
        try await link.newestEvent(session: token(), within: limit)
    }

    /// Whether the service at the other end answers.
    public func isReachable(within limit: Duration) async -> Bool {
        let health = try? await link.call(
            SignalMethod("\(service.rawValue).health"), parameters: Array("{}".utf8), effect: .reads, within: limit)
        return health != nil
    }
}
