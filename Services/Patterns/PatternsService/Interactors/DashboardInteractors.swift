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
    let isScannerReachable: Bool

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

    /// Gathers it.
    static func of(
        _ userID: String, _ store: any PatternsStore, _ market: any MarketAnswers, at now: Instant
    ) async throws -> Dashboard {
        async let isReachable = market.isReachable()
        let entries = try await store.read { reading in
            try reading.watches(of: userID).flatMap { watch in
                let isStale = try reading.state(of: watch.ticker)?.watchState != .current
                return try reading.openFindings(of: watch.ticker).filter { $0.isActive(at: now) }
                    .map { DashboardEntry(finding: $0, isStale: isStale, since: watch.since) }
            }
        }
        return Dashboard(entries: entries, isScannerReachable: await isReachable)
    }
}

/// What a dashboard is asked with.
struct DashboardDesk: Sendable {
    let store: any PatternsStore
    let market: any MarketAnswers
    let clock: WallClock

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func dashboard(_ context: SignalContext) async throws -> Dashboard {
        try await Dashboard.of(try context.caller.requireUser().userID, store, market, at: clock.now())
    }
}

/// Lists the patterns of the caller.
struct ListPatternsInteractor: Interactor {
    struct Response: Sendable {
        let dashboard: Dashboard
        let page: [DashboardEntry]
        let next: PatternCursor?
        let hidden: PatternsSignal.HiddenPatterns
    }

    /// Whether a pattern is listed, or the first filter that leaves it out.
    private enum Fit { case listed, otherType, tooFewMatches, tooImprobable }

    static let limits = 1...1000
    static let usualLimit = 50
    static let usualMatches = 5
    static let mostMatches = 1_000_000
    /// Sums of equal shares may differ in their last digits.
    private static let rounding = 1e-9

    let desk: DashboardDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func execute(_ signal: PatternsSignal.List, context: SignalContext) async throws -> Response {
        _ = try context.caller.requireUser()
        let limit = signal.limit ?? Self.usualLimit
        guard Self.limits.contains(limit) else { throw Fault.invalidArgument("limit", "must be 1 to 1000") }
        let least = signal.minMatches ?? Self.usualMatches
        guard (0...Self.mostMatches).contains(least) else {
            throw Fault.invalidArgument("minMatches", "must be 0 to \(Self.mostMatches)")
        }
        let deviation = signal.deviationFromAvg ?? 0
        guard (-1...1).contains(deviation) else {
            throw Fault.invalidArgument("deviationFromAvg", "must be -1 to 1")
        }
        let order = PatternOrder(signal.sortBy ?? .probability, ascending: signal.ascending ?? false)
        let type = signal.type ?? .all
        let filter = "\(type.rawValue) \(least) \(deviation) \(order.text)"
        let after = try signal.cursor.map { text throws(Fault) in
            guard let cursor = PatternCursor(text, filter: filter) else {
                throw Fault.invalidArgument("cursor", "must be the cursor of a page of the very same filter")
            }
            return cursor
        }
        let dashboard = try await desk.dashboard(context)
        let bar = (dashboard.averageProbability ?? 0) + deviation - Self.rounding
        let fits = dashboard.entries.map { entry -> (entry: DashboardEntry, fit: Fit) in
            let finding = entry.finding
            let isOfType = type == .all || finding.kind.rawValue == type.rawValue
            let fit: Fit =
                !isOfType
                ? .otherType
                : finding.content.stats.matches < least
                    ? .tooFewMatches : finding.probability < bar ? .tooImprobable : .listed
            return (entry, fit)
        }
        let fitting = fits.filter { $0.fit == .listed }.map(\.entry)
            .sorted { order.precedes($0.finding, $1.finding) }
        let rest = fitting.filter { entry in
            after.map { order.precedes($0.place, order.place(of: entry.finding)) } ?? true
        }
        let page = Array(rest.prefix(limit))
        let last = rest.count > limit ? page.last : nil
        return Response(
            dashboard: dashboard, page: page,
            next: last.map { PatternCursor(place: order.place(of: $0.finding), filter: filter) },
            hidden: PatternsSignal.HiddenPatterns(
                byType: fits.count { $0.fit == .otherType }, byMatches: fits.count { $0.fit == .tooFewMatches },
                byDeviation: fits.count { $0.fit == .tooImprobable }))
    }
}

/// Shows one pattern.
struct ShowPatternInteractor: Interactor {
    struct Response: Sendable {
        let entry: DashboardEntry
        let matches: [ScannerSignal.Match]
        let announcement: Announcement?
        let isScannerReachable: Bool
        /// Whether it ended by its age alone.
        let isExpired: Bool
    }

    private static let longestID = 100

    let desk: DashboardDesk

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `notFound` for one of a
    ///   security that the caller does not watch and was never told of.
    func execute(_ id: String, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let now = desk.clock.now()
        async let isReachable = desk.market.isReachable()
        let shown = try await desk.store.read { reading -> (DashboardEntry, [ScannerSignal.Match], Announcement?)? in
            guard id.utf8.count <= Self.longestID, let finding = try reading.finding(id) else { return nil }
            let announcement = try reading.announcement(of: id, to: user)
            let watch = try reading.watches(of: user).first { $0.ticker == finding.ticker }
            guard let since = watch?.since ?? announcement?.announcedAt else { return nil }
            let isStale = try reading.state(of: finding.ticker)?.watchState != .current
            return (
                DashboardEntry(finding: finding, isStale: isStale, since: since), try reading.matches(of: id),
                announcement
            )
        }
        guard let (entry, matches, announcement) = shown else {
            throw Fault(.notFound, "You have no pattern of this id.", field: "id")
        }
        return Response(
            entry: entry, matches: matches, announcement: announcement, isScannerReachable: await isReachable,
            isExpired: entry.finding.closedAt == nil && !entry.finding.isActive(at: now))
    }
}

/// Counts what came true of what the caller was told.
struct ScoreInteractor: Interactor {
    let store: any PatternsStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied` (a service).
    func execute(_ request: Void, context: SignalContext) async throws -> [KindTally] {
        let user = try context.caller.requireUser().userID
        return try await store.read { reading in
            let announcements = try reading.announcements(to: user)
            return ScannerSignal.Kind.allCases.map { kind in
                KindTally(of: kind, announcements.filter { $0.kind == kind })
            }
        }
    }
}
