import Coordination
import Domain
import Signals
import Storage
import StrictJSON
import Synchronization

/// The market in SQLite, with the candles of all series in memory too, in flat columns.
package final class SQLiteScannerStore: ScannerStore {
    /// The database, whose log of events others read.
    package let store: Store
    private let clock: WallClock
    private let known = Mutex(Market())

    /// Opens the market, making it when there is none, and takes it into memory.
    ///
    /// - Throws: ``StorageError``; ``SQLiteError`` when it cannot be read.
    package static func open(
        at path: String, clock: WallClock = .system, options: StoreOptions = StoreOptions()
    ) async throws -> SQLiteScannerStore {
        let store = SQLiteScannerStore(
            try await Store.open(at: path, migrations: ScannerMigrations.all, options: options), clock: clock)
        let (keys, revision) = try await store.store.read { transaction in
            let reading = MarketReading(connection: transaction.connection)
            return (try reading.keys(), try reading.revision())
        }
        store.known.withLock { $0 = Market(revision: revision) }
        try await store.load(keys)
        return store
    }

    private init(_ store: Store, clock: WallClock) {
        self.store = store
        self.clock = clock
    }

    /// Leaves the securities of users who are gone by a page of auth's events to everybody, in the transaction that handles
    /// the page.
    ///
    /// - Throws: ``Fault`` `internal` for an event that does not say who.
    package func forgetDeleted(_ events: [Event], in transaction: WriteTransaction) throws {
        for event in events where event.type == "auth.userDeleted" {
            guard let user = try? JSONDocument(event.data).root.member("userId")?.string else {
                throw Fault(.internalFault, "Event \(event.sequence) of auth does not say which user was deleted.")
            }
            try transaction.connection.run("UPDATE securities SET owner = NULL WHERE owner = ?1") {
                $0.bind(user, at: 1)
            }
        }
    }

    /// Finishes what waits and closes the file.
    package func close() async { await store.close() }

    package func market() -> Market { known.withLock { $0 } }

    package func write<Value: Sendable>(
        deadline: Instant?, weight: Int, _ body: @escaping @Sendable (any MarketBooks) throws -> Value
    ) async throws -> Value {
        let (value, changed) = try await store.write(deadline: deadline, weight: weight) { [clock] transaction in
            let books = SQLiteMarketBooks(transaction: transaction, clock: clock)
            let value = try body(books)
            try books.countRevision()
            return (value, books.changed)
        }
        try await load(changed.sorted())
        return value
    }

    /// Reads series anew, one at a time. Whoever comes later knows a later revision, which counts.
    private func load(_ keys: [SeriesKey]) async throws {
        for key in keys {
            let entry = try await store.read { try MarketReading(connection: $0.connection).entry(of: key) }
            known.withLock { $0.take(entry) }
        }
    }

    package func count(of key: SeriesKey, within period: ClosedRange<MarketTime>) async throws -> Int {
        try await store.read { try MarketReading(connection: $0.connection).count(of: key, within: period) }
    }

    package func candles(
        of key: SeriesKey, within period: ClosedRange<MarketTime>, merging: Int
    ) async throws -> [Candle] {
        try await store.read { transaction in
            let reading = MarketReading(connection: transaction.connection)
            var merged: [Candle] = []
            var neighbours: [Candle] = []
            let splits = try reading.splits(of: key.ticker) ?? []
            func merge() {
                StockSplit.adjust(&neighbours, by: splits)
                merged.append(Candle.merged(neighbours[...]))
                neighbours.removeAll(keepingCapacity: true)
            }
            try reading.forEach(of: key, within: period) { candle in
                neighbours.append(candle)
                if neighbours.count == merging { merge() }
            }
            if !neighbours.isEmpty { merge() }
            return merged
        }
    }

    package func splits(of ticker: String) async throws -> [StockSplit]? {
        try await store.read { try MarketReading(connection: $0.connection).splits(of: ticker) }
    }
}
