import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
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
    public static func run() -> Never {
        ServiceProcess(.auth).run {
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
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.auth, settings: settings.common, log: log)
        var options = host.storeOptions
        options.readers = 1
        let database = try await Store.open(at: host.databasePath, migrations: AuthMigrations.all, options: options)
        let store = SQLiteAuthStore(database, clock: clock)
        let telegram = TelegramParts(settings.telegram, store: store, clock: clock, log: log)
        host.root.startFlow(
            try await Self.service(
                store: store,
                hasher: ArgonPasswordHasher(
                    cost: settings.hashCost, threads: HashingThreads(count: settings.hashThreads)),
                issuer: TokenIssuer(key: try host.keys.signingKey(of: .auth), clock: clock), clock: clock,
                revoker: host.authenticator, vault: FactorVault(key: try host.keys.storageKey(of: .auth)),
                telegram: telegram, registrations: settings.registrations))
        let listener = host.listener(
            signals: Self.routes, events: (database, AuthEventVisibility()),
            probe: { _ = try await store.read { try $0.session(id: "") } })
        let noteUses = NoteUsesInteractor(store: store, clock: clock)
        let bot: [any Flow] = telegram.bot.map { [$0] } ?? []
        return host.flows(
            over: database, members: [host.reportUses { _ = try await noteUses.note($0) }] + bot, listener: listener)
    }

    private static var routes: [SignalRoute] {
        [
            SignalRoute(AuthSignal.Register.self), SignalRoute(AuthSignal.Login.self),
            SignalRoute(AuthSignal.Refresh.self), SignalRoute(AuthSignal.Me.self), SignalRoute(AuthSignal.Logout.self),
            SignalRoute(AuthSignal.Sessions.self), SignalRoute(AuthSignal.EndSession.self),
            SignalRoute(AuthSignal.NoteUses.self), SignalRoute(AuthSignal.FindPeople.self),
            SignalRoute(AuthSignal.SetUsername.self),
            SignalRoute(AuthSignal.SetZone.self),
            SignalRoute(AuthSignal.AdoptZones.self),
            SignalRoute(AuthSignal.ChangePassword.self), SignalRoute(AuthSignal.SetPassword.self),
            SignalRoute(AuthSignal.Keys.self),
            SignalRoute(AuthSignal.BeginTOTP.self), SignalRoute(AuthSignal.ConfirmTOTP.self),
            SignalRoute(AuthSignal.DisableTOTP.self), SignalRoute(AuthSignal.RenewRecoveryCodes.self),
            SignalRoute(AuthSignal.Prove.self), SignalRoute(AuthSignal.CheckCode.self),
            SignalRoute(AuthSignal.EndOtherSessions.self), SignalRoute(AuthSignal.EndSessions.self),
            SignalRoute(AuthSignal.IssueReset.self), SignalRoute(AuthSignal.ResetPassword.self),
            SignalRoute(AuthSignal.Export.self), SignalRoute(AuthSignal.DeleteUser.self),
        ] + telegramRoutes
    }

    private static var telegramRoutes: [SignalRoute] {
        [
            SignalRoute(AuthSignal.StartTelegram.self), SignalRoute(AuthSignal.PollTelegram.self),
            SignalRoute(AuthSignal.LinkTelegram.self), SignalRoute(AuthSignal.UnlinkTelegram.self),
            SignalRoute(AuthSignal.TelegramStatus.self), SignalRoute(AuthSignal.TelegramWidget.self),
            SignalRoute(AuthSignal.TelegramUpdate.self),
        ]
    }

    /// Builds the action service over any store, and has the tokens of sessions refused that ended before the start.
    static func service(
        store: any AuthStore, hasher: any PasswordHashing, issuer: TokenIssuer, clock: WallClock,
        revoker: any SessionRevoker, vault: FactorVault, telegram: TelegramParts,
        registrations: Int = AuthSettings.registrations.defaultValue
    ) async throws -> AuthActionService {
        let turns = AttemptTurns()
        let gate = PasswordGate(
            store: store, hasher: hasher, clock: clock, turns: turns,
            nobodysHash: try await hasher.hash(Identifier.random(length: 26), for: .known))
        let sessions = SessionMaker(issuer: issuer, clock: clock, revoker: revoker)
        let policy = PasswordPolicy()
        let codeGate = CodeGate(vault: vault)
        let cookies = DeviceCookies(key: vault.key)
        let proofs = SessionProofs(key: vault.key)
        let now = clock.now()
        sessions.revoke(try await store.read { try $0.endedSessions(withTokensAt: now) })
        for session in try await store.read({ try $0.departedSessions(withTokensAt: now) }) {
            revoker.revoke(sessionID: session.id, until: session.tokenExpiresAt)
        }
        return AuthActionService(
            AuthActionService.Interactors(
                register: RegisterInteractor(
                    store: store, hasher: hasher, sessions: sessions, gate: gate, policy: policy, cookies: cookies,
                    bound: RegistrationBound(most: registrations)),
                login: LoginInteractor(
                    store: store, hasher: hasher, sessions: sessions, gate: gate, codeGate: codeGate, cookies: cookies),
                refresh: RefreshInteractor(store: store, sessions: sessions),
                endSession: EndSessionInteractor(store: store, sessions: sessions),
                account: AccountInteractor(store: store),
                sessions: SessionsInteractor(store: store, clock: clock),
                noteUses: NoteUsesInteractor(store: store, clock: clock),
                findPeople: FindPeopleInteractor(store: store), setUsername: SetUsernameInteractor(store: store),
                setZone: SetZoneInteractor(store: store, clock: clock, zones: TimeZoneDirectory.system.zone),
                adoptZones: AdoptZonesInteractor(store: store, clock: clock, zones: TimeZoneDirectory.system.zone),
                changePassword: ChangePasswordInteractor(
                    store: store, hasher: hasher, sessions: sessions, gate: gate, policy: policy),
                setPassword: SetPasswordInteractor(
                    store: store, hasher: hasher, sessions: sessions, policy: policy),
                endOtherSessions: EndOtherSessionsInteractor(store: store, sessions: sessions),
                factors: AuthActionService.Factors(
                    begin: BeginTOTPInteractor(store: store, gate: gate, vault: vault),
                    confirm: ConfirmTOTPInteractor(store: store, sessions: sessions, vault: vault),
                    change: ChangeFactorInteractor(
                        store: store, sessions: sessions, gate: gate, codeGate: codeGate),
                    checkCode: CheckCodeInteractor(store: store, gate: codeGate, proofs: proofs, clock: clock),
                    prove: ProveInteractor(store: store, gate: gate, proofs: proofs)),
                leaving: AuthActionService.Leaving(
                    issueReset: IssueResetInteractor(store: store, clock: clock),
                    endSessions: EndSessionsInteractor(store: store, sessions: sessions),
                    resetPassword: ResetPasswordInteractor(
                        store: store, hasher: hasher, sessions: sessions, turns: turns, policy: policy),
                    export: ExportInteractor(store: store),
                    deleteUser: DeleteUserInteractor(
                        store: store, sessions: sessions, gate: gate, codeGate: codeGate)),
                telegram: Self.telegram(
                    telegram, store: store, sessions: sessions, gate: gate, codeGate: codeGate)),
            keys: [issuer.publicKey])
    }

    private static func telegram(
        _ parts: TelegramParts, store: any AuthStore, sessions: SessionMaker, gate: PasswordGate, codeGate: CodeGate
    ) -> AuthActionService.Telegram {
        let bot = parts.setup.bot
        return AuthActionService.Telegram(
            begin: BeginTelegramInteractor(
                store: store, clock: sessions.clock, bot: bot, gate: gate, codeGate: codeGate),
            poll: PollTelegramInteractor(store: store, sessions: sessions),
            unlink: UnlinkTelegramInteractor(store: store, clock: sessions.clock, gate: gate),
            status: TelegramStatusInteractor(store: store, bot: bot),
            widget: TelegramWidgetInteractor(store: store, sessions: sessions, setup: parts.setup),
            webhook: TelegramWebhook(secretDigest: parts.webhookSecretDigest, handle: parts.updates))
    }
}
