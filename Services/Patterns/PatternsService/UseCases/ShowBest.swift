import Coordination
import Reasons
import Signals

/// Shows the caller's pattern with the best expected rise.
struct ShowBest: UseCase {
    let dependencies: PatternsDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func answer(_ signal: PatternsSignal.Best, context: SignalContext) async throws -> PatternsSignal.BestPattern {
        let dashboard = try await dependencies.dashboard(context)
        guard !dashboard.entries.isEmpty else { throw Fault(.notFound, .noPatternNow) }
        guard let best = dashboard.best else { throw Fault(.notFound, .noRisePromised) }
        let finding = best.finding
        let notice = dashboard.scanner.notice([best])
        return PatternsSignal.BestPattern(
            ticker: finding.ticker, probability: finding.probability, priceChange: finding.priceChange,
            chart: finding.content.chart, pattern: PatternsSignal.Pattern(best), scanner: dashboard.scanner,
            notice: notice?.description, noticeReason: notice.map(Explanation.init))
    }
}
