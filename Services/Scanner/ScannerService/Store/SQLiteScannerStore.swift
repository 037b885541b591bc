import Coordination
import Domain
import Reasons
import Signals
import Storage
import StrictJSON
import Synchronization

/// The market in SQLite, with the candles of all series also in memory, in flat columns.
package final class SQLiteScannerStore: ScannerStore {
    /// The database, which also holds the event log.
    package let store: Store
    private let clock: WallClock
    private let memory = MarketMemory()

    /// Opens the market, creates it when it does not exist, and loads it into memory.
    ///
    /// - Throws: ``StorageError``; ``SQLiteError`` when it cannot be read.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions()
    ) async throws -> SQLiteScannerStore {
        let store = SQLiteScannerStore(
            try await Store.open(at: path, migrations: ScannerMigrations.all, options: options), clock: clock)
        if options.followedHouse != nil { store.store.onFollow(store.memory.follow) }
        // With another schema, everything is loaded as soon as it is the own one.
        guard store.store.isSchemaOwn else { return store }
        let memory = store.memory
        try await store.load(try await store.store.read { try memory.begin($0.connection) })
        return store
    }

    private init(_ store: Store, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Handles the deleted users in a page of auth's events, in the transaction that stores the page's cursor. Their
    /// securities lose their owner.
    ///
    /// - Throws: ``Fault`` `internal` for an event without a user.
    package func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let user = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, .badAuthEvent, ["sequence": .number(Int(event.sequence))])
            }
            try transaction.connection.run("UPDATE securities SET owner = NULL WHERE owner = ?", user)
            try transaction.forgetReplies(to: user)
        }
    }

    /// Finishes pending work and closes the file.
    package func close() async { await store.close() }

    package func market() -> Market { memory.market }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any MarketReading) throws -> Value
    ) async throws -> Value {
        try await store.read { try body(SQLiteMarketSnapshot(connection: $0.connection)) }
    }

    package func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any MarketTransaction) throws -> Value
    ) async throws -> Value {
        try await change(body) { try await store.write(deadline: deadline, weight: weight, $0) }
    }

    package func once<S: Signal>(
        _ signal: S, by caller: String, context: SignalContext, weight: Int,
        _ body: @escaping @Sendable (any MarketTransaction) throws -> S.Answer
    ) async throws -> S.Answer {
        try await change(body) { try await store.once(signal, by: caller, context: context, weight: weight, $0) }
    }

    package func answerBefore<S: Signal>(
        to signal: S, by caller: String, context: SignalContext
    ) async throws -> S.Answer? {
        try await store.answerBefore(to: signal, by: caller, context: context)
    }

    /// Runs `body` within a transaction, and loads the series that it changed into memory.
    private func change<Value: Sendable>(
        _ body: @escaping @Sendable (any MarketTransaction) throws -> Value,
        in transaction: (@escaping @Sendable (WriteTransaction) throws -> Value) async throws -> Value
    ) async throws -> Value {
        let changed = Mutex<Set<SeriesKey>>([])
        let value = try await transaction { [clock] in
            let transaction = SQLiteMarketTransaction(transaction: $0, clock: clock)
            let value = try body(transaction)
            try transaction.countRevision()
            changed.withLock { $0 = transaction.changed }
            return value
        }
        try await load(changed.withLock { $0 }.sorted())
        return value
    }

    /// Reloads series, one at a time. A concurrent later change has a higher revision, which wins.
    private func load(_ keys: [SeriesKey]) async throws {
        for key in keys {
            let entry = try await store.read { try SQLiteMarketSnapshot(connection: $0.connection).entry(of: key) }
            memory.take(entry)
        }
    }
}
