import Coordination
import Reasons
import Signals

/// Summarises the caller's patterns.
struct ShowStats: UseCase {
    let dependencies: PatternsDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func answer(
        _ signal: PatternsSignal.Stats, context: SignalContext
    ) async throws -> PatternsSignal.DashboardStats {
        let dashboard = try await dependencies.dashboard(context)
        let best = dashboard.best?.finding
        let notice = dashboard.scanner.notice(dashboard.entries)
        return PatternsSignal.DashboardStats(
            activePatterns: dashboard.entries.count, bestTicker: best?.ticker, bestProbability: best?.probability ?? 0,
            avgProbability: dashboard.averageProbability ?? 0, avgPriceChange: dashboard.averageChange ?? 0,
            stalePatterns: dashboard.entries.count { $0.isStale }, scanner: dashboard.scanner,
            notice: notice?.description, noticeReason: notice.map(Explanation.init), bestPriceChange: best?.priceChange)
    }
}
