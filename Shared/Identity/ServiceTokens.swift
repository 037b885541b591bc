import Domain
import Synchronization

/// The tokens by which a service, or the operator, acts on its own. A token names its signer and the one receiver it is for,
/// and lives five minutes.
public final class ServiceTokens: Sendable {
    /// How long a token lives.
    public static let lifetime = Duration.seconds(300)
    /// With less time left than this a new one is made, so that the one handed out outlives the request.
    static let timeLeftAtLeast = Duration.seconds(60)

    private let signer: TokenSigner
    private let key: TokenSigningKey
    private let clock: WallClock
    private let current = Mutex<[HouseService: (token: String, issuedAt: Instant)]>([:])

    /// Tokens of `service`, signed with its own key.
    public convenience init(service: HouseService, key: TokenSigningKey, clock: WallClock) {
        self.init(signer: .service(service), key: key, clock: clock)
    }

    /// Tokens of `signer`, signed with its own key.
    public init(signer: TokenSigner, key: TokenSigningKey, clock: WallClock) {
        self.signer = signer
        self.key = key
        self.clock = clock
    }

    /// Returns a token with at least a minute to live, to be sent to `receiver` as `_meta.session`. Other services refuse it.
    public func token(for receiver: HouseService) -> String {
        let now = clock.now()
        return current.withLock { current in
            if let (token, issuedAt) = current[receiver], now >= issuedAt,
                now - issuedAt < Self.lifetime - Self.timeLeftAtLeast
            {
                return token
            }
            let claims = TokenClaims(
                subject: signer.subject, session: nil, audience: receiver.rawValue, issuedAt: now,
                expiresAt: now + Self.lifetime)
            let token = claims.signed(with: key)
            current[receiver] = (token, now)
            return token
        }
    }
}
