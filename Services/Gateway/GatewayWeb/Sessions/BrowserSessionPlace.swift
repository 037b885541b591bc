import Coordination
import GatewaySession
import GatewayWords
import Signals
import StrictJSON
import Synchronization

/// The session of a browser as the place of its user's tokens: they are the secrets of the ``BrowserSession``, so they
/// are sealed at rest, survive a restart, and end with the cookie.
///
/// It begins as a guest's, or with what the browser's session has. Signing in needs another cookie, and only a response
/// can give a browser one. So the tokens of a new sign-in are pending, in memory, until ``takeNewCookie()`` moves them
/// into a new session; meanwhile the old cookie leads here. Device cookies are not kept: a browser that signs in counts
/// as an unknown device.
package final class BrowserSessionPlace: SessionPlace {
    /// A session in which somebody has signed in, and the cookie to give to the browser.
    package struct NewCookie: Sendable {
        /// The session that takes the place of the one before, which is over.
        package let session: BrowserSession
        /// Its cookie, which is kept nowhere else.
        package let cookie: String
    }

    private struct State {
        var id: BrowserSession.ID
        var pending: StoredSession?
        var isLocked = false
    }

    /// The pause between two looks at a lock that somebody else holds.
    private static let lockPause = Duration.milliseconds(5)

    private let sessions: BrowserSessions
    private let browserZone = Mutex<String?>(nil)
    private let state: Mutex<State>

    /// Creates the place of a browser's session. A session has one place at a time.
    package init(_ session: BrowserSession, in sessions: BrowserSessions) {
        self.sessions = sessions
        state = Mutex(State(id: session.id))
    }

    /// True when somebody is signed in here.
    package var isSignedIn: Bool {
        let (id, isPending) = state.withLock { ($0.id, $0.pending != nil) }
        return isPending || sessions.secrets(of: id) != nil
    }

    /// The session of the browser: another one after ``takeNewCookie()``.
    package var session: BrowserSession.ID { state.withLock { $0.id } }

    /// Moves the tokens of a new sign-in into a new session, once. Call it for each response to this browser, before
    /// the page is drawn, because tickets of forms belong to a session.
    ///
    /// - Returns: Nil when nobody has signed in since the last call.
    /// - Throws: ``BrowserSessionError`` when there are too many sessions; the sign-in is then dropped.
    package func takeNewCookie() throws(BrowserSessionError) -> NewCookie? {
        let new = try state.withLock { state throws(BrowserSessionError) -> NewCookie? in
            guard let pending = state.pending else { return nil }
            state.pending = nil
            let new = try sessions.signIn(state.id, secrets: try Self.encode(pending))
            state.id = new.session.id
            return NewCookie(session: new.session, cookie: new.cookie)
        }
        if new != nil { sessions.saveSoon() }
        return new
    }

    /// The time zone of the browser, for a person who has none yet.
    package var zone: String? {
        get { browserZone.withLock { $0 } }
        set { browserZone.withLock { $0 = newValue } }
    }

    package func load() throws(Fault) -> StoredSession? {
        // Under one lock: nobody looks between the end of one session and the beginning of the next.
        let (pending, secrets) = state.withLock { state in
            (state.pending, state.pending == nil ? sessions.secrets(of: state.id) : nil)
        }
        if let pending { return pending }
        guard let secrets else { return nil }
        do {
            return try JSONDocument.read(StoredSession.self, from: secrets)
        } catch {
            throw .unauthenticated(
                "\(Text("The session cannot be read; sign in again.", "Сеанс не прочитать; войдите снова."))")
        }
    }

    package func begin(_ session: StoredSession) throws(Fault) {
        do throws(BrowserSessionError) {
            guard sessions.hasRoom(besides: self.session) else { throw .tooMany }
            guard try Self.encode(session).count <= sessions.mostSecretBytes else { throw .tooLong }
        } catch {
            throw Self.fault(error)
        }
        state.withLock { $0.pending = session }
    }

    /// Renews the tokens of the session that is here. One that was signed out meanwhile does not come back.
    package func save(_ session: StoredSession) throws(Fault) {
        let (id, isPending) = state.withLock { state in
            let isPending = state.pending?.session.id == session.session.id
            if isPending { state.pending = session }
            return (state.id, isPending)
        }
        guard !isPending else { return }
        do throws(BrowserSessionError) {
            guard try current(id)?.session.id == session.session.id else { throw .ended }
            try sessions.setSecrets(try Self.encode(session), of: id)
        } catch {
            throw Self.fault(error)
        }
        sessions.saveSoon()
    }

    package func remove() {
        let id = state.withLock { state in
            state.pending = nil
            return state.id
        }
        sessions.end(id)
        sessions.saveSoon()
    }

    /// Runs `body` while no other task of this process refreshes the session. No other process has it.
    package func locked<Result>(patience: Duration, _ body: () async throws -> Result) async throws -> Result {
        let deadline = ContinuousClock.now + patience
        while !tryLock() {
            guard ContinuousClock.now < deadline else {
                throw Fault(
                    .unavailable,
                    """
                    \(Text(
                    "Another page is refreshing this session and does not finish.",
                    "Другая страница обновляет этот сеанс и не заканчивает."))
                    """
                )
            }
            try await Task.sleep(for: Self.lockPause)
        }
        defer { state.withLock { $0.isLocked = false } }
        return try await body()
    }

    package func deviceCookie(of login: String) -> String? { nil }

    package func keepDeviceCookie(of signedIn: AuthSignal.SignedIn) {}

    private func tryLock() -> Bool {
        state.withLock { state in
            guard !state.isLocked else { return false }
            state.isLocked = true
            return true
        }
    }

    /// Returns what the session has; nil for secrets that are no session's of ours.
    private func current(_ id: BrowserSession.ID) throws(BrowserSessionError) -> StoredSession? {
        guard let secrets = sessions.secrets(of: id) else { throw .ended }
        return try? JSONDocument.read(StoredSession.self, from: secrets)
    }

    private static func encode(_ session: StoredSession) throws(BrowserSessionError) -> [UInt8] {
        do {
            return try JSONEncoding.encode(session)
        } catch {
            preconditionFailure("A session of texts and times can be encoded: \(error)")
        }
    }

    private static func fault(_ error: BrowserSessionError) -> Fault {
        switch error {
        case .ended:
            .unauthenticated("\(Text("The session has ended; sign in again.", "Сеанс закончился; войдите снова."))")
        case .tooMany:
            Fault(
                .overloaded,
                """
                \(Text(
                "Too many browsers are signed in here. Try again later.",
                "Здесь вошло слишком много браузеров. Повторите позже."))
                """)
        case .tooLong:
            Fault(
                .storageUnavailable,
                "\(Text("The session is too long to be kept here.", "Сеанс слишком велик, чтобы хранить его здесь."))")
        }
    }
}
