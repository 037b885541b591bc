import Domain

/// Makes the tokens of signed-in people. Only auth has one that counts: nobody believes another service about users.
public struct TokenIssuer: Sendable {
    /// How long a token lives. A session goes on by refreshing.
    public static let lifetime = Duration.seconds(900)

    private let key: TokenSigningKey
    private let clock: WallClock

    /// Signs with `key`.
    public init(key: TokenSigningKey, clock: WallClock) {
        self.key = key
        self.clock = clock
    }

    /// The public half of the key that signs now.
    public var publicKey: TokenKey { key.publicKey }

    /// A token for a session of a user, and when it stops being valid.
    ///
    /// - Precondition: Both ids are 1 ... 64 bytes, and no user's id looks like a service's name.
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
