import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Transport

/// Builds patterns: the only place that names its concrete types together.
public struct PatternsAssembly: Assembly {
    private let settings: PatternsSettings
    private let log: Log

    /// Runs patterns as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 flow failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.patterns).run {
            (settings: PatternsSettings, log) in
            try await PatternsAssembly(settings: settings, log: log).assemble()
        }
    }

    /// With settings that were read, and a log.
    public init(settings: PatternsSettings, log: Log) {
        self.settings = settings
        self.log = log
    }

    /// The members of the process, in the order of their start. Neither scanner nor auth need to run.
    ///
    /// - Throws: `HostingError` (another patterns has the data), `KeyDirectoryError`, `StorageError`; `Fault` when the
    ///   disk fails.
    public func assemble() async throws -> [any Flow] {
        let clock = settings.common.clock
        let host = try await ServiceHost.prepare(.patterns, settings: settings.common, log: log)
        let patterns = try await SQLitePatternsStore.open(
            at: host.databasePath, clock: clock, options: host.storeOptions)
        // Whether scanner is there is asked on a link of its own: a question nobody answers says nothing of long scans.
        let (auth, scanner, pulse) = (host.link(to: .auth), host.link(to: .scanner), host.link(to: .scanner))
        let sessions = try await host.revocations(keptIn: patterns.store)
        let market = ScannerLink(link: scanner, pulse: pulse, longestScan: settings.scanLimit)
        let scans = ScanQueue(
            TickerScanner(store: patterns, market: market, rules: settings.rules, clock: clock) { Identifier.random() })
        let watcher = WatchFlow(
            store: patterns, scans: scans, rules: settings.rules, every: settings.refreshEvery, clock: clock, log: log)
        let dependencies = PatternsDependencies(
            store: patterns, market: market, scans: scans, rules: settings.rules, clock: clock, ring: watcher.ring)
        let follower = MarketFollower(store: patterns)
        let listener = host.listener(
            answering: PatternsUseCases.all(dependencies), events: (patterns.store, PatternsEventVisibility()),
            // An empty write goes the way of every other and costs the disk nothing.
            probe: { try await patterns.store.write { _ in } })
        return host.flows(
            over: patterns.store, links: [auth, scanner, pulse],
            members: [
                watcher,
                host.follow(auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events, alongside: patterns.forgetDeleted)
                },
                host.follow(scanner, cursor: follower.lastSequence) { events in
                    try await follower.follow(try events.map(MarketFollower.News.init))
                    watcher.ring()
                },
            ], listener: listener)
    }
}

/// Asks scanner, as patterns itself.
struct ScannerLink: MarketAnswers {
    /// How long scanner may take for what it has at hand.
    private static let limit = Duration.seconds(10)
    /// How long somebody who wants to see the dashboard waits to hear whether scanner is there.
    private static let pulseLimit = Duration.milliseconds(300)

    let link: HouseLink
    let pulse: HouseLink
    /// How long a scan may take.
    let longestScan: Duration

    func securities() async throws -> ScannerSignal.SecurityList {
        try await link.send(ScannerSignal.Securities(), within: Self.limit)
    }

    func chart(_ signal: ScannerSignal.Chart) async throws -> ScannerSignal.ChartAnswer {
        try await link.send(signal, within: Self.limit)
    }

    func scan(_ signal: ScannerSignal.Scan) async throws -> ScannerSignal.ScanAnswer {
        try await link.send(signal, within: longestScan)
    }

    func isReachable() async -> Bool { await pulse.isReachable(within: Self.pulseLimit) }
}
