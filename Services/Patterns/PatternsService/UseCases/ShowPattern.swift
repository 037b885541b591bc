import Coordination
import Domain
import Reasons
import Signals

/// Shows one pattern.
struct ShowPattern: UseCase {
    private static let longestID = 100

    let dependencies: PatternsDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound`, also for a
    ///   pattern of a security that the caller does not watch and was never told of.
    func answer(_ signal: PatternsSignal.Show, context: SignalContext) async throws -> PatternsSignal.ShownPattern {
        let user = try context.caller.requireUser().userID
        let now = dependencies.clock.now()
        async let isReachable = dependencies.market.isReachable()
        let shown = try await dependencies.store.read { try Self.find(signal.id, of: user, in: $0) }
        guard let (entry, matches, announcement) = shown else {
            throw Fault(.notFound, .noPattern, field: "id")
        }
        let finding = entry.finding
        // It may have expired without having been closed yet.
        let isExpired = finding.closedAt == nil && !finding.isActive(at: now)
        let status: PatternsSignal.Status =
            switch finding.closing {
            case .superseded: .superseded
            case .expired: .expired
            case .gone: .gone
            case nil: isExpired ? .expired : .active
            }
        let scanner = PatternsSignal.ScannerState(isReachable: await isReachable)
        let notice = scanner.notice(status == .active ? [entry] : [])
        return PatternsSignal.ShownPattern(
            pattern: PatternsSignal.Pattern(entry), status: status,
            closedAt: finding.closedAt ?? (isExpired ? finding.expiresAt : nil), tailLength: finding.shape.tail,
            kept: finding.kept, stats: finding.content.stats, matches: matches, searched: finding.content.searched,
            chart: finding.content.chart, announcement: announcement.map(PatternsSignal.Announcement.init),
            scanner: scanner, notice: notice?.description, noticeReason: notice.map(Explanation.init))
    }

    /// Returns a pattern as a user sees it; nil when the user may not see it.
    private static func find(
        _ id: String, of user: String, in reading: any PatternsReading
    ) throws -> (DashboardEntry, [ScannerSignal.Match], Announcement?)? {
        guard id.utf8.count <= longestID, let finding = try reading.finding(id) else { return nil }
        let announcement = try reading.announcement(of: id, to: user)
        let watch = try reading.watches(of: user).first { $0.ticker == finding.ticker }
        guard let since = watch?.since ?? announcement?.announcedAt else { return nil }
        let isStale = try reading.state(of: finding.ticker)?.watchState != .current
        let entry = DashboardEntry(finding: finding, isStale: isStale, since: since)
        return (entry, try reading.matches(of: id), announcement)
    }
}

extension PatternsSignal.Announcement {
    fileprivate init(_ announcement: Announcement) {
        self.init(
            announcedAt: announcement.announcedAt, direction: announcement.direction,
            probability: announcement.probability, baseRate: announcement.baseRate, judgedAt: announcement.judgedAt,
            change: announcement.change, cameTrue: announcement.cameTrue)
    }
}
