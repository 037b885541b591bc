import Domain
import Sodium

/// A session as auth keeps it: who, since when, and the hash of what it is continued with.
struct AuthSession: Hashable, Sendable {
    /// So long after its beginning a session ends, however much it is used.
    static let longestLife = Duration.seconds(30 * 86_400)
    /// A session that is not used for so long ends: not refreshed, as tokens live for a quarter of an hour.
    static let longestIdle = Duration.seconds(14 * 86_400)
    /// So long after its beginning a session proves who its owner is, where there is no password to ask for.
    static let longestFreshness = Duration.seconds(600)
    /// How many sessions a user has at most; with more, the one that was used longest ago ends.
    static let mostPerUser = 50

    let id: String
    let userID: String
    let device: String?
    let createdAt: Instant
    /// When it was refreshed, or a service was shown a token of it and told so, whichever came last.
    var lastUsedAt: Instant
    /// When the newest token expires by itself.
    var tokenExpiresAt: Instant
    /// The hash of the refresh token that counts.
    var refreshDigest: [UInt8]
    /// The hash of the one before, which must not come again.
    var previousDigest: [UInt8]?
    /// The hash of the idempotency key with which the one before was traded in.
    var previousKeyDigest: [UInt8]?
    var endedAt: Instant?

    init(
        id: String, userID: String, device: String?, createdAt: Instant, tokenExpiresAt: Instant,
        refreshDigest: [UInt8]
    ) {
        self.id = id
        self.userID = userID
        self.device = device
        self.createdAt = createdAt
        lastUsedAt = createdAt
        self.tokenExpiresAt = tokenExpiresAt
        self.refreshDigest = refreshDigest
    }

    /// Whether it can still be continued.
    func isAlive(at now: Instant) -> Bool {
        endedAt == nil && now < createdAt + Self.longestLife && now < lastUsedAt + Self.longestIdle
    }

    /// Whether the sign-in is so recent that it stands for a password that the user does not have.
    func isFresh(at now: Instant) -> Bool { isAlive(at: now) && now < createdAt + Self.longestFreshness }

    /// Whether nothing would go wrong if it were forgotten: it is over, and its last token has expired.
    func isForgettable(at now: Instant) -> Bool { !isAlive(at: now) && now >= tokenExpiresAt }

    /// What a refresh token is, seen by this session.
    enum Presented {
        /// The one that counts.
        case current
        /// The one before, sent again by the very client that traded it in and did not hear the answer.
        case repeated
        /// The one before, sent by somebody else: one of the two is a thief.
        case reused
        /// Anything else.
        case unknown
    }

    /// Tells what a refresh token is, in a time that does not depend on how much of it is right.
    func recognise(_ digest: [UInt8], keyDigest: [UInt8]?) -> Presented {
        if ConstantTime.equals(digest, refreshDigest) { return .current }
        guard let previousDigest, ConstantTime.equals(digest, previousDigest) else { return .unknown }
        guard let keyDigest, let previousKeyDigest, ConstantTime.equals(keyDigest, previousKeyDigest) else {
            return .reused
        }
        return .repeated
    }

    /// Continues the session with a new refresh token in place of the one with the hash `presented`.
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
