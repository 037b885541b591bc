import Signals
import Storage
import StrictJSON
import Synchronization

/// The market in memory, with what it takes to follow the changes that another machine makes.
final class MarketMemory: Sendable {
    private struct State {
        var market = Market()
        /// The newest event when the market was loaded; nil before.
        var asOf: Int64?
    }

    private let state = Mutex(State())

    /// The market after the last change that was taken.
    var market: Market { state.withLock { $0.market } }

    /// Replaces an entry, unless the known one is newer.
    func take(_ entry: SeriesEntry) { state.withLock { $0.market.take(entry) } }

    /// Begins with an empty market.
    /// - Returns: The keys of all series, to be loaded.
    func begin(_ connection: Connection) throws -> [SeriesKey] {
        let reading = SQLiteMarketSnapshot(connection: connection)
        let market = Market(revision: try reading.revision())
        let newest = try connection.newestSequence()
        state.withLock { $0 = State(market: market, asOf: newest) }
        return try reading.keys()
    }

    /// Loads the series that commits of another machine have changed.
    func follow(_ connection: Connection) throws {
        let reading = SQLiteMarketSnapshot(connection: connection)
        let (known, asOf) = state.withLock { ($0.market.revision, $0.asOf) }
        guard let asOf else {
            for key in try begin(connection) { take(try reading.entry(of: key)) }
            return
        }
        let revision = try reading.revision()
        guard revision != known else { return }
        let newest = try connection.newestSequence()
        let changed = try changes(after: asOf, from: known, to: revision, connection)
        let entries = try (changed ?? allKeys(reading)).sorted().map { try reading.entry(of: $0) }
        state.withLock { state in
            for entry in entries { state.market.take(entry) }
            state.asOf = newest
        }
    }

    /// Returns the series that events report as changed; nil when no event reports one of the revisions.
    private func changes(
        after sequence: Int64, from known: Int64, to revision: Int64, _ connection: Connection
    ) throws -> Set<SeriesKey>? {
        guard known < revision else { return nil }
        var missing = Set(known + 1...revision)
        var changed: Set<SeriesKey> = []
        let told: [[UInt8]] = try connection.all(
            "SELECT data FROM events WHERE sequence > ? AND type = 'scanner.candlesChanged'", sequence)
        for data in told {
            let event = try JSONDocument(data).root.decode(ScannerEvent.CandlesChanged.self)
            changed.insert(SeriesKey(ticker: event.ticker, timeframe: event.timeframe))
            if let revision = event.revision { missing.remove(revision) }
        }
        return missing.isEmpty ? changed : nil
    }

    /// Returns the keys of all series, those that are gone included.
    private func allKeys(_ reading: SQLiteMarketSnapshot) throws(SQLiteError) -> Set<SeriesKey> {
        Set(try reading.keys()).union(market.entries.keys)
    }
}
