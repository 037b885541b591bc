import Coordination
import Domain
import GatewayWords
import Reasons
import Signals
import StrictJSON
import Synchronization

/// Keeps the session of the signed-in user and refreshes its token.
package struct SessionKeeper: Sendable {
    /// The remaining lifetime below which a token is refreshed.
    static let margin = Duration.seconds(60)

    private let place: (any SessionPlace)?
    private let clock: WallClock
    private let caller: any ServiceCaller
    private let profile: String?
    private let systemZone: @Sendable () -> String?
    private let zoneAttempt = ZoneAttempt()

    /// Creates a keeper.
    ///
    /// - Parameters:
    ///   - place: Where the session is kept; nil without a home directory.
    ///   - systemZone: The machine's time zone, for a user who has none yet.
    package init(
        place: (any SessionPlace)?, clock: WallClock, caller: any ServiceCaller, profile: String?,
        systemZone: @escaping @Sendable () -> String? = { nil }
    ) {
        self.systemZone = systemZone
        self.place = place
        self.clock = clock
        self.caller = caller
        self.profile = profile
    }

    /// Returns the stored session, fresh or not; nil when nobody is signed in.
    package func stored() throws(Fault) -> StoredSession? { try place?.load() }

    /// Returns a valid token, and refreshes it if necessary.
    ///
    /// - Throws: ``Fault`` `unauthenticated` when nobody is signed in.
    package func token(within limit: Duration) async throws -> String {
        guard var stored = try place?.load() else { throw nobody() }
        if let known = await adoptZone(within: limit) { stored = known }
        if stored.isFresh(at: clock.now(), margin: Self.margin) { return stored.session.token }
        do {
            return try await refreshed(from: stored.session.token, within: limit)
        } catch let fault as Fault where fault.isRetryable && stored.isFresh(at: clock.now(), margin: .zero) {
            // Auth is down: the old token is used until it expires.
            return stored.session.token
        }
    }

    /// Returns a token newer than `token`, which is about to expire or was refused.
    ///
    /// A refresh token works once. Therefore one gateway at a time refreshes, and a second one takes the tokens that
    /// the first one got.
    /// - Throws: ``Fault`` `unauthenticated` when the session has ended; it is then deleted.
    func refreshed(from token: String, within limit: Duration) async throws -> String {
        guard let place else { throw nobody() }
        return try await place.locked(patience: limit) {
            guard let stored = try place.load() else { throw nobody() }
            guard stored.session.token == token else { return stored.session.token }
            do {
                let session = try await trade(stored, within: limit)
                try place.save(StoredSession(user: stored.user, session: session))
                WallClocks.current.show(zone: session.zone)
                return session.token
            } catch let fault as Fault where fault.code == .unauthenticated {
                place.remove()
                throw signInNeeded(
                    "\(Text("The session has ended; sign in again.", "Сеанс закончился; войдите снова."))")
            }
        }
    }

    /// Trades the refresh token of a session for new tokens.
    private func trade(_ stored: StoredSession, within limit: Duration) async throws -> AuthSignal.Session {
        let answer = try await caller.call(
            service: AuthSignal.Refresh.method.service, method: AuthSignal.Refresh.method.name,
            parameters: try JSONEncoding.encode(AuthSignal.Refresh(refreshToken: stored.session.refreshToken)),
            effect: AuthSignal.Refresh.effect,
            context: SignalContext(idempotencyKey: stored.refreshKey), within: limit)
        return try JSONDocument.read(AuthSignal.Refreshed.self, from: answer).session
    }

    /// Stores the session that a command has begun, ends the one it replaces, and sets the user's time zone to this
    /// machine's if none is set.
    package func begin(_ signedIn: AuthSignal.SignedIn, within limit: Duration) async throws {
        // An unreadable session cannot be ended.
        let replaced = try? place?.load()
        try keep(signedIn)
        if let replaced, replaced.session.id != signedIn.session.id { await end(replaced, within: limit) }
        await adoptZone(within: limit)
    }

    /// Ends a session whose secrets are deleted here, best effort: an unused session expires anyway.
    private func end(_ stored: StoredSession, within limit: Duration) async {
        do {
            let isFresh = stored.isFresh(at: clock.now(), margin: .zero)
            let session = isFresh ? stored.session : try await trade(stored, within: limit)
            _ = try await caller.call(
                service: AuthSignal.Logout.method.service, method: AuthSignal.Logout.method.name,
                parameters: try JSONEncoding.encode(AuthSignal.Logout()), effect: AuthSignal.Logout.effect,
                context: SignalContext(session: session.token), within: limit)
        } catch {}
    }

    /// Stores a session that has just begun.
    package func keep(_ signedIn: AuthSignal.SignedIn) throws(Fault) {
        guard let place else {
            throw .unauthenticated(
                """
                \(Text(
                "There is no HOME to keep the session in; set XDG_STATE_HOME.",
                "Нет HOME, где хранить сеанс; задайте XDG_STATE_HOME."))
                """
            )
        }
        try place.begin(StoredSession(user: signedIn.user, session: signedIn.session))
        place.keepDeviceCookie(of: signedIn)
        WallClocks.current.show(zone: signedIn.session.zone)
    }

    /// Returns the device cookie for the user with this login; nil without one.
    func deviceCookie(of login: String) -> String? { place?.deviceCookie(of: login) }

    /// Sets the user's time zone to this machine's, once, if none is set. The next run retries after a failure.
    ///
    /// - Returns: The session, if its time zone is new.
    @discardableResult
    func adoptZone(within limit: Duration) async -> StoredSession? {
        guard zoneAttempt.isFirst, let stored = try? place?.load(), stored.session.zone == nil,
            stored.isFresh(at: clock.now(), margin: .zero), let zone = systemZone()
        else { return nil }
        let signal = AuthSignal.SetZone(zone: zone, ifUnset: true)
        guard
            let parameters = try? JSONEncoding.encode(signal),
            let answer = try? await caller.call(
                service: AuthSignal.SetZone.method.service, method: AuthSignal.SetZone.method.name,
                parameters: parameters, effect: AuthSignal.SetZone.effect,
                context: SignalContext(session: stored.session.token), within: limit),
            let set = try? JSONDocument.read(AuthSignal.ZoneAnswer.self, from: answer)
        else { return nil }
        return try? await note(zone: set.zone, within: limit)
    }

    /// Stores the user's time zone with the session, and shows moments in it.
    @discardableResult
    package func note(zone: String?, within limit: Duration) async throws -> StoredSession? {
        WallClocks.current.show(zone: zone)
        guard let place, try place.load() != nil else { return nil }
        // Waits while another gateway refreshes: its new tokens must not be lost.
        return try await place.locked(patience: limit) {
            guard let stored = try place.load(), stored.session.zone != zone else { return nil }
            let noted = stored.with(zone: zone)
            try place.save(noted)
            return noted
        }
    }

    /// Deletes the session.
    package func forget() {
        place?.remove()
        WallClocks.current.show(zone: nil)
    }

    private func nobody() -> Fault {
        guard let profile else { return signInNeeded("\(Text("Nobody is signed in.", "Никто не вошёл."))") }
        return signInNeeded(
            "\(Text("Nobody is signed in as profile \(profile).", "В профиле \(profile) никто не вошёл."))")
    }

    /// Returns the fault with the profile's name, so that people do not sign in as another user.
    private func signInNeeded(_ message: String) -> Fault {
        Fault(.unauthenticated, message, details: profile.map { ["profile": .text($0)] } ?? [:])
    }
}

/// Permits one attempt.
private final class ZoneAttempt: Sendable {
    private let isMade = Mutex(false)

    var isFirst: Bool {
        isMade.withLock { isMade in
            defer { isMade = true }
            return !isMade
        }
    }
}
