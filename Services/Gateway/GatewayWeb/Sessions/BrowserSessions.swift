import Domain
import Hosting
import Sodium
import Synchronization

/// The sessions of all browsers. They are bounded in number and time, and survive a restart in a sealed file.
package final class BrowserSessions: Sendable {
    /// The bounds.
    package struct Limits: Sendable {
        /// The most sessions in which somebody has signed in. Further ones are refused.
        package var signedIn = 512
        /// The most others. The one that was idle longest makes room, so strangers cannot end anybody's session.
        package var guests = 1_024
        /// The idle time after which a session ends.
        package var idle = Duration.seconds(7 * 86_400)
        /// The idle time for a browser in which nobody has signed in.
        package var guestIdle = Duration.seconds(1_800)
        /// The longest life of a session.
        package var longest = Duration.seconds(30 * 86_400)
        /// The most bytes of a session's secrets.
        package var secretBytes = 4_096

        /// Creates the default bounds.
        package init() {}
    }

    /// The number of random bytes in a cookie.
    static let cookieBytes = 32

    private let limits: Limits
    private let clock: WallClock
    private let file: SealedSessionFile?
    private let sessions: Mutex<[BrowserSession.ID: BrowserSession]>
    /// Held while the file is written, so that a newer state is never replaced by an older one.
    private let writing = Mutex(())
    private let isSavingSoon = Atomic(false)
    private let report: @Sendable (HostingError) -> Void

    /// Restores the sessions of the file.
    ///
    /// - Parameters:
    ///   - file: Nil to keep sessions in memory only.
    ///   - report: Called when ``saveSoon()`` has failed.
    /// - Throws: ``HostingError`` for a file that cannot be read or that others can read. A file that does not open
    ///   with its key, or is no such file, counts as empty: people sign in again.
    package init(
        file: SealedSessionFile?, clock: WallClock, limits: Limits = Limits(),
        report: @escaping @Sendable (HostingError) -> Void = { _ in }
    ) throws(HostingError) {
        self.limits = limits
        self.report = report
        self.clock = clock
        self.file = file
        let found = try file?.read() ?? []
        let now = clock.now()
        let alive = found.filter { $0.isSignedIn && Self.isAlive($0, now, limits) }.prefix(limits.signedIn)
        sessions = Mutex(Dictionary(alive.map { ($0.id, $0) }) { first, _ in first })
    }

    /// Returns the session of a cookie and notes that it is used; nil when there is none, or it is over.
    package func session(ofCookie cookie: String) -> BrowserSession? {
        guard let bytes = Base64URL.decode(cookie), bytes.count == Self.cookieBytes else { return nil }
        let id = BrowserSession.ID(of: bytes)
        let now = clock.now()
        return sessions.withLock { sessions in
            // The look-up compares hashes: its time says nothing about cookies.
            guard var session = sessions[id], ConstantTime.equals(session.id.hash, id.hash) else { return nil }
            guard Self.isAlive(session, now, limits) else {
                sessions[id] = nil
                return nil
            }
            session.usedAt = now
            sessions[id] = session
            return session
        }
    }

    /// Begins a session in which nobody has signed in.
    ///
    /// - Returns: The session and its cookie, which is kept nowhere else.
    package func begin() -> (session: BrowserSession, cookie: String) {
        let now = clock.now()
        let (session, cookie) = make(secrets: nil, now)
        sessions.withLock { sessions in
            Self.removeDead(&sessions, now, limits)
            let guests = sessions.values.filter { !$0.isSignedIn }
            if guests.count >= limits.guests, let oldest = guests.min(by: { $0.usedAt < $1.usedAt }) {
                sessions[oldest.id] = nil
            }
            sessions[session.id] = session
        }
        return (session, cookie)
    }

    /// Replaces a session by one in which somebody has signed in. Its cookie is new: one that somebody else has put
    /// into the browser before is worth nothing.
    ///
    /// - Returns: The new session and its cookie.
    package func signIn(
        _ before: BrowserSession.ID, secrets: [UInt8]
    ) throws(BrowserSessionError) -> (session: BrowserSession, cookie: String) {
        guard secrets.count <= limits.secretBytes else { throw .tooLong }
        let now = clock.now()
        let (session, cookie) = make(secrets: secrets, now)
        let hasRoom = sessions.withLock { sessions in
            Self.removeDead(&sessions, now, limits)
            guard sessions.values.count(where: { $0.isSignedIn && $0.id != before }) < limits.signedIn else {
                return false
            }
            sessions[before] = nil
            sessions[session.id] = session
            return true
        }
        guard hasRoom else { throw .tooMany }
        return (session, cookie)
    }

    /// Replaces the secrets of a session, such as a token that was renewed.
    package func setSecrets(_ secrets: [UInt8], of id: BrowserSession.ID) throws(BrowserSessionError) {
        guard secrets.count <= limits.secretBytes else { throw .tooLong }
        let isThere = sessions.withLock { sessions in
            guard sessions[id]?.isSignedIn == true else { return false }
            sessions[id]?.secrets = secrets
            return true
        }
        guard isThere else { throw .ended }
    }

    /// Returns the secrets of a session; nil when nobody has signed in, or it is over. This does not count as use.
    package func secrets(of id: BrowserSession.ID) -> [UInt8]? {
        let now = clock.now()
        return sessions.withLock { sessions in
            guard let session = sessions[id], Self.isAlive(session, now, limits) else { return nil }
            return session.secrets
        }
    }

    /// The most bytes of a session's secrets.
    package var mostSecretBytes: Int { limits.secretBytes }

    /// Returns true when somebody can sign in, in place of the session `id`. Others may do so first.
    package func hasRoom(besides id: BrowserSession.ID) -> Bool {
        let now = clock.now()
        return sessions.withLock { sessions in
            Self.removeDead(&sessions, now, limits)
            return sessions.values.count(where: { $0.isSignedIn && $0.id != id }) < limits.signedIn
        }
    }

    /// Ends a session: its cookie is worth nothing from now on.
    package func end(_ id: BrowserSession.ID) { sessions.withLock { $0[id] = nil } }

    /// Forgets the sessions that are over, and returns their names.
    @discardableResult
    package func removeDead() -> [BrowserSession.ID] {
        let now = clock.now()
        return sessions.withLock { Self.removeDead(&$0, now, limits) }
    }

    /// The number of sessions.
    package var count: Int { sessions.withLock { $0.count } }

    /// Writes the sessions in which somebody has signed in. It blocks until they are written.
    ///
    /// - Throws: ``HostingError`` `system`.
    package func save() throws(HostingError) {
        guard let file else { return }
        let result = writing.withLock { _ -> Result<Void, HostingError> in
            let current = sessions.withLock { $0.values.filter(\.isSignedIn) }
            do throws(HostingError) {
                try file.write(current)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Writes them soon, on a thread of its own, so that neither a sign-in nor a sign-out is lost when the process is
    /// killed. Calls that come before it begins are one.
    package func saveSoon() {
        guard file != nil, !isSavingSoon.exchange(true, ordering: .acquiringAndReleasing) else { return }
        BackgroundThread.start(named: "web-sessions") { [self] in
            isSavingSoon.store(false, ordering: .releasing)
            do throws(HostingError) { try save() } catch { report(error) }
        }
    }

    private func make(secrets: [UInt8]?, _ now: Instant) -> (BrowserSession, String) {
        let cookie = Random.bytes(Self.cookieBytes)
        let session = BrowserSession(
            id: BrowserSession.ID(of: cookie), formKey: Random.bytes(32), begunAt: now, usedAt: now, secrets: secrets)
        return (session, Base64URL.encode(cookie))
    }

    @discardableResult
    private static func removeDead(
        _ sessions: inout [BrowserSession.ID: BrowserSession], _ now: Instant, _ limits: Limits
    ) -> [BrowserSession.ID] {
        let dead = sessions.values.filter { !isAlive($0, now, limits) }.map(\.id)
        for id in dead { sessions[id] = nil }
        return dead
    }

    private static func isAlive(_ session: BrowserSession, _ now: Instant, _ limits: Limits) -> Bool {
        now < session.usedAt + (session.isSignedIn ? limits.idle : limits.guestIdle)
            && now < session.begunAt + limits.longest
    }
}
