import Domain
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

    /// What is to be known of the age of an answer, in words; nil for nothing.
    ///
    /// - Parameter entries: What the answer rests on.
    func notice(_ entries: [DashboardEntry]) -> String? {
        let stale = entries.count { $0.isStale }
        let changed =
            switch stale {
            case 0: ""
            case 1: "; 1 pattern rests on candles that have changed since"
            default: "; \(stale) patterns rest on candles that have changed since"
            }
        guard self == .unavailable else { return stale == 0 ? nil : "scanner is being asked again\(changed)" }
        let newest = entries.map(\.scannedAt).max()
        let age = newest.map { "; this is how things stood at \($0.minuteInUTC) UTC" } ?? ""
        return "scanner does not answer now\(age)\(changed)"
    }
}
