import Coordination
import Domain
import Signals

/// Scans one security for all users who watch it: whether its current segments predict anything, and the outcomes of
/// earlier announcements.
package struct TickerScanner: Sendable {
    /// The number of nearest matches that are stored.
    package static let matchesKept = 100
    /// The number of concurrent scans, so that the next is queued when one is done.
    private static let scansAtOnce = 2

    let store: any PatternsStore
    let market: Market
    let rules: WatchRules
    let clock: WallClock
    let makeID: @Sendable () -> String

    package init(
        store: any PatternsStore, market: Market, rules: WatchRules, clock: WallClock,
        makeID: @escaping @Sendable () -> String
    ) {
        self.store = store
        self.market = market
        self.rules = rules
        self.clock = clock
        self.makeID = makeID
    }

    /// The data known before the scan.
    private struct Known: Sendable {
        let state: TickerState
        let isWatched: Bool
        let toJudge: [Announcement]
    }

    /// Thrown when the market does not show a change yet that it has announced.
    package struct NotThereYet: Error {
        package init() {}
    }

    /// - Throws: ``NotThereYet``; ``Fault`` of the market or the store. Nothing was changed then.
    package func scan(_ ticker: String) async throws -> ScannedSecurity {
        let known = try await store.read { reading in
            Known(
                state: try reading.state(of: ticker) ?? TickerState(ticker: ticker),
                isWatched: try !reading.watchers(of: ticker).isEmpty,
                toJudge: try reading.announcementsToJudge(of: ticker))
        }
        let list = try await market.securities()
        let revision = list.revision ?? 0
        let found = list.securities.first { $0.ticker == ticker && $0.timeframe == .oneDay }
        guard (found?.revision ?? revision) >= known.state.changed else { throw NotThereYet() }
        if known.state.isCurrent(market: revision, rules: rules.fingerprint) { return try await unchanged(ticker) }
        var look = Look(state: known.state, isWatched: known.isWatched)
        look.state.seen = max(found?.revision ?? revision, known.state.changed)
        look.state.market = revision
        look.state.rules = rules.fingerprint
        look.verdicts = try await verdicts(on: known.toJudge)
        if let found {
            if isQuiet(found, among: list) {
                (look.state.outcome, look.state.asOf) = (.quiet, found.to)
            } else {
                look.state.outcome = .scanned
                if known.isWatched { try await search(found, &look) }
            }
        } else {
            (look.state.outcome, look.state.asOf) = (.noCandles, nil)
        }
        return try await keep(look)
    }

    // MARK: Looking

    /// The result of one scan.
    private struct Look: Sendable {
        var state: TickerState
        /// True when somebody watched the security as the scan began, so that patterns were searched.
        let isWatched: Bool
        var chart: [PatternsSignal.ChartPoint] = []
        var candidates: [Candidate] = []
        /// The number of segments scanned, by kind.
        var tried: [ScannerSignal.Kind: Int] = [:]
        var verdicts: [(announcement: Announcement, change: Double?)] = []
    }

    /// True when the candles of a security end long before those of similar securities.
    private func isQuiet(_ security: ScannerSignal.Security, among list: ScannerSignal.SecurityList) -> Bool {
        let like = list.securities.filter { $0.timeframe == .oneDay && $0.madeUp == security.madeUp }
        guard let newest = like.compactMap({ CalendarDay($0.to) }).max(), let last = CalendarDay(security.to) else {
            return false
        }
        return last.adding(days: rules.quietAfterDays) < newest
    }

    private func search(_ security: ScannerSignal.Security, _ look: inout Look) async throws {
        let shapes = rules.shapes
        let longest = shapes.map(\.length).max() ?? 0
        let candles = try await LastCandles.ask(
            market, of: security, count: max(longest, LastCandles.chartLength))
        look.chart = candles.suffix(LastCandles.chartLength).map {
            PatternsSignal.ChartPoint(date: $0.date, value: $0.close)
        }
        look.state.asOf = candles.last?.date
        let segments = shapes.filter { $0.length <= candles.count }.map { shape in
            (shape: shape, from: candles[candles.count - shape.length].date)
        }
        guard let end = candles.last?.date else { return }
        let answers = try await answers(
            to: segments.map { segment in
                rules.scan(segment.shape, of: security.ticker, from: segment.from, to: end, limit: Self.matchesKept)
            })
        for (segment, answer) in zip(segments, answers) {
            guard let answer else { continue }
            look.tried[segment.shape.kind, default: 0] += 1
            look.candidates.append(
                Candidate(
                    shape: segment.shape, from: segment.from, to: end, stats: answer.stats, matches: answer.matches,
                    searched: answer.searched))
        }
    }

    /// Returns the answers in the order of the scans; nil for a scan that failed because of too many matches.
    private func answers(to scans: [ScannerSignal.Scan]) async throws -> [ScannerSignal.ScanAnswer?] {
        try await withThrowingTaskGroup(of: (Int, ScannerSignal.ScanAnswer?).self) { group in
            var answers = [ScannerSignal.ScanAnswer?](repeating: nil, count: scans.count)
            var next = 0
            func ask() {
                guard next < scans.count else { return }
                let (index, scan) = (next, scans[next])
                next += 1
                group.addTask { [market] in
                    do {
                        return (index, try await market.scan(scan))
                    } catch let fault as Fault where fault.code == .limitExceeded {
                        return (index, nil)
                    }
                }
            }
            for _ in 0..<Self.scansAtOnce { ask() }
            while let (index, answer) = try await group.next() {
                answers[index] = answer
                ask()
            }
            return answers
        }
    }

    /// Returns the outcomes of announced segments, as far as they are known.
    private func verdicts(
        on announcements: [Announcement]
    ) async throws -> [(announcement: Announcement, change: Double?)] {
        var candles: [String: [ScannerSignal.Candle]] = [:]
        var verdicts: [(announcement: Announcement, change: Double?)] = []
        for announcement in announcements {
            if candles[announcement.periodEnd] == nil {
                candles[announcement.periodEnd] = try await after(announcement)
            }
            let later = candles[announcement.periodEnd] ?? []
            guard later.first?.date == announcement.periodEnd else {
                // The announced candle is gone, so the outcome cannot be determined.
                verdicts.append((announcement, nil))
                continue
            }
            guard later.count > announcement.daysToWatch else { continue }
            verdicts.append((announcement, later[announcement.daysToWatch].close / later[0].close - 1))
        }
        return verdicts
    }

    /// Returns the last candle of the announced segment and the candles after it.
    private func after(_ announcement: Announcement) async throws -> [ScannerSignal.Candle] {
        let longest = max(rules.candleDays, rules.chartDays, announcement.daysToWatch)
        let last = CalendarDay(announcement.periodEnd)?.adding(days: longest * 4 + 120)
        do {
            return try await market.chart(
                ScannerSignal.Chart(
                    ticker: announcement.ticker, from: announcement.periodEnd, to: last?.description, timeframe: .oneDay
                )
            ).candles.filter { $0.unfinished != true }
        } catch let fault as Fault where fault.code == .notFound {
            return []
        }
    }

    // MARK: Keeping

    /// Answers when another scan would find the same. Users who have begun to watch since are notified.
    private func unchanged(_ ticker: String) async throws -> ScannedSecurity {
        let now = clock.now()
        return try await store.write(deadline: nil, weight: 4) { transaction in
            let active = try transaction.openFindings(of: ticker).filter { $0.isActive(at: now) }
            for finding in active { try transaction.announce(finding, at: now) }
            for user in try transaction.newWatchers(of: ticker) {
                try transaction.tell(changeOf: [ticker], to: user)
            }
            try transaction.noteLook(at: ticker)
            return ScannedSecurity(
                state: try transaction.state(of: ticker) ?? TickerState(ticker: ticker), findings: active)
        }
    }

    private func keep(_ look: Look) async throws -> ScannedSecurity {
        let now = clock.now()
        var fresh: [(finding: Finding, matches: [ScannerSignal.Match])] = []
        for kind in ScannerSignal.Kind.allCases {
            let patterns = look.candidates.filter {
                $0.shape.kind == kind && $0.isPattern(leastMatches: rules.leastMatches)
            }
            guard let best = Candidate.best(of: patterns) else { continue }
            fresh.append(
                (
                    Finding(
                        id: makeID(), ticker: look.state.ticker, candidate: best,
                        daysToWatch: rules.daysToWatch(kind), chart: look.chart, tried: look.tried[kind] ?? 0,
                        kept: patterns.count, foundAt: now, expiresAt: now + rules.keptFor), best.matches
                ))
        }
        let found = fresh
        return try await store.write(deadline: nil, weight: 4) { transaction in
            for (announcement, change) in look.verdicts {
                try Self.judge(announcement, change, in: transaction, at: now)
            }
            var state = look.state
            let before = try Seen(of: state.ticker, in: transaction, at: now)
            // A change that was announced meanwhile is left to the next scan.
            state.changed = try transaction.state(of: state.ticker)?.changed ?? 0
            state.scannedAt = now
            state.tried = look.tried.values.reduce(0, +)
            let watchers = try transaction.watchers(of: state.ticker)
            let isSearched = look.isWatched || watchers.isEmpty
            // Somebody began to watch it meanwhile: the next scan searches.
            if !isSearched { (state.seen, state.market) = (nil, nil) }
            try transaction.save(state)
            try Self.replace(with: found, of: state, in: transaction, at: now)
            let isOther = try Seen(of: state.ticker, in: transaction, at: now) != before
            for user in isOther ? watchers : try transaction.newWatchers(of: state.ticker) {
                try transaction.tell(changeOf: [state.ticker], to: user)
            }
            if isSearched { try transaction.noteLook(at: state.ticker) }
            let active = try transaction.openFindings(of: state.ticker).filter { $0.isActive(at: now) }
            return ScannedSecurity(state: state, findings: active)
        }
    }

    /// The state of a security as its watchers see it.
    private struct Seen: Equatable {
        private let state: PatternsSignal.WatchState?
        private let asOf: String?
        private let patterns: [String: ScannerSignal.Statistics]

        init(of ticker: String, in transaction: any PatternsTransaction, at now: Instant) throws {
            let known = try transaction.state(of: ticker)
            (state, asOf) = (known?.watchState, known?.asOf)
            let active = try transaction.openFindings(of: ticker).filter { $0.isActive(at: now) }
            patterns = Dictionary(active.map { ($0.id, $0.content.stats) }) { first, _ in first }
        }
    }

    /// Replaces the known patterns with the found ones.
    private static func replace(
        with found: [(finding: Finding, matches: [ScannerSignal.Match])], of state: TickerState,
        in transaction: any PatternsTransaction, at now: Instant
    ) throws {
        for old in try transaction.openFindings(of: state.ticker)
        where !found.contains(where: { $0.finding.kind == old.kind && $0.finding.periodEnd == old.periodEnd }) {
            var closed = old
            closed.closedAt = now
            closed.closing = old.periodEnd == state.asOf || state.outcome != .scanned ? .gone : .superseded
            try transaction.save(closed, matches: nil)
        }
        for (finding, matches) in found {
            let known = try transaction.finding(of: finding.ticker, finding.kind, endingOn: finding.periodEnd)
            let current = known?.updated(with: finding) ?? finding
            try transaction.save(current, matches: matches)
            if current.isActive(at: now) { try transaction.announce(current, at: now) }
        }
    }

    private static func judge(
        _ announcement: Announcement, _ change: Double?, in transaction: any PatternsTransaction, at now: Instant
    ) throws {
        // A concurrent scan may have judged it already, or the user may be deleted.
        guard var current = try transaction.announcement(of: announcement.findingID, to: announcement.userID),
            current.judgedAt == nil
        else { return }
        current.judgedAt = now
        current.change = change
        try transaction.save(current)
        try transaction.tell(verdictOn: current)
    }
}

extension PatternsTransaction {
    /// Announces a significant finding to all watchers of the security who have not been told of it yet.
    func announce(_ finding: Finding, at now: Instant) throws {
        guard finding.content.stats.isSignificant else { return }
        for user in try watchers(of: finding.ticker) {
            guard try announcement(of: finding.id, to: user) == nil else { continue }
            let announcement = Announcement(of: finding, to: user, at: now)
            try save(announcement)
            try tell(announcement, of: finding)
        }
    }
}
