import Domain
import Reasons
import Signals

extension PatternsSignal.Pattern {
    /// Creates the list item of a pattern.
    init(_ entry: DashboardEntry) {
        let finding = entry.finding
        let stats = finding.content.stats
        self.init(
            id: finding.id, ticker: finding.ticker, type: finding.kind, periodStart: finding.periodStart,
            periodEnd: finding.periodEnd, matches: stats.matches, priceChange: finding.priceChange,
            probability: finding.probability, sparkline: finding.sparkline, direction: stats.direction,
            considered: stats.considered, probabilityLow: stats.probabilityLow ?? 0,
            probabilityHigh: stats.probabilityHigh ?? 1, baseRate: stats.baseRate, edge: stats.edge,
            tried: finding.tried, daysToWatch: finding.content.daysToWatch, foundAt: entry.foundAt,
            scannedAt: entry.scannedAt, asOf: finding.periodEnd, stale: entry.isStale)
    }
}

extension PatternsSignal.ScannerState {
    init(isReachable: Bool) { self = isReachable ? .ready : .unavailable }

    /// Returns a notice about outdated data; nil when there is nothing to say.
    ///
    /// - Parameter entries: The entries that the answer is based on.
    func notice(_ entries: [DashboardEntry]) -> Refusal? {
        let stale = entries.count { $0.isStale }
        guard self == .unavailable else {
            return stale == 0 ? nil : Refusal(.scannerIsAskedAgain, ["stale": .number(stale)])
        }
        guard let newest = entries.map(\.scannedAt).max() else { return Refusal(.scannerIsSilent) }
        return Refusal(
            stale == 0 ? .scannerIsSilentSince : .scannerIsSilentAndStale,
            ["at": .text(newest.wholeSeconds.description), "stale": .number(stale)])
    }
}
