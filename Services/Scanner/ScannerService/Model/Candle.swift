import Domain
import Reasons
import Signals

/// A candle as the market stores it.
package struct Candle: Hashable, Codable, Sendable {
    /// The highest accepted price. A price above it is an error; the square of this one is still finite.
    static let highestPrice = 1e12

    package var time: MarketTime
    package var open: Double
    package var high: Double
    package var low: Double
    package var close: Double
    package var volume: Double?
    /// False for a candle that was still open when it was imported.
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

    /// The first violated rule, with the name of the price; nil when the candle is valid.
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

    /// Merges consecutive candles into one.
    /// - Precondition: There is at least one candle.
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
