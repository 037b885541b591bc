import Coordination
import Domain
import Signals
import Storage

/// History without a process around it, for benchmarks and tests from outside.
public struct HistoryForMeasuring: Sendable {
    /// The service that answers signals.
    public let service: UseCaseService
    private let database: Store
    private let store: SQLiteHistoryStore
    private let follower: LedgerFollower
    private let tree = RelayCoordinator()

    /// Opens the database at `path` and creates it if it is missing.
    public init(path: String) async throws {
        database = try await Store.open(at: path, migrations: HistoryMigrations.all)
        store = SQLiteHistoryStore(database)
        tree.startFlow(NoLedger())
        let progress = ReadingProgress()
        service = UseCaseService(
            HistoryUseCases.all(store: store, tree: tree, progress: progress, clock: .system))
        follower = LedgerFollower(store: store, progress: progress)
    }

    /// Loads large books into memory, as at a start.
    public func warmUp() async throws { try await store.warmUp() }

    /// Handles a page of ledger's events.
    public func follow(_ events: [Event]) async throws { try await follower.follow(try events.map(RecordedFact.init)) }

    /// Closes the database.
    public func close() async { await database.close() }
}

/// A ledger without events beyond those that the caller passes.
private final class NoLedger: ActionService {
    let node = CoordinatorNode()
    let handlers: SignalHandlers = {
        var handlers = SignalHandlers()
        handlers.answer(NewestEvent<LedgerSignal>.self) { _, _ in NewestEvent<LedgerSignal>.Answer(lastEvent: 0) }
        handlers.answer(LedgerSignal.Accounts.self) { _, _ in LedgerSignal.AccountList(accounts: []) }
        handlers.answer(LedgerSignal.Rates.self) { _, _ in LedgerSignal.RateList(rates: []) }
        return handlers
    }()
}
