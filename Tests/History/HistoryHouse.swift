import Coordination
import Domain
import Foundation
import Signals
import Storage
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import HistoryService

/// The store under the rules. The same tests hold for both.
enum StoreKind: CaseIterable, Sendable {
    case inMemory
    case sqlite
}

/// History without sockets: its use cases over a store of either kind, fed with events like ledger's.
final class HistoryHouse: Sendable {
    let service: UseCaseService
    let follower: LedgerFollower
    let store: any HistoryStore
    private let database: Store?
    private let ledger = Ledger()
    private let tree: RelayCoordinator

    /// A stopped clock.
    static let clock = WallClock { Instant(milliseconds: 1_795_251_108_000) }

    init(store: any HistoryStore, database: Store? = nil) {
        self.store = store
        self.database = database
        let progress = ReadingProgress()
        tree = RelayCoordinator(leadingTo: ledger)
        service = UseCaseService(
            HistoryUseCases.all(store: store, tree: tree, progress: progress, clock: Self.clock))
        follower = LedgerFollower(store: store, progress: progress)
    }

    /// A ledger that a test can make unreachable.
    private final class Ledger: ActionService {
        let node = CoordinatorNode()
        let isThere = Mutex(true)
        let newest = Mutex<Int64>(0)
        let accounts = Mutex<[LedgerSignal.Account]>([])
        let rates = Mutex<[LedgerSignal.Rate]>([])

        var handlers: SignalHandlers {
            var handlers = SignalHandlers()
            handlers.answer(NewestEvent<LedgerSignal>.self) { [self] _, _ in
                guard isThere.withLock({ $0 }) else { throw Fault(.unavailable, "Ledger is away.") }
                return NewestEvent<LedgerSignal>.Answer(lastEvent: newest.withLock { $0 })
            }
            handlers.answer(LedgerSignal.Accounts.self) { [self] _, _ in
                guard isThere.withLock({ $0 }) else { throw Fault(.unavailable, "Ledger is away.") }
                return LedgerSignal.AccountList(accounts: accounts.withLock { $0 })
            }
            handlers.answer(LedgerSignal.Rates.self) { [self] _, _ in
                LedgerSignal.RateList(rates: rates.withLock { $0 })
            }
            return handlers
        }
    }

    /// Where use cases find ledger.
    var leadingToLedger: any Transmitter { tree }

    /// Sets what ledger answers about accounts and rates, to everybody.
    func setLedger(accounts: [LedgerSignal.Account], rates: [LedgerSignal.Rate] = []) {
        ledger.accounts.withLock { $0 = accounts }
        ledger.rates.withLock { $0 = rates }
    }

    func setLedgerThere(_ isThere: Bool) { ledger.isThere.withLock { $0 = isThere } }

    /// Sets the time zone of a user, as auth's events do.
    func setZone(_ name: String, of userID: String, revision: Int64 = 1) async throws {
        if let memory = store as? InMemoryHistoryStore {
            let content = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
            let zone = Domain.TimeZone(name: name, content: Array(content))
            memory.setZone(try #require(zone), of: userID)
        }
        try await database?.write { transaction in
            _ = try PersonZones(connection: transaction.connection).keep(name, of: userID, revision: revision)
        }
    }

    /// Sets the sequence of ledger's newest event.
    func setNewestOfLedger(_ sequence: Int64) { ledger.newest.withLock { $0 = sequence } }

    /// Runs `body` with a house and removes it afterwards.
    static func with(_ kind: StoreKind, _ body: (HistoryHouse) async throws -> Void) async throws {
        switch kind {
        case .inMemory: try await body(HistoryHouse(store: InMemoryHistoryStore()))
        case .sqlite: try await withDatabase { _, house in try await body(house) }
        }
    }

    /// Runs `body` with a house over a database, and the database.
    static func withDatabase(
        in folder: TemporaryDirectory = TemporaryDirectory(), rowsInMemory: Int = BookShelf.usualRows,
        _ body: (Store, HistoryHouse) async throws -> Void
    ) async throws {
        let store = try await Store.open(at: folder.file("history.db"), migrations: HistoryMigrations.all)
        do {
            try await body(
                store, HistoryHouse(store: SQLiteHistoryStore(store, rowsInMemory: rowsInMemory), database: store))
        } catch {
            await store.close()
            throw error
        }
        await store.close()
        withExtendedLifetime(folder) {}
    }

    /// Returns the recorded events in order.
    func told() async throws -> [HistoryEvent.Changed] {
        guard let database else { return (store as? InMemoryHistoryStore)?.told ?? [] }
        return try await database.events(after: 0, limit: 1000).map { event in
            #expect(event.type == HistoryEvent.Changed.type)
            return try JSONDocument(event.data).root.decode(HistoryEvent.Changed.self)
        }
    }

    /// Handles events in pages, like the subscriber.
    func follow(_ events: [Event], pageSize: Int = 500) async throws {
        for start in stride(from: 0, to: events.count, by: pageSize) {
            try await follower.follow(try events[start..<min(start + pageSize, events.count)].map(RecordedFact.init))
        }
    }

    /// Sends a signal as a user, or as nobody.
    func send<S: Signal>(
        _ signal: S, as userID: String? = "anna", key: String? = nil
    ) async throws -> S.Answer {
        guard let handler = service.handler(for: S.self) else { throw Fault.methodNotFound(S.method) }
        let caller: Caller =
            userID.map { .user(UserSession(userID: $0, sessionID: "s1", expiresAt: Instant(microseconds: .max))) }
            ?? .anonymous
        return try await handler(signal, SignalContext(caller: caller, idempotencyKey: key))
    }

    func list(
        _ filter: HistorySignal.Transactions = HistorySignal.Transactions(), as userID: String = "anna"
    ) async throws -> HistorySignal.TransactionPage {
        try await send(filter, as: userID)
    }

    /// Returns the fault that answers a signal; nil for an answer.
    func fault<S: Signal>(of signal: S, as userID: String? = "anna", key: String? = nil) async throws -> Fault? {
        do {
            _ = try await send(signal, as: userID, key: key)
            return nil
        } catch let fault as Fault {
            return fault
        }
    }
}
