import Coordination
import Domain
import Signals

/// A pattern on somebody's dashboard.
struct DashboardEntry: Sendable {
    let finding: Finding
    /// Whether its security has changed since it was looked at.
    let isStale: Bool
    /// Since when the person watches the security. What others had found before is found, for them, at that moment: who
    /// else watches it, and since when, is nobody's business.
    let since: Instant?

    /// When it was found, for this person.
    var foundAt: Instant { max(finding.foundAt, since ?? finding.foundAt) }

    /// When it was last looked for, for this person.
    var scannedAt: Instant { max(finding.scannedAt, since ?? finding.scannedAt) }
}

/// All patterns of a person that end now, at one moment.
struct Dashboard: Sendable {
    let entries: [DashboardEntry]
    /// Whether scanner could be asked.
    let scanner: PatternsSignal.ScannerState

    /// Their average probability; nil without any.
    var averageProbability: Double? { average(\.probability) }

    /// The average of their mean changes; nil without any.
    var averageChange: Double? { average(\.priceChange) }

    /// The one with the best expected rise: the greatest mean change of those whose larger side went up. A fall is no
    /// security's best, however probable it is. Nil when none rises.
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
    /// The dashboard of the caller.
    ///
    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func dashboard(_ context: SignalContext) async throws -> Dashboard {
        let user = try context.caller.requireUser().userID
        let now = clock.now()
        async let isReachable = market.isReachable()
        let entries = try await store.read { reading in
            try reading.watches(of: user).flatMap { watch in
                let isStale = try reading.state(of: watch.ticker)?.watchState != .current
                return try reading.openFindings(of: watch.ticker).filter { $0.isActive(at: now) }
                    .map { DashboardEntry(finding: $0, isStale: isStale, since: watch.since) }
            }
        }
        return Dashboard(entries: entries, scanner: PatternsSignal.ScannerState(isReachable: await isReachable))
    }
}
