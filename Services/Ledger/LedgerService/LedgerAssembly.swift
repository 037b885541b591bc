import Coordination
import Hosting
import Identity
import Signals
import Storage
import Transport

/// Builds ledger: the only place that names its concrete types together.
public struct LedgerAssembly: Assembly {
    private static let name = HouseService.ledger.rawValue

    private let settings: LedgerSettings
    private let log: Log

    /// Runs ledger as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 flow failed, 75 already running.
    public static func run() async -> Never {
        await ServiceProcess(name: name, version: Version.current).run { (settings: LedgerSettings, log) in
            try await LedgerAssembly(settings: settings, log: log).assemble()
        }
    }

    /// With settings that were read, and a log.
    public init(settings: LedgerSettings, log: Log) {
        self.settings = settings
        self.log = log
    }

    /// The members of the process, in the order of their start. Auth need not run: its events are read when it does.
    ///
    /// - Throws: `HostingError` (another ledger has the data), `KeyDirectoryError`, `StorageError`; `Fault` when the disk
    ///   fails.
    public func assemble() async throws -> [any Flow] {
        let common = settings.common
        let lock = try await WriterLock.acquire(service: Self.name, dataDirectory: common.dataDirectory)
        let keys = try KeyDirectory(path: common.dataDirectory + "/keys")
        let tokens = ServiceTokens(service: .ledger, key: try keys.signingKey(of: .ledger), clock: common.clock)
        let authenticator = TokenAuthenticator(keys: keys, clock: common.clock)
        var options = StoreOptions()
        options.reportTrouble = { [log] in log.error("storage in trouble", ["storage.error": .error($0)]) }
        let books = try await SQLiteLedgerStore.open(
            at: "\(common.dataDirectory)/\(Self.name).db", clock: common.clock, options: options)
        let revocations = SessionRevocations(store: books.store, clock: common.clock) {
            authenticator.revoke(sessionID: $0, until: $1)
        }
        try await revocations.restore()
        let loop = SocketLoop()
        let auth = ServiceLink(
            service: HouseService.auth.rawValue, runDirectory: common.runDirectory, loop: loop,
            maximumMessageBytes: common.maximumMessageBytes)
        let root = RelayCoordinator()
        root.startFlow(LedgerActionService(store: books, clock: common.clock))
        let readers = Set(settings.eventReaders.services.map(\.rawValue))
        let listener = ListenerFlow(
            service: ServiceIdentity(name: Self.name, version: Version.current), signals: Self.routes, root: root,
            authenticator: authenticator, events: (books.store, LedgerEventVisibility(readers: readers)),
            // An empty write goes the way of every other and costs the disk nothing.
            probe: { try await books.store.write { _ in } }, settings: common, loop: loop, log: log)
        return [
            // The lock goes when the database is closed, not before.
            ResourceFlow(name: "store") {
                await books.close()
                withExtendedLifetime(lock) {}
            },
            loop,
            ResourceFlow(name: "links") { await auth.close() },
            EventSubscriber(
                source: auth.service, runDirectory: common.runDirectory, link: auth, loop: loop, log: log,
                session: tokens.token, cursor: revocations.cursor, handle: revocations.handle),
            // The door holds its parent weakly, so somebody has to hold the tree.
            ResourceFlow(name: "coordinators") { root.finishFlow() },
            listener,
        ]
    }

    private static var routes: [SignalRoute] {
        [
            SignalRoute(LedgerSignal.OpenAccount.self), SignalRoute(LedgerSignal.Accounts.self),
            SignalRoute(LedgerSignal.Balance.self), SignalRoute(LedgerSignal.Features.self),
            SignalRoute(LedgerSignal.Deposit.self), SignalRoute(LedgerSignal.Withdraw.self),
            SignalRoute(LedgerSignal.MakeTransfer.self), SignalRoute(LedgerSignal.MakeTransfers.self),
            SignalRoute(LedgerSignal.Check.self),
        ]
    }
}
