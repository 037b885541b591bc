import Coordination
import Domain
import MarketData
import Signals
import Storage

/// Answers for market data and what repeats in them.
package final class ScannerActionService: ActionService {
    package let node = CoordinatorNode(options: .shared)
    package let handlers: SignalHandlers

    /// - Parameters:
    ///   - store: The market.
    ///   - engine: What searches it.
    ///   - source: Where candles are fetched from; nil for nowhere.
    ///   - clock: What day it is.
    package init(
        store: any ScannerStore, engine: ScanEngine, limits: ScanLimits, source: (any CandleSource)? = nil,
        clock: WallClock
    ) {
        var handlers = SignalHandlers()
        Self.answerAboutData(store, clock, &handlers)
        Self.answerAboutSplits(store, &handlers)
        let scan = ScanInteractor(
            store: store, engine: engine, turns: ScanTurns(atOnce: limits.atOnce, mostWaiting: limits.mostWaiting),
            longest: limits.longest)
        handlers.answer(ScannerSignal.Scan.self) { signal, context in
            ScanPresenter().present(try await scan.execute(signal, context: context))
        }
        if let source {
            let fetch = FetchCandlesInteractor(store: store, source: source, clock: clock)
            handlers.answer(ScannerSignal.Fetch.self) { signal, context in
                let request = FetchCandlesInteractor.Request(signal: signal, keyed: try Self.keyed(signal, context))
                return ImportPresenter().present(try await fetch.execute(request, context: context))
            }
        }
        self.handlers = handlers
    }

    private static func answerAboutData(
        _ store: any ScannerStore, _ clock: WallClock, _ handlers: inout SignalHandlers
    ) {
        let uploads = Uploads()
        let importCandles = ImportCandlesInteractor(store: store, uploads: uploads, clock: clock)
        handlers.answer(ScannerSignal.ImportCandles.self) { signal, context in
            let request = ImportCandlesInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            return ImportPresenter().present(try await importCandles.execute(request, context: context))
        }
        let upload = UploadPartInteractor(uploads: uploads)
        handlers.answer(ScannerSignal.UploadPart.self) { signal, context in
            let kept = try await upload.execute(signal, context: context)
            return ScannerSignal.UploadAnswer(parts: kept.parts, bytes: kept.bytes)
        }
        handlers.answer(ScannerSignal.Securities.self) { _, context in
            try context.caller.requireSession()
            return SecuritiesPresenter().present(store.market())
        }
        let chart = ShowChartInteractor(store: store)
        handlers.answer(ScannerSignal.Chart.self) { signal, context in
            ChartPresenter().present(try await chart.execute(signal, context: context))
        }
        let simulate = SimulateInteractor(store: store)
        handlers.answer(ScannerSignal.Simulate.self) { signal, context in
            let request = SimulateInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            return SimulatePresenter().present(try await simulate.execute(request, context: context))
        }
        let remove = RemoveSeriesInteractor(store: store)
        handlers.answer(ScannerSignal.Remove.self) { signal, context in
            let request = RemoveSeriesInteractor.Request(signal: signal, keyed: try keyed(signal, context))
            let removed = try await remove.execute(request, context: context)
            return ScannerSignal.RemoveAnswer(ticker: removed.ticker, removed: removed.removed)
        }
    }

    private static func answerAboutSplits(_ store: any ScannerStore, _ handlers: inout SignalHandlers) {
        let splits = SplitsInteractor(store: store)
        @Sendable func answer(
            _ ticker: String, _ change: SplitsInteractor.Change?, _ keyed: KeyedRequest?, _ context: SignalContext
        ) async throws -> ScannerSignal.SplitList {
            let request = SplitsInteractor.Request(ticker: ticker, change: change, keyed: keyed)
            return SplitsPresenter().present(try await splits.execute(request, context: context))
        }
        handlers.answer(ScannerSignal.Splits.self) { signal, context in
            try await answer(signal.ticker, nil, nil, context)
        }
        handlers.answer(ScannerSignal.AddSplit.self) { signal, context in
            let split = ScannerSignal.Split(day: signal.day, before: signal.before, after: signal.after)
            return try await answer(signal.ticker, .add(split), try keyed(signal, context), context)
        }
        handlers.answer(ScannerSignal.RemoveSplit.self) { signal, context in
            try await answer(signal.ticker, .remove(signal.day), try keyed(signal, context), context)
        }
    }

    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }
}

/// How much scanning there may be.
package struct ScanLimits: Sendable {
    /// Scans that run at the same time.
    package var atOnce: Int
    /// Scans that wait for their turn.
    package var mostWaiting: Int
    /// How long one may take.
    package var longest: Duration

    package init(atOnce: Int = 2, mostWaiting: Int = 64, longest: Duration = .seconds(600)) {
        self.atOnce = atOnce
        self.mostWaiting = mostWaiting
        self.longest = longest
    }
}
