import Domain
import Reasons
import Signals

/// A candle as the market keeps it.
package struct Candle: Hashable, Codable, Sendable {
    /// The highest price that is taken; what is above is a mistake, and its square would still be a number.
    static let highestPrice = 1e12

    package var time: MarketTime
    package var open: Double
    package var high: Double
    package var low: Double
    package var close: Double
    package var volume: Double?
    /// False for one that was not over when it was imported.
    package var isFinished: Bool

    package init(
        time: MarketTime, open: Double, high: Double, low: Double, close: Double, volume: Double? = nil,
        isFinished: Bool = true
    ) {
        self.time = time
        self.open = open
        self.high = high
        self.low = low
        self.close = close
        self.volume = volume
        self.isFinished = isFinished
    }

    /// What is wrong with it: the name of the price and a rule; nil when all is well.
    package var problem: (field: String, rule: Refusal)? {
        for (name, price) in [("open", open), ("high", high), ("low", low), ("close", close)] {
            guard price.isFinite else { return (name, Refusal(.mustBeFinite)) }
            guard price > 0 else { return (name, Refusal(.mustBeAbove, ["least": 0])) }
            guard price <= Self.highestPrice else { return (name, Refusal(.mustBeAtMost, ["most": "1e12"])) }
        }
        if low > min(open, close) { return ("low", Refusal(.mustNotBeAboveBody)) }
        if high < max(open, close) { return ("high", Refusal(.mustNotBeBelowBody)) }
        if let volume, !volume.isFinite || volume < 0 { return ("volume", Refusal(.mustBeAtLeast, ["least": 0])) }
        return nil
    }

    /// One candle for several that follow each other.
    /// - Precondition: There is one.
    package static func merged(_ candles: ArraySlice<Candle>) -> Candle {
        guard var whole = candles.first, let last = candles.last else {
            preconditionFailure("Nothing cannot be merged.")
        }
        whole.high = candles.map(\.high).max() ?? whole.high
        whole.low = candles.map(\.low).min() ?? whole.low
        whole.close = last.close
        let volumes = candles.compactMap(\.volume)
        whole.volume = volumes.isEmpty ? nil : volumes.reduce(0, +)
        whole.isFinished = last.isFinished
        return whole
    }
}
