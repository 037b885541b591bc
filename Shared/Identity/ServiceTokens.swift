import Domain
import Synchronization

/// The token by which a service acts on its own: says who it is, lives five minutes, is made anew when needed.
public final class ServiceTokens: Sendable {
    /// How long a token lives.
    public static let lifetime = Duration.seconds(300)
    /// With less time left than this a new one is made, so that the one handed out outlives the request.
    static let timeLeftAtLeast = Duration.seconds(60)

    private let service: HouseService
    private let key: TokenSigningKey
    private let clock: WallClock
    private let current = Mutex<(token: String, issuedAt: Instant)?>(nil)

    /// Tokens of `service`, signed with its own key.
    public init(service: HouseService, key: TokenSigningKey, clock: WallClock) {
        self.service = service
        self.key = key
        self.clock = clock
    }

    /// A token with at least a minute to live, to be sent as `_meta.session`.
    public func token() -> String {
        let now = clock.now()
        return current.withLock { current in
            if let (token, issuedAt) = current, now >= issuedAt, now - issuedAt < Self.lifetime - Self.timeLeftAtLeast {
                return token
            }
            let claims = TokenClaims(
                subject: TokenClaims.servicePrefix + service.rawValue, session: nil, issuedAt: now,
                expiresAt: now + Self.lifetime)
            let token = claims.signed(with: key)
            current = (token, now)
            return token
        }
    }
}
