import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Transport

/// Builds history: the only place that names its concrete types together.
public struct HistoryAssembly: Assembly {
    private let settings: HistorySettings
    private let log: Log

    /// Runs history as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 flow failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.history).run {
            (settings: HistorySettings, log) in
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
        let host = try await ServiceHost.prepare(.history, settings: settings.common, log: log)
        let database = try await Store.open(
            at: host.databasePath, migrations: HistoryMigrations.all, options: host.storeOptions)
        let (ledger, auth) = (host.link(to: .ledger), host.link(to: .auth))
        let sessions = try await host.revocations(keptIn: database)
        let store = SQLiteHistoryStore(
            database, rowsInMemory: settings.rowsInMemory, clock: settings.common.clock)
        let chores = HistoryChores(store: store, log: log)
        let (service, follower) = Self.service(
            store: store, ledger: LedgerLink(link: ledger),
            clock: settings.common.clock)
        host.root.startFlow(service)
        let listener = host.listener(
            signals: Self.routes, events: (database, HistoryEventVisibility()),
            probe: { _ = try await follower.lastSequence() })
        return host.flows(
            over: database, links: [ledger, auth],
            members: [
                chores,
                host.follow(auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events, alongside: store.followPeople)
                    if events.contains(where: { $0.type == "auth.userDeleted" }) { chores.ring() }
                },
                host.follow(
                    ledger, cursor: follower.lastSequence,
                    handle: { try await follower.follow(try $0.map(RecordedFact.init)) }),
            ],
            listener: listener)
    }

    private static var routes: [SignalRoute] {
        [
            SignalRoute(HistorySignal.Transactions.self), SignalRoute(HistorySignal.GetTransaction.self),
            SignalRoute(HistorySignal.Statement.self), SignalRoute(HistorySignal.ReadStatement.self),
            SignalRoute(HistorySignal.FindSimilar.self), SignalRoute(HistorySignal.Summary.self),
            SignalRoute(HistorySignal.Categories.self),
            SignalRoute(HistorySignal.SetCategory.self), SignalRoute(HistorySignal.AddRule.self),
            SignalRoute(HistorySignal.Rules.self), SignalRoute(HistorySignal.MoveRule.self),
            SignalRoute(HistorySignal.RemoveRule.self), SignalRoute(HistorySignal.SaveFilter.self),
            SignalRoute(HistorySignal.Filters.self), SignalRoute(HistorySignal.RemoveFilter.self),
            SignalRoute(HistorySignal.Rebuild.self),
        ]
    }

    /// Builds the action service over any store, and what keeps the store up with ledger.
    ///
    /// - Parameter ledger: How far that is.
    static func service(
        store: any HistoryStore, ledger: any LedgerHead, clock: WallClock
    ) -> (service: HistoryActionService, follower: LedgerFollower) {
        let progress = ReadingProgress()
        let service = HistoryActionService(
            HistoryActionService.Interactors(
                list: ListTransactionsInteractor(store: store), show: ShowTransactionInteractor(store: store),
                summarize: SummarizeInteractor(store: store),
                rebuild: RebuildInteractor(store: store, progress: progress, ledger: ledger),
                statement: MakeStatementInteractor(store: store, clock: clock),
                readStatement: ReadStatementInteractor(store: store),
                findSimilar: FindSimilarInteractor(store: store, progress: progress, ledger: ledger),
                listCategories: ListCategoriesInteractor(store: store),
                setCategory: SetCategoryInteractor(store: store),
                addRule: AddRuleInteractor(store: store) { Identifier.random(length: 12) },
                listRules: ListRulesInteractor(store: store), changeRule: ChangeRuleInteractor(store: store),
                saveFilter: SaveFilterInteractor(store: store), listFilters: ListFiltersInteractor(store: store),
                removeFilter: RemoveFilterInteractor(store: store)))
        return (service, LedgerFollower(store: store, progress: progress))
    }
}

/// Asks ledger how far it is, as history itself.
private struct LedgerLink: LedgerHead {
    /// How long ledger may take.
    private static let limit = Duration.seconds(2)

    let link: HouseLink

    func newestSequence() async throws -> Int64 {
        try await link.newestEvent(within: Self.limit)
    }
}
