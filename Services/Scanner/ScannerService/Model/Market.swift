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

    /// By ticker, the shorter timeframe first.
    package static func < (left: SeriesKey, right: SeriesKey) -> Bool {
        (left.ticker, left.timeframe.minutes) < (right.ticker, right.timeframe.minutes)
    }
}

/// What the market knows of a series.
package struct SeriesEntry: Sendable {
    package let key: SeriesKey
    /// What the security is called in words.
    package let name: String?
    /// Whether nobody ever traded at these prices.
    package let isMadeUp: Bool
    /// How many candles there are, the one that is not over included.
    package let count: Int
    package let first: MarketTime
    package let last: MarketTime
    /// Those that are over, adjusted for splits.
    package let series: CandleSeries
    /// Counts the changes of the market; the entry of the latest change counts.
    let revision: Int64
}

/// The whole market at one moment, in memory.
package struct Market: Sendable {
    package private(set) var entries: [SeriesKey: SeriesEntry] = [:]
    /// Of which change this is the state.
    package private(set) var revision: Int64 = 0

    /// A market without candles, as of a change.
    package init(revision: Int64 = 0) { self.revision = revision }

    package subscript(ticker: String, timeframe: ScannerSignal.Timeframe) -> SeriesEntry? {
        entries[SeriesKey(ticker: ticker, timeframe: timeframe)]
    }

    /// All series, in order.
    package var sorted: [SeriesEntry] { entries.values.sorted { $0.key < $1.key } }

    /// All series in a timeframe that were really traded, or all that were made up: the two are never mixed unasked.
    package func entries(in timeframe: ScannerSignal.Timeframe, madeUp: Bool) -> [SeriesEntry] {
        sorted.filter { $0.key.timeframe == timeframe && $0.isMadeUp == madeUp }
    }

    /// Takes a newer entry, or nothing where a series is gone, unless what is known is newer still.
    mutating func take(_ entry: SeriesEntry) {
        guard entries[entry.key].map({ $0.revision <= entry.revision }) ?? true else { return }
        entries[entry.key] = entry.count == 0 ? nil : entry
        revision = max(revision, entry.revision)
    }
}

/// What an import changed.
package struct ImportReport: Hashable, Sendable {
    package let key: SeriesKey
    package let added: Int
    package let updated: Int
    /// How many candles there are now.
    package let count: Int
    package let first: MarketTime?
    package let last: MarketTime?
    /// The last one where it was not over.
    package let unfinished: MarketTime?
}

extension ScannerSignal.Split {
    /// Adjusts candles, the oldest first: prices before a split as if it had always been so, volumes inversely.
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
