import Domain

/// Issues the tokens of signed-in people. Only auth's tokens are valid: other services are not trusted to vouch for
/// users.
public struct TokenIssuer: Sendable {
    /// The lifetime of a token. A session continues by refreshing.
    public static let lifetime = Duration.seconds(900)

    private let key: TokenSigningKey
    private let clock: WallClock

    public init(key: TokenSigningKey, clock: WallClock) {
        self.key = key
        self.clock = clock
    }

    /// The public half of the signing key.
    public var publicKey: TokenKey { key.publicKey }

    /// Returns a token for a session of a user, and the instant at which it expires.
    ///
    /// - Precondition: Both ids are 1 ... 64 bytes, and the user's id does not look like a service's name.
    public func issue(userID: String, sessionID: String) -> (token: String, expiresAt: Instant) {
        precondition(
            (1...64).contains(userID.utf8.count) && (1...64).contains(sessionID.utf8.count)
                && !userID.hasPrefix(TokenClaims.servicePrefix), "An id does not fit into a token.")
        // Whole milliseconds, so that the instant reads the same in the token and in the answer.
        let now = Instant(milliseconds: clock.now().milliseconds)
        let expiresAt = now + Self.lifetime
        let claims = TokenClaims(
            subject: userID, session: sessionID, audience: TokenClaims.house, issuedAt: now, expiresAt: expiresAt)
        return (claims.signed(with: key), expiresAt)
    }
}
