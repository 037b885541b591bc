import Coordination
import Domain
import Storage

/// History without a process around it, for those who measure or test it from outside.
public struct HistoryForMeasuring: Sendable {
    /// What answers.
    public let service: UseCaseService
    private let database: Store
    private let store: SQLiteHistoryStore
    private let follower: LedgerFollower

    /// Over the database at `path`, made when there is none.
    public init(path: String) async throws {
        database = try await Store.open(at: path, migrations: HistoryMigrations.all)
        store = SQLiteHistoryStore(database)
        let progress = ReadingProgress()
        service = UseCaseService(
            HistoryUseCases.all(store: store, ledger: NoLedger(), progress: progress, clock: .system))
        follower = LedgerFollower(store: store, progress: progress)
    }

    /// Takes large books into memory, as a start does.
    public func warmUp() async throws { try await store.warmUp() }

    /// Handles a page of ledger's events.
    public func follow(_ events: [Event]) async throws { try await follower.follow(try events.map(RecordedFact.init)) }

    /// Closes the database.
    public func close() async { await database.close() }
}

/// Nothing is booked beside what is handed in.
private struct NoLedger: LedgerHead {
    func newestSequence() async throws -> Int64 { 0 }
}
