import Coordination
import Domain
import Synchronization

/// Tells who a token belongs to: checks signature, time and revocation, and remembers what it has checked.
///
/// Checking a signature takes some fifty microseconds and every request needs it, so tokens that were found good are
/// remembered by their whole text, until the set of keys changes. Time and revocation are looked at on every use. Called
/// from any thread, never waits for anything but a look at a few small files, once in ``KeyDirectory/longestAge``.
///
/// Besides it notes when each session was used last, for ``takeUses()``: one number beside the remembered token.
///
/// Time: a token is good until its `exp` by our clock and not a moment longer. `nbf` may lie up to ``clockLeeway`` ahead,
/// 45 minutes, since a service that is restarted with `KOPILKA_CLOCK` begins its time anew and falls behind the signer's, and
/// a token used too early harms nobody.
public final class TokenAuthenticator: Authenticator {
    /// How far the clock of the signer may be ahead of ours.
    public static let clockLeeway = Duration.seconds(2_700)
    /// How many good tokens are remembered; beyond that all are forgotten and checked anew.
    static let mostRemembered = 10_000

    private struct Verified {
        let caller: Caller
        let notBefore: Instant
        let expiresAt: Instant
        /// When the token was shown last and not told yet, in microseconds of our clock; 0 when there is nothing to tell.
        let lastUse = LastUse()
    }

    /// A number that is written with every request, so without the lock.
    private final class LastUse: Sendable {
        let microseconds = Atomic<Int64>(0)
    }

    /// A good token, and until when the tokens of its session are refused all the same.
    private struct Standing {
        let verified: Verified
        let endedUntil: Instant?
    }

    private struct Memory {
        var verified: [String: Verified] = [:]
        var generation = 0
        var ended: [String: Instant] = [:]
        var countToPruneAt = 1024
        /// Uses of tokens that are remembered no more, and those that could not be told.
        var uses: [String: Instant] = [:]

        /// Keeps a use until it is told; beyond as many sessions as tokens are remembered, new ones are let go.
        mutating func keep(_ use: SessionUse) {
            let isKnown = uses[use.sessionID].map { $0 < use.lastUsedAt }
            guard isKnown ?? (uses.count < TokenAuthenticator.mostRemembered) else { return }
            uses[use.sessionID] = use.lastUsedAt
        }

        /// Moves what a remembered token has to tell to the rest.
        mutating func collect(_ verified: Verified) {
            guard case .user(let session) = verified.caller else { return }
            let lastUse = verified.lastUse.microseconds.exchange(0, ordering: .relaxed)
            if lastUse != 0 {
                keep(SessionUse(sessionID: session.sessionID, lastUsedAt: Instant(microseconds: lastUse)))
            }
        }

        mutating func collectAll() { for verified in verified.values { collect(verified) } }

        /// Forgets which tokens were good; what they have to tell stays.
        mutating func forgetVerified() {
            collectAll()
            verified.removeAll(keepingCapacity: true)
        }

        /// Other keys than before: what was good then may not be now.
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

    /// Trusts the keys of `keys`, each for its own service.
    ///
    /// - Parameter service: Who checks. Tokens that services made for another receiver are refused.
    public init(service: HouseService, keys: KeyDirectory, clock: WallClock) {
        self.service = service
        self.keys = keys
        self.clock = clock
    }

    /// The caller that `token` proves.
    /// - Throws: ``Fault`` `unauthenticated` for a token that is forged, expired, revoked, signed by nobody we
    ///   trust, or made for another service.
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
            throw Fault.unauthenticated("The session's token has expired; refresh it or sign in again.")
        }
        guard standing.verified.notBefore <= now + Self.clockLeeway else { throw Self.notValid }
        if let endedUntil = standing.endedUntil, now < endedUntil {
            throw Fault.unauthenticated("The session has ended; sign in again.")
        }
        standing.verified.lastUse.microseconds.store(now.microseconds, ordering: .relaxed)
        return standing.verified.caller
    }

    /// When the sessions were used whose tokens have been shown since the last call: at most one for each session and
    /// ``mostRemembered`` in all, in no order. What cannot be passed on is handed back with ``keep(_:)``.
    public func takeUses() -> [SessionUse] {
        memory.withLock { memory in
            memory.collectAll()
            defer { memory.uses = [:] }
            return memory.uses.map { SessionUse(sessionID: $0.key, lastUsedAt: $0.value) }
        }
    }

    /// Has uses told by the next ``takeUses()``, unless newer ones of the same sessions are.
    public func keep(_ uses: some Sequence<SessionUse>) {
        memory.withLock { memory in for use in uses { memory.keep(use) } }
    }

    /// Refuses the tokens of a session from now on.
    ///
    /// Remembered until `expiresAt`, when its last token expires by itself, and for an hour at most, the longest that a
    /// token is accepted for. It lives in memory only: after a start, hand in again what auth's events told within the
    /// hour before.
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
            // Checked with older keys than another thread has seen meanwhile: not remembered.
            guard generation == memory.generation else { return standing }
            if memory.verified.count >= Self.mostRemembered { memory.forgetVerified() }
            memory.verified[token] = verified
            return standing
        }
    }

    private static let notValid = Fault.unauthenticated("The session's token is not valid; sign in again.")
}
