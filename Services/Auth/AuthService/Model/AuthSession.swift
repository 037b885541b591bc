import Domain
import Sodium

/// A session as auth stores it: the user, its times, and the hash of its refresh token.
struct AuthSession: Hashable, Sendable {
    /// The longest life of a session, however much it is used.
    static let longestLife = Duration.seconds(30 * 86_400)
    /// The longest time between two uses. Tokens live for a quarter of an hour, so a session in use is refreshed often.
    static let longestIdle = Duration.seconds(14 * 86_400)
    /// The time after its beginning in which a session proves its user where there is no password to ask for.
    static let longestFreshness = Duration.seconds(600)
    /// The most sessions of one user. One more ends the least recently used session.
    static let mostPerUser = 50

    let id: String
    let userID: String
    let device: String?
    let createdAt: Instant
    /// The passkey that began the session; nil when something else did.
    let passkeyID: String?
    /// The last refresh, or the last use of a token that a service reported, whichever is later.
    var lastUsedAt: Instant
    /// The expiry of the newest token.
    var tokenExpiresAt: Instant
    /// The hash of the current refresh token.
    var refreshDigest: [UInt8]
    /// The hash of the previous refresh token, which must not be used again.
    var previousDigest: [UInt8]?
    /// The hash of the idempotency key with which the previous refresh token was exchanged.
    var previousKeyDigest: [UInt8]?
    var endedAt: Instant?

    init(
        id: String, userID: String, device: String?, createdAt: Instant, tokenExpiresAt: Instant,
        refreshDigest: [UInt8], passkeyID: String? = nil
    ) {
        self.id = id
        self.userID = userID
        self.device = device
        self.createdAt = createdAt
        self.passkeyID = passkeyID
        lastUsedAt = createdAt
        self.tokenExpiresAt = tokenExpiresAt
        self.refreshDigest = refreshDigest
    }

    /// True when the session can still be refreshed.
    func isAlive(at now: Instant) -> Bool {
        endedAt == nil && now < createdAt + Self.longestLife && now < lastUsedAt + Self.longestIdle
    }

    /// True when the sign-in is recent enough to stand for a password that the user does not have.
    func isFresh(at now: Instant) -> Bool { isAlive(at: now) && now < createdAt + Self.longestFreshness }

    /// True when the session can be deleted: it is over, and its last token has expired.
    func isForgettable(at now: Instant) -> Bool { !isAlive(at: now) && now >= tokenExpiresAt }

    /// The relation of a refresh token to this session.
    enum Presented {
        /// The current token.
        case current
        /// The previous token, repeated by the client that exchanged it and missed the answer.
        case repeated
        /// The previous token from another client: one of the two is a thief.
        case reused
        /// Any other token.
        case unknown
    }

    /// Classifies a refresh token in constant time.
    func recognise(_ digest: [UInt8], keyDigest: [UInt8]?) -> Presented {
        if ConstantTime.equals(digest, refreshDigest) { return .current }
        guard let previousDigest, ConstantTime.equals(digest, previousDigest) else { return .unknown }
        guard let keyDigest, let previousKeyDigest, ConstantTime.equals(keyDigest, previousKeyDigest) else {
            return .reused
        }
        return .repeated
    }

    /// Replaces the refresh token with the hash `presented` by a new one.
    mutating func rotate(
        to digest: [UInt8], from presented: [UInt8], keyDigest: [UInt8]?, tokenExpiresAt: Instant, at now: Instant
    ) {
        previousDigest = presented
        previousKeyDigest = keyDigest
        refreshDigest = digest
        self.tokenExpiresAt = tokenExpiresAt
        lastUsedAt = now
    }
}
