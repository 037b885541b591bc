import Coordination
import Curl
import Domain
import Hosting
import Identity
import MarketData
import ServiceRuntime
import Signals
import Storage
import Transport

/// The assembly of bonds: the only place that names its concrete types together.
public struct BondsAssembly: Assembly {
    private let settings: BondsSettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs bonds as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.bonds).run {
            (settings: BondsSettings, log) in
            try await BondsAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly from settings and a log.
    ///
    /// - Parameter house: The shared process, when it runs several services.
    public init(settings: BondsSettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Returns the members of the process, in the order of their start.
    ///
    /// - Throws: `HostingError` (another process of bonds has the data), `KeyDirectoryError`, `StorageError`; `Fault`
    ///   when the disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        let host = try await ServiceHost.prepare(.bonds, settings: settings.common, log: log, in: house)
        let database = try await Store.open(
            at: host.databasePath, migrations: BondsMigrations.all, options: host.storeOptions)
        let sessions = try await host.revocations(keptIn: database)
        let clock = settings.common.clock
        let store = SQLiteBondsStore(database, clock: clock)
        let client = HTTPClient()
        let exchange = BondExchange(ExchangeClient(baseURL: settings.exchangeURL, client: client))
        let listener = host.listener(
            answering: BondsUseCases.all(store: store, source: exchange, clock: clock),
            events: (database, EventsBySubject()),
            probe: database.probe)
        return host.members(
            over: database,
            members: [
                ResourceMember(name: "http") { client.close() },
                host.follow(.auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events, alongside: store.forgetDeleted)
                },
            ], listener: listener)
    }

    /// Returns the service on a database of its own, without sockets and without a source to fetch from.
    package static func service(
        at path: String, clock: WallClock
    ) async throws -> (service: UseCaseService, store: Store) {
        let database = try await Store.open(at: path, migrations: BondsMigrations.all)
        let bonds = SQLiteBondsStore(database, clock: clock)
        return (UseCaseService(BondsUseCases.all(store: bonds, source: nil, clock: clock)), database)
    }
}
