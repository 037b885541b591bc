import Coordination
import Domain
import Hosting
import Identity
import ServiceRuntime
import Signals
import Storage
import Transport

/// The assembly of history: the only place that names its concrete types together.
public struct HistoryAssembly: Assembly {
    private let settings: HistorySettings
    private let log: Log
    private let house: SharedHouse?

    /// Runs history as a process until SIGTERM or SIGINT.
    ///
    /// - Returns: Never; exit codes: 0 stopped, 64 wrong settings, 70 a member failed, 75 already running.
    public static func run() -> Never {
        ServiceProcess(.history).run {
            (settings: HistorySettings, log) in
            try await HistoryAssembly(settings: settings, log: log).assemble()
        }
    }

    /// Creates the assembly from settings that were read and a log.
    ///
    /// - Parameter house: The process, when it runs several services.
    public init(settings: HistorySettings, log: Log, in house: SharedHouse? = nil) {
        self.settings = settings
        self.log = log
        self.house = house
    }

    /// Creates the members of the process, in the order of their start. Ledger and auth need not run: history reads
    /// their events once they do.
    ///
    /// - Throws: `HostingError` (another history uses the data), `KeyDirectoryError`, `StorageError`; `Fault` when the
    ///   disk fails.
    public func assemble() async throws -> [any ProcessMember] {
        let host = try await ServiceHost.prepare(.history, settings: settings.common, log: log, in: house)
        let database = try await Store.open(
            at: host.databasePath, migrations: HistoryMigrations.all, options: host.storeOptions)
        let sessions = try await host.revocations(keptIn: database)
        let store = SQLiteHistoryStore(
            database, rowsInMemory: settings.rowsInMemory, clock: settings.common.clock)
        let warmUp = HistoryWarmUp(store: store, log: log)
        let erasing = HistoryErasing(store: store, log: log)
        let progress = ReadingProgress()
        if database.isFollowing { store.follow(reporting: progress) }
        let follower = LedgerFollower(store: store, progress: progress)
        let listener = host.listener(
            answering: HistoryUseCases.all(
                store: store, tree: host.tree(reaching: .ledger), progress: progress,
                clock: settings.common.clock),
            events: (database, EventsByUserID()),
            probe: {
                guard database.isSchemaOwn else { return try await database.probe() }
                _ = try await follower.lastSequence()
            })
        return host.members(
            over: database,
            members: [
                erasing,
                host.follow(.auth, cursor: sessions.cursor) { events in
                    try await sessions.handle(events, alongside: store.followPeople)
                    if events.contains(where: { $0.type == "auth.userDeleted" }) { erasing.wake() }
                },
                host.follow(
                    .ledger, cursor: follower.lastSequence,
                    handle: { try await follower.follow(try $0.map(RecordedFact.init)) }),
            ],
            everywhere: [warmUp], listener: listener)
    }
}
