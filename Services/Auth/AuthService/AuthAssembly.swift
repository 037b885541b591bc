import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Transport

/// The assembly of auth: the only place that names its concrete types together.
public struct AuthAssembly: Assembly {
    private let settings: AuthSettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs auth as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.auth).run {
            (settings: AuthSettings, log) in
            try await AuthAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly from settings that were read and a log.
    ///
    /// - Parameter house: The process, when it runs several services.
    public init(settings: AuthSettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Creates the members of the process, in the order of their start.
    ///
    /// - Throws: `HostingError` (another auth uses the data), `KeyDirectoryError`, `StorageError`; `Fault` when the
    ///   disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.auth, settings: settings.common, log: log, in: house)
        var options = host.storeOptions
        options.readers = 1
        let database = try await Store.open(at: host.databasePath, migrations: AuthMigrations.all, options: options)
        let store = SQLiteAuthStore(database, clock: clock)
        let sessions = SessionMaker(
            issuer: TokenIssuer(key: try host.keys.signingKey(of: .auth), clock: clock), clock: clock,
            revoker: host.authenticator)
        if database.isFollowing { database.onFollow(FollowedSessions(sessions).follow) }
        let telegram = TelegramParts(settings.telegram, store: store, clock: clock, log: log)
        let dependencies = try await Self.dependencies(
            store: store,
            hasher: ArgonPasswordHasher(
                cost: settings.hashCost, threads: HashingThreads(count: settings.hashThreads)),
            sessions: sessions, vault: FactorVault(key: try host.keys.storageKey(of: .auth)), telegram: telegram,
            passkeys: settings.passkeys, registrations: settings.registrations, isReadable: database.isSchemaOwn)
        let meter = SignInMeter()
        let listener = host.listener(
            answering: AuthUseCases.all(dependencies, meter: meter), events: (database, EventsBySubject()),
            metrics: [meter.metrics],
            probe: {
                guard database.isSchemaOwn else { return try await database.probe() }
                _ = try await store.read { try $0.session(id: "") }
            })
        let uses = host.reportUses {
            try await dependencies.note($0.map { ($0.sessionID, $0.lastUsedAt) })
        }
        let bot: [any ProcessMember] = telegram.bot.map { [$0] } ?? []
        return host.members(over: database, members: bot, everywhere: [uses], listener: listener)
    }

    /// Creates the dependencies of the use cases over any store, and revokes the tokens of sessions that ended before
    /// the start.
    ///
    /// - Parameters:
    ///   - house: The domain and the pages of passkeys.
    ///   - registrations: The most registrations within ten minutes.
    ///   - isReadable: False when the store has another schema. The sessions are then revoked later.
    static func dependencies(
        store: any AuthStore, hasher: any PasswordHashing, sessions: SessionMaker, vault: FactorVault,
        telegram: TelegramParts, passkeys house: PasskeyHouse = .local,
        registrations: Int = AuthSettings.registrations.defaultValue, isReadable: Bool = true
    ) async throws -> AuthDependencies {
        if isReadable { try await store.read { try sessions.revokeEnded(in: $0) } }
        let turns = AttemptTurns()
        let gate = PasswordGate(
            store: store, hasher: hasher, clock: sessions.clock, turns: turns,
            nobodysHash: try await hasher.hash(Identifier.random(length: 26), for: .known))
        let codeGate = CodeGate(vault: vault)
        return AuthDependencies(
            store: store, hasher: hasher, sessions: sessions, gate: gate, codeGate: codeGate,
            cookies: DeviceCookies(key: vault.key), proofs: SessionProofs(key: vault.key),
            passkeys: PasskeyParts(
                house, key: vault.key, store: store, turns: turns, passwords: gate, codes: codeGate),
            registrations: RegistrationBound(most: registrations), telegram: telegram,
            zones: TimeZoneDirectory.system.zone)
    }
}
