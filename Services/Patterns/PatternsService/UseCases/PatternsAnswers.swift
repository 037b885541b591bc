import Domain
import Reasons
import Signals

extension PatternsSignal.Pattern {
    /// A pattern, as the list tells it.
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

    /// What is to be known of the age of an answer; nil for nothing.
    ///
    /// - Parameter entries: What the answer rests on.
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
