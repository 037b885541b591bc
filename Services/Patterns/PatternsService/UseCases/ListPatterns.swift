import Coordination
import Domain
import Reasons
import Signals

/// Lists the patterns of the caller.
struct ListPatterns: UseCase {
    /// The first filter that excludes a pattern, if any.
    private enum Fit { case listed, otherType, tooFewMatches, tooImprobable }

    private static let limits = 1...1000
    private static let usualLimit = 50
    private static let usualMatches = 5
    private static let mostMatches = 1_000_000
    /// The tolerance for rounding errors in sums of equal shares.
    private static let rounding = 1e-9

    let dependencies: PatternsDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied` (a service), `invalidArgument`.
    func answer(_ signal: PatternsSignal.List, context: SignalContext) async throws -> PatternsSignal.PatternList {
        _ = try context.caller.requireUser()
        let limit = signal.limit ?? Self.usualLimit
        guard Self.limits.contains(limit) else {
            throw Fault.invalidArgument("limit", .mustBeBetween, ["least": 1, "most": .number(Self.limits.upperBound)])
        }
        let least = signal.minMatches ?? Self.usualMatches
        guard (0...Self.mostMatches).contains(least) else {
            throw Fault.invalidArgument("minMatches", .mustBeBetween, ["least": 0, "most": .number(Self.mostMatches)])
        }
        let deviation = signal.deviationFromAvg ?? 0
        guard (-1...1).contains(deviation) else {
            throw Fault.invalidArgument("deviationFromAvg", .mustBeBetween, ["least": -1, "most": 1])
        }
        let order = PatternOrder(signal.sortBy ?? .probability, ascending: signal.ascending ?? false)
        let type = signal.type ?? .all
        let filter = "\(type.rawValue) \(least) \(deviation) \(order.text)"
        let after = try signal.cursor.map { text throws(Fault) in
            guard let cursor = PatternCursor(text, filter: filter) else {
                throw Fault.invalidArgument("cursor", .notACursorOfFilter)
            }
            return cursor
        }
        let dashboard = try await dependencies.dashboard(context)
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
        let next = last.map { PatternCursor(place: order.place(of: $0.finding), filter: filter) }
        let notice = dashboard.scanner.notice(dashboard.entries)
        return PatternsSignal.PatternList(
            patterns: page.map(PatternsSignal.Pattern.init), nextCursor: next?.text, total: dashboard.entries.count,
            avgProbability: dashboard.averageProbability, scanner: dashboard.scanner,
            notice: notice?.description, noticeReason: notice.map(Explanation.init),
            hidden: PatternsSignal.HiddenPatterns(
                byType: fits.count { $0.fit == .otherType }, byMatches: fits.count { $0.fit == .tooFewMatches },
                byDeviation: fits.count { $0.fit == .tooImprobable }))
    }
}
