import Coordination
import Domain
import Hosting
import Identity
import Signals
import Storage
import Transport

/// Builds auth: the only place that names its concrete types together.
public struct AuthAssembly: Assembly {
    private let settings: AuthSettings
    private let log: Log

    /// Runs auth as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 flow failed, 75 already running.
    public static func run() async -> Never {
        await ServiceProcess(name: HouseService.auth.rawValue, version: Version.current).run {
            (settings: AuthSettings, log) in
            try await AuthAssembly(settings: settings, log: log).assemble()
        }
    }

    /// With settings that were read, and a log.
    public init(settings: AuthSettings, log: Log) {
        self.settings = settings
        self.log = log
    }

    /// The members of the process, in the order of their start.
    ///
    /// - Throws: `HostingError` (another auth has the data), `KeyDirectoryError`, `StorageError`; `Fault` when the disk fails.
    public func assemble() async throws -> [any Flow] {
        let common = settings.common
        let name = HouseService.auth.rawValue
        let lock = try await WriterLock.acquire(service: name, dataDirectory: common.dataDirectory)
        let keys = try KeyDirectory(path: common.dataDirectory + "/keys")
        let issuer = TokenIssuer(key: try keys.signingKey(of: .auth), clock: common.clock)
        let authenticator = TokenAuthenticator(keys: keys, clock: common.clock)
        var options = StoreOptions()
        options.readers = 1
        options.reportTrouble = { [log] in log.error("storage in trouble", ["storage.error": .error($0)]) }
        let database = try await Store.open(
            at: "\(common.dataDirectory)/\(name).db", migrations: AuthMigrations.all, options: options)
        let store = SQLiteAuthStore(database, clock: common.clock)
        let service = try await Self.service(
            store: store,
            hasher: ArgonPasswordHasher(
                cost: settings.hashCost, threads: HashingThreads(count: settings.hashThreads)),
            issuer: issuer, clock: common.clock, revoker: authenticator)
        let root = RelayCoordinator()
        root.startFlow(service)
        let loop = SocketLoop()
        let listener = ListenerFlow(
            service: ServiceIdentity(name: name, version: Version.current), signals: Self.routes, root: root,
            authenticator: authenticator, events: (database, AuthEventVisibility()),
            probe: { _ = try await store.read { try $0.session(id: "") } }, settings: common, loop: loop, log: log)
        return [
            // The lock goes when the database is closed, not before.
            ResourceFlow(name: "store") {
                await database.close()
                withExtendedLifetime(lock) {}
            },
            loop,
            // The door holds its parent weakly, so somebody has to hold the tree.
            ResourceFlow(name: "coordinators") { root.finishFlow() },
            listener,
        ]
    }

    private static var routes: [SignalRoute] {
        [
            SignalRoute(AuthSignal.Register.self), SignalRoute(AuthSignal.Login.self),
            SignalRoute(AuthSignal.Refresh.self), SignalRoute(AuthSignal.Me.self), SignalRoute(AuthSignal.Logout.self),
            SignalRoute(AuthSignal.Sessions.self), SignalRoute(AuthSignal.EndSession.self),
            SignalRoute(AuthSignal.ChangePassword.self), SignalRoute(AuthSignal.Keys.self),
        ]
    }

    /// Builds the action service over any store, and has the tokens of sessions refused that ended before the start.
    static func service(
        store: any AuthStore, hasher: any PasswordHashing, issuer: TokenIssuer, clock: WallClock,
        revoker: any SessionRevoker
    ) async throws -> AuthActionService {
        let gate = PasswordGate(
            store: store, hasher: hasher, clock: clock, turns: AttemptTurns(),
            nobodysHash: try await hasher.hash(Identifier.random(length: 26)))
        let sessions = SessionMaker(issuer: issuer, clock: clock, revoker: revoker)
        let policy = PasswordPolicy()
        let now = clock.now()
        sessions.revoke(try await store.read { try $0.endedSessions(withTokensAt: now) })
        return AuthActionService(
            AuthActionService.Interactors(
                register: RegisterInteractor(
                    store: store, hasher: hasher, sessions: sessions, gate: gate, policy: policy),
                login: LoginInteractor(store: store, hasher: hasher, sessions: sessions, gate: gate),
                refresh: RefreshInteractor(store: store, sessions: sessions),
                endSession: EndSessionInteractor(store: store, sessions: sessions),
                account: AccountInteractor(store: store),
                sessions: SessionsInteractor(store: store, clock: clock),
                changePassword: ChangePasswordInteractor(
                    store: store, hasher: hasher, sessions: sessions, gate: gate, policy: policy)),
            keys: [issuer.publicKey])
    }
}
