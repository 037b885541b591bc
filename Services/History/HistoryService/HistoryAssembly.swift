import Coordination
import Hosting
import Identity
import Signals
import Storage
import Transport

/// Builds history: the only place that names its concrete types together.
public struct HistoryAssembly: Assembly {
    private static let name = HouseService.history.rawValue

    private let settings: HistorySettings
    private let log: Log

    /// Runs history as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 flow failed, 75 already running.
    public static func run() async -> Never {
        await ServiceProcess(name: name, version: Version.current).run { (settings: HistorySettings, log) in
            try await HistoryAssembly(settings: settings, log: log).assemble()
        }
    }

    /// With settings that were read, and a log.
    public init(settings: HistorySettings, log: Log) {
        self.settings = settings
        self.log = log
    }

    /// The members of the process, in the order of their start. Neither ledger nor auth need to run: their events are
    /// read when they do.
    ///
    /// - Throws: `HostingError` (another history has the data), `KeyDirectoryError`, `StorageError`; `Fault` when the disk
    ///   fails.
    public func assemble() async throws -> [any Flow] {
        let common = settings.common
        let lock = try await WriterLock.acquire(service: Self.name, dataDirectory: common.dataDirectory)
        let keys = try KeyDirectory(path: common.dataDirectory + "/keys")
        let tokens = ServiceTokens(
            service: .history, key: try keys.signingKey(of: .history), clock: common.clock)
        let authenticator = TokenAuthenticator(keys: keys, clock: common.clock)
        var options = StoreOptions()
        options.reportTrouble = { [log] in log.error("storage in trouble", ["storage.error": .error($0)]) }
        let database = try await Store.open(
            at: "\(common.dataDirectory)/\(Self.name).db", migrations: HistoryMigrations.all, options: options)
        let store = SQLiteHistoryStore(database)
        let revocations = SessionRevocations(store: database, clock: common.clock) {
            authenticator.revoke(sessionID: $0, until: $1)
        }
        try await revocations.restore()
        let loop = SocketLoop()
        let (ledger, auth) = (link(to: .ledger, loop), link(to: .auth, loop))
        let (service, follower) = Self.service(store: store) {
            _ = try await ledger.call(
                "ledger.health", parameters: Array("{}".utf8), effect: .reads, within: .seconds(2))
        }
        let root = RelayCoordinator()
        root.startFlow(service)
        let listener = ListenerFlow(
            service: ServiceIdentity(name: Self.name, version: Version.current), signals: Self.routes, root: root,
            authenticator: authenticator, events: (database, HistoryEventVisibility()),
            probe: { _ = try await follower.lastSequence() }, settings: common, loop: loop, log: log)
        return [
            // The lock goes when the database is closed, not before.
            ResourceFlow(name: "store") {
                await database.close()
                withExtendedLifetime(lock) {}
            },
            loop,
            ResourceFlow(name: "links") {
                await ledger.close()
                await auth.close()
            },
            EventSubscriber(
                source: auth.service, runDirectory: common.runDirectory, link: auth, loop: loop, log: log,
                session: tokens.token, cursor: revocations.cursor, handle: revocations.handle),
            EventSubscriber(
                source: ledger.service, runDirectory: common.runDirectory, link: ledger, loop: loop, log: log,
                session: tokens.token, cursor: follower.lastSequence,
                handle: { try await follower.follow(try $0.map(RecordedFact.init)) }),
            // The door holds its parent weakly, so somebody has to hold the tree.
            ResourceFlow(name: "coordinators") { root.finishFlow() },
            listener,
        ]
    }

    private func link(to service: HouseService, _ loop: SocketLoop) -> ServiceLink {
        ServiceLink(
            service: service.rawValue, runDirectory: settings.common.runDirectory, loop: loop,
            maximumMessageBytes: settings.common.maximumMessageBytes)
    }

    private static var routes: [SignalRoute] {
        [
            SignalRoute(HistorySignal.Transactions.self), SignalRoute(HistorySignal.GetTransaction.self),
            SignalRoute(HistorySignal.Rebuild.self),
        ]
    }

    /// Builds the action service over any store, and what keeps the store up with ledger.
    ///
    /// - Parameter requireLedger: Throws when ledger cannot be reached.
    static func service(
        store: any HistoryStore, requireLedger: @escaping @Sendable () async throws -> Void
    ) -> (service: HistoryActionService, follower: LedgerFollower) {
        let progress = ReadingProgress()
        let service = HistoryActionService(
            HistoryActionService.Interactors(
                list: ListTransactionsInteractor(store: store), show: ShowTransactionInteractor(store: store),
                rebuild: RebuildInteractor(store: store, progress: progress, requireLedger: requireLedger)))
        return (service, LedgerFollower(store: store, progress: progress))
    }
}
