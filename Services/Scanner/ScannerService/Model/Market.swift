import Domain
import Signals

/// A security in one timeframe.
package struct SeriesKey: Hashable, Codable, Sendable, Comparable {
    package let ticker: String
    package let timeframe: ScannerSignal.Timeframe

    package init(ticker: String, timeframe: ScannerSignal.Timeframe) {
        self.ticker = ticker
        self.timeframe = timeframe
    }

    /// Orders by ticker, then the shorter timeframe first.
    package static func < (left: SeriesKey, right: SeriesKey) -> Bool {
        (left.ticker, left.timeframe.minutes) < (right.ticker, right.timeframe.minutes)
    }
}

/// The data of a series in the market.
package struct SeriesEntry: Sendable {
    package let key: SeriesKey
    /// The name of the security.
    package let name: String?
    /// True for simulated prices.
    package let isMadeUp: Bool
    /// The number of candles, the unfinished one included.
    package let count: Int
    package let first: MarketTime
    package let last: MarketTime
    /// The finished candles, adjusted for splits.
    package let series: CandleSeries
    /// The revision of the market that produced this entry; the entry with the highest revision wins.
    let revision: Int64
}

/// A snapshot of the whole market in memory.
package struct Market: Sendable {
    package private(set) var entries: [SeriesKey: SeriesEntry] = [:]
    /// The revision of this state.
    package private(set) var revision: Int64 = 0

    /// Creates a market without candles at a revision.
    package init(revision: Int64 = 0) { self.revision = revision }

    package subscript(ticker: String, timeframe: ScannerSignal.Timeframe) -> SeriesEntry? {
        entries[SeriesKey(ticker: ticker, timeframe: timeframe)]
    }

    /// All series, sorted by key.
    package var sorted: [SeriesEntry] { entries.values.sorted { $0.key < $1.key } }

    /// Returns all real, or all simulated, series of a timeframe. The two are mixed only on request.
    package func entries(in timeframe: ScannerSignal.Timeframe, madeUp: Bool) -> [SeriesEntry] {
        sorted.filter { $0.key.timeframe == timeframe && $0.isMadeUp == madeUp }
    }

    /// Replaces an entry, or removes it when the series is gone, unless the known entry is newer.
    mutating func take(_ entry: SeriesEntry) {
        guard entries[entry.key].map({ $0.revision <= entry.revision }) ?? true else { return }
        entries[entry.key] = entry.count == 0 ? nil : entry
        revision = max(revision, entry.revision)
    }
}

/// The result of an import.
package struct ImportReport: Hashable, Sendable {
    package let key: SeriesKey
    package let added: Int
    package let updated: Int
    /// The number of candles after the import.
    package let count: Int
    package let first: MarketTime?
    package let last: MarketTime?
    /// The time of the last candle when it is unfinished.
    package let unfinished: MarketTime?
}

extension ScannerSignal.Split {
    /// Adjusts candles, oldest first: prices before a split are scaled as if it had always applied, volumes inversely.
    package static func adjust(_ candles: inout [Candle], by splits: [Self]) {
        guard !splits.isEmpty else { return }
        for index in candles.indices {
            let day = candles[index].time.day
            var factor = 1.0
            for split in splits where day < split.day { factor *= Double(split.before) / Double(split.after) }
            guard factor != 1 else { continue }
            candles[index].open *= factor
            candles[index].high *= factor
            candles[index].low *= factor
            candles[index].close *= factor
            candles[index].volume = candles[index].volume.map { $0 / factor }
        }
    }
}
