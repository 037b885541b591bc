import Coordination
import Domain
import Signals

/// A pattern on a user's dashboard.
struct DashboardEntry: Sendable {
    let finding: Finding
    /// True when the security has changed since the last scan.
    let isStale: Bool
    /// The beginning of the user's watch. A pattern found earlier counts as found at that time, so that it does not
    /// reveal whether and since when others watch the security.
    let since: Instant?

    /// The time of the finding as this user sees it.
    var foundAt: Instant { max(finding.foundAt, since ?? finding.foundAt) }

    /// The time of the last scan as this user sees it.
    var scannedAt: Instant { max(finding.scannedAt, since ?? finding.scannedAt) }
}

/// All active patterns of a user, at one moment.
struct Dashboard: Sendable {
    let entries: [DashboardEntry]
    /// The state of the connection to scanner.
    let scanner: PatternsSignal.ScannerState

    /// The average probability of the patterns; nil without patterns.
    var averageProbability: Double? { average(\.probability) }

    /// The average of their mean changes; nil without patterns.
    var averageChange: Double? { average(\.priceChange) }

    /// The pattern with the best expected rise: the largest mean change among the patterns that predict a rise. A
    /// predicted fall never counts, however probable it is. Nil when no pattern predicts a rise.
    var best: DashboardEntry? {
        let order = PatternOrder(.priceChange, ascending: false)
        return entries.filter { $0.finding.content.stats.direction == .up && $0.finding.priceChange > 0 }
            .min { order.precedes($0.finding, $1.finding) }
    }

    private func average(_ value: (Finding) -> Double) -> Double? {
        entries.isEmpty ? nil : entries.reduce(0) { $0 + value($1.finding) } / Double(entries.count)
    }
}

extension PatternsDependencies {
    /// Returns the dashboard of the caller.
    ///
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func dashboard(_ context: SignalContext) async throws -> Dashboard {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        async let isReachable = market.isReachable()
        let entries = try await store.read { reading in
            try reading.watches(of: user).filter { !$0.isNew }.flatMap { watch in
                let isStale = try reading.state(of: watch.ticker)?.watchState != .current
                return try reading.openFindings(of: watch.ticker).filter { $0.isActive(at: now) }
                    .map { DashboardEntry(finding: $0, isStale: isStale, since: watch.since) }
            }
        }
        return Dashboard(entries: entries, scanner: PatternsSignal.ScannerState(isReachable: await isReachable))
    }
}
