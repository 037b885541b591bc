import Coordination
import Domain
import Reasons
import Synchronization

/// Verifies tokens: it checks signature, time and revocation, and caches verified tokens.
///
/// Checking a signature takes about fifty microseconds, and every request needs it. So valid tokens are cached by their
/// whole text until the set of keys changes. Time and revocation are checked on every use. It may be called from any
/// thread. It blocks only to look at a few small files, once per ``KeyDirectory/longestAge``.
///
/// It also records when each session was last used, for ``takeUses()``: one number beside the cached token.
///
/// Time: a token is valid until its `exp` by our clock and not a moment longer. `nbf` may be up to ``clockLeeway`` (45
/// minutes) in the future: a service that is restarted with `KOPILKA_CLOCK` starts its time again and falls behind the
/// signer's. A token that is used too early harms nobody.
public final class TokenAuthenticator: Authenticator {
    /// The longest time by which the signer's clock may be ahead of ours.
    public static let clockLeeway = Duration.seconds(2_700)
    /// The most cached tokens. Beyond it, the cache is cleared and tokens are verified again.
    static let mostRemembered = 10_000

    private struct Verified {
        let caller: Caller
        let notBefore: Instant
        let expiresAt: Instant
        /// The last use that was not reported yet, in microseconds of our clock; 0 when there is nothing to report.
        let lastUse = LastUse()
    }

    /// A number that every request writes, so without the lock.
    private final class LastUse: Sendable {
        let microseconds = Atomic<Int64>(0)
    }

    /// A verified token, and the instant until which the tokens of its session are refused; nil when they are not.
    private struct Standing {
        let verified: Verified
        let endedUntil: Instant?
    }

    private struct Memory {
        var verified: [String: Verified] = [:]
        var generation = 0
        var ended: [String: Instant] = [:]
        var countToPruneAt = 1024
        /// The uses of tokens that are no longer cached, and uses that could not be reported.
        var uses: [String: Instant] = [:]

        /// Keeps a use until it is reported. New sessions beyond ``TokenAuthenticator/mostRemembered`` are dropped.
        mutating func keep(_ use: SessionUse) {
            let isKnown = uses[use.sessionID].map { $0 < use.lastUsedAt }
            guard isKnown ?? (uses.count < TokenAuthenticator.mostRemembered) else { return }
            uses[use.sessionID] = use.lastUsedAt
        }

        /// Moves the unreported use of a cached token to ``uses``.
        mutating func collect(_ verified: Verified) {
            guard case .user(let session) = verified.caller else { return }
            let lastUse = verified.lastUse.microseconds.exchange(0, ordering: .relaxed)
            if lastUse != 0 {
                keep(SessionUse(sessionID: session.sessionID, lastUsedAt: Instant(microseconds: lastUse)))
            }
        }

        mutating func collectAll() { for verified in verified.values { collect(verified) } }

        /// Clears the cache. Unreported uses are kept.
        mutating func forgetVerified() {
            collectAll()
            verified.removeAll(keepingCapacity: true)
        }

        /// Clears the cache for a new set of keys: a token that was valid before may not be valid now.
        mutating func adopt(_ generation: Int) {
            guard generation > self.generation else { return }
            forgetVerified()
            self.generation = generation
        }

        func standing(of token: String) -> Standing? { verified[token].map(standing(of:)) }

        func standing(of verified: Verified) -> Standing {
            guard case .user(let session) = verified.caller else {
                return Standing(verified: verified, endedUntil: nil)
            }
            return Standing(verified: verified, endedUntil: ended[session.sessionID])
        }
    }

    private let service: HouseService
    private let keys: KeyDirectory
    private let clock: WallClock
    private let memory = Mutex(Memory())

    /// Creates an authenticator that trusts `keys`, each for its own signer.
    ///
    /// - Parameter service: The service that verifies. Tokens of services for another receiver are refused.
    public init(service: HouseService, keys: KeyDirectory, clock: WallClock) {
        self.service = service
        self.keys = keys
        self.clock = clock
    }

    /// Returns the caller that `token` proves.
    /// - Throws: ``Fault`` `unauthenticated` for a token that is forged, expired, revoked, signed with an untrusted
    ///   key, or made for another service.
    public func caller(presenting token: String) throws(Fault) -> Caller {
        guard token.utf8.count <= TokenText.longestByteCount else { throw Self.notValid }
        let now = clock.now()
        let generation = keys.generation(at: now)
        let remembered = memory.withLock { memory in
            memory.adopt(generation)
            return memory.standing(of: token)
        }
        let standing: Standing
        if let remembered { standing = remembered } else { standing = try verify(token) }
        guard now < standing.verified.expiresAt else {
            if remembered != nil {
                memory.withLock { memory in memory.verified.removeValue(forKey: token).map { memory.collect($0) } }
            }
            throw Fault.unauthenticated(.tokenExpired)
        }
        guard standing.verified.notBefore <= now + Self.clockLeeway else { throw Self.notValid }
        if let endedUntil = standing.endedUntil, now < endedUntil {
            throw Fault.unauthenticated(.sessionEnded)
        }
        standing.verified.lastUse.microseconds.store(now.microseconds, ordering: .relaxed)
        return standing.verified.caller
    }

    /// Returns the last uses of the sessions whose tokens were presented since the last call: at most one per session
    /// and ``mostRemembered`` in all, in no particular order. Return uses that cannot be passed on with ``keep(_:)``.
    public func takeUses() -> [SessionUse] {
        memory.withLock { memory in
            memory.collectAll()
            defer { memory.uses = [:] }
            return memory.uses.map { SessionUse(sessionID: $0.key, lastUsedAt: $0.value) }
        }
    }

    /// Includes uses in the next ``takeUses()``, unless there are newer ones of the same sessions.
    public func keep(_ uses: some Sequence<SessionUse>) {
        memory.withLock { memory in for use in uses { memory.keep(use) } }
    }

    /// Refuses the tokens of a session from now on.
    ///
    /// The revocation is kept until `expiresAt`, when the session's last token expires, and for at most an hour, the
    /// longest lifetime of an accepted token. It is kept in memory only. After a start, call this again for the
    /// sessions that ended within the last hour according to auth's events.
    public func revoke(sessionID: String, until expiresAt: Instant) {
        let now = clock.now()
        let until = min(expiresAt + Self.clockLeeway, now + TokenClaims.longestLifetime)
        memory.withLock { memory in
            memory.ended[sessionID] = max(until, memory.ended[sessionID] ?? until)
            if memory.ended.count >= memory.countToPruneAt {
                memory.ended = memory.ended.filter { $0.value > now }
                memory.countToPruneAt = max(1024, memory.ended.count * 2)
            }
        }
    }

    private func verify(_ token: String) throws(Fault) -> Standing {
        guard let parsed = TokenText(parsing: token), let footer = TokenFooter(json: parsed.footer) else {
            throw Self.notValid
        }
        let (trusted, generation) = keys.lookUp(footer.kid)
        guard let trusted, parsed.isSigned(by: trusted.key), let claims = TokenClaims(json: parsed.message),
            let caller = claims.caller(signedBy: trusted.owner, at: service),
            claims.exp <= clock.now() + TokenClaims.longestLifetime
        else { throw Self.notValid }
        let verified = Verified(caller: caller, notBefore: claims.nbf, expiresAt: claims.exp)
        return memory.withLock { memory in
            let standing = memory.standing(of: verified)
            memory.adopt(generation)
            // Verified with older keys than another thread has seen meanwhile: not cached.
            guard generation == memory.generation else { return standing }
            if memory.verified.count >= Self.mostRemembered { memory.forgetVerified() }
            memory.verified[token] = verified
            return standing
        }
    }

    private static let notValid = Fault.unauthenticated(.tokenInvalid)
}
