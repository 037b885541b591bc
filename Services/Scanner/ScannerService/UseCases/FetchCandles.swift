import Coordination
import Domain
import MarketData
import Reasons
import Signals

/// Fetches candles of a security from the exchange, only on request.
struct FetchCandles: RepeatableUseCase {
    /// The range of a first fetch, in days.
    private static let usualDays = 3653

    let store: any ScannerStore
    let source: any CandleSource
    let clock: WallClock

    var answers: any ModelStore { store }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `unavailable`, `notFound`.
    func answer(_ signal: ScannerSignal.Fetch, context: SignalContext) async throws -> ScannerSignal.ImportAnswer {
        let user = try context.caller.requireUser().userID
        let ticker = try Ticker.required(signal.ticker, field: "ticker")
        let key = SeriesKey(ticker: ticker, timeframe: signal.timeframe ?? .oneDay)
        let known = store.market()[ticker, key.timeframe]
        let today = clock.now().dayInUTC
        let till = signal.till ?? today
        // Known candles are fetched again only from the last day on, which may have been unfinished.
        let from = signal.from ?? known?.last.day ?? till.adding(days: -Self.usualDays)
        for (field, day) in [("from", from), ("till", till)] where MarketTime(day: day) == nil {
            throw Fault.invalidArgument(field, .mustBeInYears, MarketTime.yearDetails)
        }
        guard from <= till else {
            throw Fault.invalidArgument("till", .mustNotBeBeforeDay, ["other": "from", "day": .text("\(from)")])
        }
        var candles = try await source.candles(of: key, days: from...till) { share, count in
            context.progress?.report(share, .candlesFetched, ["candles": .number(count)])
        }
        for index in candles.indices where !key.timeframe.isWithinDay && candles[index].time.day >= today {
            candles[index].isFinished = false
        }
        guard !candles.isEmpty || known != nil else {
            throw Fault(
                .notFound, .exchangeHasNoCandles,
                ["ticker": .text(ticker), "from": .text("\(from)"), "till": .text("\(till)")], field: "ticker")
        }
        let fetched = candles
        return try await store.once(signal, by: user, context: context, weight: fetched.count) { transaction in
            let report = try transaction.take(fetched, into: key, name: nil, isMadeUp: false, by: user)
            try transaction.tell(user)
            return ScannerSignal.ImportAnswer(report)
        }
    }
}
