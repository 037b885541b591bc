import Coordination
import Domain
import GatewayWords
import Reasons
import Signals
import StrictJSON
import Synchronization

/// Knows who is signed in, and keeps the token fresh.
package struct SessionKeeper: Sendable {
    /// A token is traded for a new one when it has less than this to live.
    static let margin = Duration.seconds(60)

    private let place: SessionFile?
    private let clock: WallClock
    private let caller: any ServiceCaller
    private let profile: String?
    private let systemZone: @Sendable () -> String?
    private let zoneAttempt = ZoneAttempt()

    /// - Parameters:
    ///   - file: Nil where there is no home to keep a session in.
    ///   - systemZone: The zone of the machine, for a person who has none yet.
    package init(
        file: SessionFile?, clock: WallClock, caller: any ServiceCaller, profile: String?,
        systemZone: @escaping @Sendable () -> String? = { nil }
    ) {
        self.systemZone = systemZone
        place = file
        self.clock = clock
        self.caller = caller
        self.profile = profile
    }

    /// The session as it is kept, fresh or not; nil when nobody is signed in.
    package func stored() throws(Fault) -> StoredSession? { try place?.load() }

    /// A token that is good for a while, refreshed when it has to be.
    ///
    /// - Throws: ``Fault`` `unauthenticated` when nobody is signed in.
    func token(within limit: Duration) async throws -> String {
        guard var stored = try place?.load() else { throw nobody() }
        if let known = await adoptZone(within: limit) { stored = known }
        if stored.isFresh(at: clock.now(), margin: Self.margin) { return stored.session.token }
        do {
            return try await refreshed(from: stored.session.token, within: limit)
        } catch let fault as Fault where fault.isRetryable && stored.isFresh(at: clock.now(), margin: .zero) {
            // Auth is down for the moment: what is left of the old token will do.
            return stored.session.token
        }
    }

    /// A token newer than `token`, which was about to end or was not accepted.
    ///
    /// A refresh token works once. So one gateway at a time refreshes, and whoever comes second takes what the first got.
    /// - Throws: ``Fault`` `unauthenticated` when the session has ended; it is forgotten then.
    func refreshed(from token: String, within limit: Duration) async throws -> String {
        guard let file = place else { throw nobody() }
        return try await file.locked(patience: limit) {
            guard let stored = try file.load() else { throw nobody() }
            guard stored.session.token == token else { return stored.session.token }
            do {
                let session = try await trade(stored, within: limit)
                try file.save(StoredSession(user: stored.user, session: session))
                WallClocks.current.show(zone: session.zone)
                return session.token
            } catch let fault as Fault where fault.code == .unauthenticated {
                file.remove()
                throw signInNeeded(
                    "\(Text("The session has ended; sign in again.", "Сеанс закончился; войдите снова."))")
            }
        }
    }

    /// New tokens of a session, for its refresh token.
    private func trade(_ stored: StoredSession, within limit: Duration) async throws -> AuthSignal.Session {
        let answer = try await caller.call(
            service: AuthSignal.Refresh.method.service, method: AuthSignal.Refresh.method.name,
            parameters: try JSONEncoding.encode(AuthSignal.Refresh(refreshToken: stored.session.refreshToken)),
            context: SignalContext(idempotencyKey: stored.refreshKey), within: limit)
        return try JSONDocument.read(AuthSignal.Refreshed.self, from: answer).session
    }

    /// Keeps a session that a command has begun, ends the one whose place it takes, and gives the person the zone of this
    /// machine where none is set.
    package func begin(_ signedIn: AuthSignal.SignedIn, within limit: Duration) async throws {
        // What cannot be read cannot be ended.
        let replaced = try? place?.load()
        try keep(signedIn)
        if let replaced, replaced.session.id != signedIn.session.id { await end(replaced, within: limit) }
        await adoptZone(within: limit)
    }

    /// Ends a session whose secrets are forgotten here, best effort: it ends by itself when nobody uses it.
    private func end(_ stored: StoredSession, within limit: Duration) async {
        do {
            let isFresh = stored.isFresh(at: clock.now(), margin: .zero)
            let session = isFresh ? stored.session : try await trade(stored, within: limit)
            _ = try await caller.call(
                service: AuthSignal.Logout.method.service, method: AuthSignal.Logout.method.name,
                parameters: try JSONEncoding.encode(AuthSignal.Logout()),
                context: SignalContext(session: session.token), within: limit)
        } catch {}
    }

    /// Keeps a session that has just begun.
    package func keep(_ signedIn: AuthSignal.SignedIn) throws(Fault) {
        guard let place else {
            throw .unauthenticated(
                "\(Text("There is no HOME to keep the session in; set XDG_STATE_HOME.", "Нет HOME, где хранить сеанс; задайте XDG_STATE_HOME."))"
            )
        }
        try place.save(StoredSession(user: signedIn.user, session: signedIn.session))
        DeviceFile(directory: place.directory).keep(signedIn)
        WallClocks.current.show(zone: signedIn.session.zone)
    }

    /// What this machine is known by to the one who signs in by `login`; nil where nobody has.
    func deviceCookie(of login: String) -> String? {
        place.flatMap { DeviceFile(directory: $0.directory).cookie(of: login) }
    }

    /// Gives the person the zone of this machine, once, where none is set. What goes wrong is tried again by the next run.
    ///
    /// - Returns: The session, if it has a zone now that it did not have before.
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
                parameters: parameters, context: SignalContext(session: stored.session.token), within: limit),
            let set = try? JSONDocument.read(AuthSignal.ZoneAnswer.self, from: answer)
        else { return nil }
        return try? await note(zone: set.zone, within: limit)
    }

    /// Keeps the zone of the person with the session, and shows moments by it.
    @discardableResult
    package func note(zone: String?, within limit: Duration) async throws -> StoredSession? {
        WallClocks.current.show(zone: zone)
        guard let place, try place.load() != nil else { return nil }
        // Not while another gateway refreshes: its new tokens must not be lost.
        return try await place.locked(patience: limit) {
            guard let stored = try place.load(), stored.session.zone != zone else { return nil }
            let noted = stored.with(zone: zone)
            try place.save(noted)
            return noted
        }
    }

    /// Forgets the session.
    package func forget() {
        place?.remove()
        WallClocks.current.show(zone: nil)
    }

    private func nobody() -> Fault {
        signInNeeded("Nobody is signed in\(profile.map { " as profile \($0)" } ?? "").")
    }

    /// Says which profile, so that people do not sign in as another one.
    private func signInNeeded(_ message: String) -> Fault {
        Fault(.unauthenticated, message, details: profile.map { ["profile": .text($0)] } ?? [:])
    }
}

/// Lets one attempt through.
private final class ZoneAttempt: Sendable {
    private let isMade = Mutex(false)

    var isFirst: Bool {
        isMade.withLock { isMade in
            defer { isMade = true }
            return !isMade
        }
    }
}
