import Coordination
import Domain
import Reasons
import Signals

/// Adds securities to the caller's watch-list.
struct AddWatch: UseCase {
    let dependencies: PatternsDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `limitExceeded`.
    func answer(_ signal: PatternsSignal.AddWatch, context: SignalContext) async throws -> PatternsSignal.WatchList {
        try await dependencies.changeWatches(signal.tickers, signal, context) { tickers, user, transaction, now in
            try dependencies.rules.watch(tickers, by: user, in: transaction, at: now)
        }
    }
}

/// Removes securities from the caller's watch-list.
struct RemoveWatch: UseCase {
    let dependencies: PatternsDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`,
    ///   `conflict`, `notFound`.
    func answer(
        _ signal: PatternsSignal.RemoveWatch, context: SignalContext
    ) async throws -> PatternsSignal.WatchList {
        try await dependencies.changeWatches(signal.tickers, signal, context) { tickers, user, transaction, _ in
            for ticker in tickers {
                guard try transaction.removeWatch(of: ticker, by: user) else {
                    throw Fault(.notFound, .notWatched, ["ticker": .text(ticker)], field: "tickers")
                }
            }
            try transaction.tell(changeOf: tickers, to: user)
        }
    }
}

extension PatternsDependencies {
    /// Changes the caller's watch-list, all or none, and wakes the watch loop.
    fileprivate func changeWatches<S: Signal>(
        _ texts: [String], _ signal: S, _ context: SignalContext,
        _ change: @escaping @Sendable ([String], String, any PatternsTransaction, Instant) throws -> Void
    ) async throws -> PatternsSignal.WatchList where S.Answer == PatternsSignal.WatchList {
        let user = try context.caller.requireUser().userID
        let tickers = try TickerList.read(texts)
        let now = clock.now()
        let list = try await store.once(signal, by: user, context: context, weight: tickers.count) { transaction in
            try change(tickers, user, transaction, now)
            return try PatternsSignal.WatchList(of: user, in: transaction, at: now)
        }
        wake()
        return list
    }
}
