import Coordination
import Curl
import Glibc
import Hosting
import Identity
import MarketData
import ServiceRuntime
import Signals
import Storage
import Transport

/// The assembly of scanner: the only place that names its concrete types together.
public struct ScannerAssembly: Assembly {
    private let settings: ScannerSettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs scanner as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.scanner).run {
            (settings: ScannerSettings, log) in
            try await ScannerAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly from settings and a log.
    ///
    /// - Parameter house: The shared process, when it runs several services.
    public init(settings: ScannerSettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Returns the members of the process, in the order of their start. Auth need not be running: its events are read
    /// once it runs.
    ///
    /// - Throws: `HostingError` (another process of scanner has the data), `KeyDirectoryError`, `StorageError`; `Fault`
    ///   when the disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.scanner, settings: settings.common, log: log, in: house)
        let market = try await SQLiteScannerStore.open(at: host.databasePath, clock: clock, options: host.storeOptions)
        let sessions = try await host.revocations(keptIn: market.store)
        let client = HTTPClient()
        let source = MoscowExchange(ExchangeClient(baseURL: settings.exchangeURL, client: client))
        let meter = ScanMeter()
        let listener = host.listener(
            answering: ScannerUseCases.all(
                store: market, engine: Self.engine(threads: settings.threads), limits: settings.limits, source: source,
                clock: clock, meter: meter),
            events: (market.store, EventsByUserID()), metrics: [meter.metrics],
            probe: market.store.probe)
        return host.members(
            over: market.store,
            members: [
                ResourceMember(name: "http") { client.close() },
                host.follow(.auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events, alongside: market.forgetDeleted)
                },
            ], listener: listener)
    }

    /// Creates the engine on threads of its own, so that a scan blocks neither sockets nor the thread pool of Swift.
    package static func engine(threads: Int) -> ScanEngine {
        let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return ScanEngine(threads: threads == 0 ? processors : threads) { work in
            BackgroundThread.start(named: "scanner-search", work)
        }
    }
}
