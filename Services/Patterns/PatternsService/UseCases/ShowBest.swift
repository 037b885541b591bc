import Coordination
import Signals

/// Shows the caller's pattern with the best expected rise.
struct ShowBest: UseCase {
    let dependencies: PatternsDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`.
    func answer(_ signal: PatternsSignal.Best, context: SignalContext) async throws -> PatternsSignal.BestPattern {
        let dashboard = try await dependencies.dashboard(context)
        guard !dashboard.entries.isEmpty else { throw Fault(.notFound, "No pattern of your securities ends now.") }
        guard let best = dashboard.best else {
            throw Fault(
                .notFound,
                "None of your patterns promises a rise; the list of patterns shows those that promise a fall.")
        }
        let finding = best.finding
        return PatternsSignal.BestPattern(
            ticker: finding.ticker, probability: finding.probability, priceChange: finding.priceChange,
            chart: finding.content.chart, pattern: PatternsSignal.Pattern(best), scanner: dashboard.scanner,
            notice: dashboard.scanner.notice([best]))
    }
}
