import Coordination
import Domain
import Reasons
import Signals

/// Shows the candles of a security, in full or merged.
struct ShowChart: UseCase {
    /// The largest number of candles per answer.
    private static let mostPoints = 20_000

    let store: any ScannerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `invalidArgument`, `notFound`.
    func answer(_ signal: ScannerSignal.Chart, context: SignalContext) async throws -> ScannerSignal.ChartAnswer {
        try context.caller.requireSession()
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        let from = try signal.from.map { text throws(Fault) in try MarketBound.required(text, field: "from") }
        let to = try signal.to.map { text throws(Fault) in try MarketBound.required(text, field: "to") }
        if let from, let to, to.last < from.first {
            throw Fault.invalidArgument("to", .mustNotBeBefore, ["other": "from"])
        }
        if let points = signal.points, !(1...Self.mostPoints).contains(points) {
            throw Fault.invalidArgument("points", .mustBeBetween, ["least": 1, "most": .number(Self.mostPoints)])
        }
        let timeframe = signal.timeframe ?? .oneDay
        guard let entry = store.market()[ticker, timeframe] else {
            throw Fault.unknownTicker(ticker, timeframe, "ticker")
        }
        let first = from?.first ?? entry.first
        let period = first...max(first, to?.last ?? entry.last)
        return try await store.read { reading in
            let count = try reading.count(of: entry.key, within: period)
            let points = signal.points ?? Self.mostPoints
            guard count <= points || signal.points != nil else {
                throw Fault.invalidArgument(
                    "points", .pointsNeeded, ["candles": .number(count), "most": .number(Self.mostPoints)])
            }
            let merging = max(1, (count + points - 1) / points)
            let candles = try reading.candles(of: entry.key, within: period, merging: merging)
            return ScannerSignal.ChartAnswer(
                ticker: ticker, candles: candles.map { ScannerSignal.Candle($0, in: timeframe) }, name: entry.name,
                merged: merging > 1 ? merging : nil)
        }
    }
}

extension ScannerSignal.Candle {
    fileprivate init(_ candle: Candle, in timeframe: ScannerSignal.Timeframe) {
        self.init(
            date: candle.time.text(in: timeframe), open: candle.open, high: candle.high, low: candle.low,
            close: candle.close, volume: candle.volume, unfinished: candle.isFinished ? nil : true)
    }
}
