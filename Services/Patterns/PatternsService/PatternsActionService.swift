import Coordination
import Domain
import Signals
import Storage

/// Answers for the patterns that end now.
package final class PatternsActionService: ActionService {
    package let node = CoordinatorNode(options: .shared)
    package let handlers: SignalHandlers

    /// What it works with.
    package struct Parts: Sendable {
        let store: any PatternsStore
        let market: any MarketAnswers
        let scanning: any TickerScanning
        let rules: WatchRules
        let clock: WallClock
        /// Told that there may be something to look at.
        let ring: @Sendable () -> Void

        package init(
            store: any PatternsStore, market: any MarketAnswers, scanning: any TickerScanning, rules: WatchRules,
            clock: WallClock, ring: @escaping @Sendable () -> Void
        ) {
            self.store = store
            self.market = market
            self.scanning = scanning
            self.rules = rules
            self.clock = clock
            self.ring = ring
        }
    }

    package init(_ parts: Parts) {
        var handlers = SignalHandlers()
        Self.answerAboutPatterns(parts, &handlers)
        Self.answerAboutWatches(parts, &handlers)
        self.handlers = handlers
    }

    private static func answerAboutPatterns(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let desk = DashboardDesk(store: parts.store, market: parts.market, clock: parts.clock)
        let list = ListPatternsInteractor(desk: desk)
        handlers.answer(PatternsSignal.List.self) { signal, context in
            PatternListPresenter().present(try await list.execute(signal, context: context))
        }
        handlers.answer(PatternsSignal.Stats.self) { _, context in
            StatsPresenter().present(try await desk.dashboard(context))
        }
        handlers.answer(PatternsSignal.Best.self) { _, context in
            let dashboard = try await desk.dashboard(context)
            guard let best = BestPresenter().present(dashboard) else {
                guard dashboard.entries.isEmpty else {
                    throw Fault(
                        .notFound,
                        "None of your patterns promises a rise; the list of patterns shows those that promise a fall.")
                }
                throw Fault(
                    .notFound, "No pattern of your securities ends now.")
            }
            return best
        }
        let show = ShowPatternInteractor(desk: desk)
        handlers.answer(PatternsSignal.Show.self) { signal, context in
            ShownPatternPresenter().present(try await show.execute(signal.id, context: context))
        }
        let score = ScoreInteractor(store: parts.store)
        handlers.answer(PatternsSignal.Score.self) { _, context in
            ScorePresenter().present(try await score.execute((), context: context))
        }
    }

    private static func answerAboutWatches(_ parts: Parts, _ handlers: inout SignalHandlers) {
        let change = ChangeWatchesInteractor(
            store: parts.store, rules: parts.rules, clock: parts.clock, ring: parts.ring)
        handlers.answer(PatternsSignal.AddWatch.self) { signal, context in
            let request = ChangeWatchesInteractor.Request(
                change: .add, tickers: signal.tickers, keyed: try keyed(signal, context))
            return WatchListPresenter().present(try await change.execute(request, context: context))
        }
        handlers.answer(PatternsSignal.RemoveWatch.self) { signal, context in
            let request = ChangeWatchesInteractor.Request(
                change: .remove, tickers: signal.tickers, keyed: try keyed(signal, context))
            return WatchListPresenter().present(try await change.execute(request, context: context))
        }
        let watches = ListWatchesInteractor(store: parts.store, clock: parts.clock)
        handlers.answer(PatternsSignal.ListWatches.self) { _, context in
            WatchListPresenter().present(try await watches.execute((), context: context))
        }
        let refresh = RefreshInteractor(
            store: parts.store, scanning: parts.scanning, rules: parts.rules, clock: parts.clock)
        handlers.answer(PatternsSignal.Refresh.self) { signal, context in
            let request = RefreshInteractor.Request(tickers: signal.tickers, keyed: try keyed(signal, context))
            return RefreshPresenter().present(try await refresh.execute(request, context: context))
        }
    }

    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }
}
