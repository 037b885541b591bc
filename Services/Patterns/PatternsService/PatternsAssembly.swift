import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Transport

/// The assembly of patterns: the only place that names its concrete types together.
public struct PatternsAssembly: Assembly {
    private let settings: PatternsSettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs patterns as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 invalid settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.patterns).run {
            (settings: PatternsSettings, log) in
            try await PatternsAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly from settings and a log.
    ///
    /// - Parameter house: The shared process, when it runs several services.
    public init(settings: PatternsSettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Returns the members of the process, in the order of their start. Scanner and auth need not be running.
    ///
    /// - Throws: `HostingError` (another process of patterns has the data), `KeyDirectoryError`, `StorageError`;
    ///   `Fault` when the disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.patterns, settings: settings.common, log: log, in: house)
        let patterns = try await SQLitePatternsStore.open(
            at: host.databasePath, clock: clock, options: host.storeOptions)
        let sessions = try await host.revocations(keptIn: patterns.store)
        let market = Market(
            tree: host.tree(reaching: .scanner, apart: Market.askedApart), longestScan: settings.scanLimit)
        let scans = ScanQueue(
            TickerScanner(store: patterns, market: market, rules: settings.rules, clock: clock) { Identifier.random() })
        let watcher = WatchLoop(
            store: patterns, scans: scans, rules: settings.rules, every: settings.refreshEvery, clock: clock, log: log)
        let dependencies = PatternsDependencies(
            store: patterns, market: market, scans: scans, rules: settings.rules, clock: clock, wake: watcher.wake)
        let follower = MarketFollower(store: patterns)
        let listener = host.listener(
            answering: PatternsUseCases.all(dependencies), events: (patterns.store, EventsByUserID()),
            probe: patterns.store.probe)
        return host.members(
            over: patterns.store,
            members: [
                watcher,
                host.follow(.auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events, alongside: patterns.forgetDeleted)
                },
                host.follow(.scanner, cursor: follower.lastSequence) { events in
                    try await follower.follow(try events.map(MarketFollower.MarketChange.init))
                    watcher.wake()
                },
            ], listener: listener)
    }
}
