import Coordination
import Domain
import Signals

/// Lists the securities that the caller watches.
struct ListWatches: UseCase {
    let dependencies: PatternsDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: PatternsSignal.ListWatches, context: SignalContext
    ) async throws -> PatternsSignal.WatchList {
        let user = try context.caller.requireUser().userID
        let now = dependencies.clock.now()
        return try await dependencies.store.read { try PatternsSignal.WatchList(of: user, in: $0, at: now) }
    }
}

extension PatternsSignal.WatchList {
    /// Creates the watch-list of a user, sorted by ticker.
    init(of user: String, in reading: any PatternsReading, at now: Instant) throws {
        self.init(
            securities: try reading.watches(of: user).map { watch in
                let known = watch.isNew ? nil : try reading.state(of: watch.ticker)
                let state = known ?? TickerState(ticker: watch.ticker)
                let findings = watch.isNew ? [] : try reading.openFindings(of: watch.ticker)
                return PatternsSignal.WatchedSecurity(
                    ticker: watch.ticker, since: watch.since, state: state.watchState,
                    // A scan before the user's watch counts as made at its beginning.
                    scannedAt: state.scannedAt.map { max($0, watch.since) }, asOf: state.asOf,
                    patterns: findings.count { $0.isActive(at: now) })
            })
    }
}
