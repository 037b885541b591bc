import Domain
import Synchronization

/// The tokens by which a service, or the operator, acts on its own. A token names its signer and its one receiver, and
/// lives five minutes.
public final class ServiceTokens: Sendable {
    /// The lifetime of a token.
    public static let lifetime = Duration.seconds(300)
    /// The least remaining lifetime of a token that is handed out, so that it outlives the request. Below it a new one
    /// is signed.
    static let timeLeftAtLeast = Duration.seconds(60)

    private let signer: TokenSigner
    private let key: TokenSigningKey
    private let clock: WallClock
    private let current = Mutex<[HouseService: (token: String, issuedAt: Instant)]>([:])

    /// Creates the tokens of `service`, signed with its own key.
    public convenience init(service: HouseService, key: TokenSigningKey, clock: WallClock) {
        self.init(signer: .service(service), key: key, clock: clock)
    }

    /// Creates the tokens of `signer`, signed with its own key.
    public init(signer: TokenSigner, key: TokenSigningKey, clock: WallClock) {
        self.signer = signer
        self.key = key
        self.clock = clock
    }

    /// Returns a token for `receiver` with at least a minute to live, to be sent as `_meta.session`. Other services
    /// refuse it.
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
