import Coordination
import Domain
import Signals

/// Shows the candles of a security, in full or merged to fewer.
struct ShowChartInteractor: Interactor {
    /// How many candles an answer may hold.
    static let mostPoints = 20_000

    struct Response: Sendable {
        let key: SeriesKey
        let candles: [Candle]
        /// What the security is called in words.
        let name: String?
        /// How many candles were made one.
        let perCandle: Int
    }

    let store: any ScannerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `invalidArgument`, `notFound`.
    func execute(_ signal: ScannerSignal.Chart, context: SignalContext) async throws -> Response {
        try context.caller.requireSession()
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        let from = try signal.from.map { text throws(Fault) in try MarketBound.required(text, field: "from") }
        let to = try signal.to.map { text throws(Fault) in try MarketBound.required(text, field: "to") }
        if let from, let to, to.last < from.first { throw Fault.invalidArgument("to", "must not be before from") }
        if let points = signal.points, !(1...Self.mostPoints).contains(points) {
            throw Fault.invalidArgument("points", "must be 1 to \(Self.mostPoints)")
        }
        let timeframe = signal.timeframe ?? .oneDay
        guard let entry = store.market()[ticker, timeframe] else {
            throw Fault.unknownTicker(ticker, timeframe, "ticker")
        }
        let first = from?.first ?? entry.first
        let last = max(first, to?.last ?? entry.last)
        let count = try await store.count(of: entry.key, within: first...last)
        let points = signal.points ?? Self.mostPoints
        guard count <= points || signal.points != nil else {
            throw Fault.invalidArgument(
                "points", "must be given for \(count) candles: at most \(Self.mostPoints) can be shown one by one")
        }
        let perCandle = max(1, (count + points - 1) / points)
        let candles = try await store.candles(of: entry.key, within: first...last, merging: perCandle)
        return Response(key: entry.key, candles: candles, name: entry.name, perCandle: perCandle)
    }
}

extension MarketBound {
    /// Reads an end of a period, or throws a fault that names the field.
    static func required(_ text: String, field: String) throws(Fault) -> MarketBound {
        guard let bound = MarketBound(text) else {
            throw .invalidArgument(
                field,
                "must be a day such as 2025-10-08 or a moment such as 2025-10-08T15:30, in the years "
                    + "\(MarketTime.years.lowerBound) to \(MarketTime.years.upperBound)")
        }
        return bound
    }
}

extension Fault {
    /// There is no such series.
    static func unknownTicker(_ ticker: String, _ timeframe: ScannerSignal.Timeframe, _ field: String) -> Fault {
        let frame = timeframe == .oneDay ? "" : " in the timeframe \(timeframe.rawValue)"
        return Fault(
            .notFound, "There are no candles of \(ticker)\(frame).",
            field: field)
    }
}

extension Caller {
    /// Lets people and services pass.
    func requireSession() throws(Fault) {
        if self == .anonymous { throw .unauthenticated("This needs a session: sign in first.") }
    }
}
