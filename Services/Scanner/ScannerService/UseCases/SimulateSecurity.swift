import Coordination
import Domain
import MarketData
import Reasons
import Signals

/// Simulates a security, so that there is data without any download.
struct SimulateSecurity: RepeatableUseCase {
    private static let candles = 100...2_000_000
    private static let mostPatterns = 1000
    /// The first day when the request has none.
    private static let usualStart = CalendarDay(daysSince1970: 16_436)

    let store: any ScannerStore

    var answers: any ModelStore { store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`.
    func answer(
        _ signal: ScannerSignal.Simulate, context: SignalContext
    ) async throws -> ScannerSignal.SimulateAnswer {
        let user = try context.caller.requireUser().userID
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        let count = signal.candles ?? 2500
        guard Self.candles.contains(count) else {
            throw Fault.invalidArgument(
                "candles", .mustBeBetween,
                ["least": .number(Self.candles.lowerBound), "most": .number(Self.candles.upperBound)])
        }
        let patterns = signal.patterns ?? min(Self.mostPatterns, count / 250)
        guard (0...Self.mostPatterns).contains(patterns) else {
            throw Fault.invalidArgument("patterns", .mustBeBetween, ["least": 0, "most": .number(Self.mostPatterns)])
        }
        let timeframe = signal.timeframe ?? .oneDay
        let times = SyntheticMarket.times(count: count, from: signal.from ?? Self.usualStart, timeframe: timeframe)
        guard let times else {
            throw Fault.invalidArgument(
                "candles", .mustEndBeforeYear, ["year": .number(MarketTime.years.upperBound + 1)])
        }
        let made = await OwnThread.run {
            SyntheticMarket(count: count, seed: signal.seed ?? 1, patterns: patterns, times: times)
        }
        let key = SeriesKey(ticker: ticker, timeframe: timeframe)
        return try await store.once(signal, by: user, context: context, weight: count) { transaction in
            guard try !transaction.isTraded(key) else {
                throw Fault(.conflict, .securityIsTraded, ["ticker": .text(ticker)], field: "ticker")
            }
            try MarketRights.requireOwner(of: ticker, user, in: transaction)
            _ = try transaction.remove(ticker, timeframe: timeframe)
            let report = try transaction.take(made.candles, into: key, name: "made up", isMadeUp: true, by: user)
            try transaction.tell(user)
            return ScannerSignal.SimulateAnswer(
                ticker: ticker, candles: report.count, from: report.first?.text(in: timeframe) ?? "",
                to: report.last?.text(in: timeframe) ?? "",
                planted: made.planted.map {
                    ScannerSignal.PlantedPattern(
                        label: $0.label, from: $0.first.text(in: timeframe), to: $0.last.text(in: timeframe),
                        change: $0.change)
                })
        }
    }
}
