import Coordination
import Domain
import Reasons
import Signals
import Synchronization

/// Finds earlier occurrences of a shape, and their outcomes.
struct ScanMarket: UseCase {
    private let store: any ScannerStore
    private let engine: ScanEngine
    private let turns: ScanTurns
    private let meter: ScanMeter
    /// The time limit of a scan without a shorter deadline.
    private let longest: Duration
    /// The clock for deadlines: that of the machine, even when the process runs with a simulated time.
    private let deadlineClock = WallClock.system

    init(store: any ScannerStore, engine: ScanEngine, limits: ScanLimits, meter: ScanMeter) {
        self.store = store
        self.meter = meter
        self.engine = engine
        turns = ScanTurns(limits)
        longest = limits.longest
    }

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `invalidArgument`, `notFound`, `overloaded`,
    ///   `limitExceeded`, `deadlineExceeded`; `CancellationError`.
    func answer(_ signal: ScannerSignal.Scan, context: SignalContext) async throws -> ScannerSignal.ScanAnswer {
        try context.caller.requireSession()
        let prepared = try ScanRules(signal, market: store.market()).prepared()
        let limit = min(longest, context.deadline.map { $0 - deadlineClock.now() } ?? longest)
        let findings = try await meter.measuring(windows: prepared.plan.windowCount) {
            try await find(prepared.plan, signal.kind, within: limit, context)
        }
        return ScannerSignal.ScanAnswer(findings, of: prepared)
    }

    /// Searches in its turn.
    private func find(
        _ plan: ScanPlan, _ kind: ScannerSignal.Kind, within limit: Duration, _ context: SignalContext
    ) async throws -> ScanFindings {
        try await turns.run {
            let stop = StopFlag()
            let alarm = Task {
                guard (try? await Task.sleep(for: max(.zero, limit))) != nil else { return }
                stop.stop(.deadlineExceeded)
            }
            defer { alarm.cancel() }
            let steps = ProgressSteps(context.progress)
            context.progress?.report(0, .searching)
            let findings = await withTaskCancellationHandler {
                await engine.run(plan, stop: stop, progress: steps.report)
            } onCancel: {
                stop.stop(.cancelled)
            }
            if let findings { return findings }
            switch stop.reason {
            case .tooManyMatches:
                throw Fault(
                    .limitExceeded, .tooManyWindows, ["limit": .number(ScanEngine.mostMatches)],
                    field: kind == .chart ? "tolerance" : "bodyTolerance")
            case .deadlineExceeded: throw Fault.deadlineExceeded(ScannerSignal.Scan.method)
            case .cancelled, nil: throw CancellationError()
            }
        }
    }
}

/// Reports progress in steps of one per cent, always ascending.
private final class ProgressSteps: Sendable {
    private let reporter: ProgressReporter?
    private let last = Mutex(0.0)

    init(_ reporter: ProgressReporter?) { self.reporter = reporter }

    @Sendable func report(_ share: Double, found: Int) {
        guard let reporter else { return }
        last.withLock { last in
            guard share >= last + 0.01 || (share >= 1 && last < 1) else { return }
            last = share
            reporter.report(min(1, share), .windowsFound, ["windows": .number(found)])
        }
    }
}

extension ScannerSignal.ScanAnswer {
    /// Creates the answer to a scan, nearest matches first.
    init(_ findings: ScanFindings, of scan: ScanRules.Prepared) {
        let plan = scan.plan
        let matches = zip(findings.matches, findings.changes).prefix(scan.limit).map { match, change in
            let series = plan.parts[Int(match.part)].series
            func time(_ index: Int) -> String { MarketTime(minutes: series.times[index]).text(in: scan.timeframe) }
            return ScannerSignal.Match(
                ticker: series.ticker, from: time(match.range.lowerBound), to: time(match.range.upperBound - 1),
                candles: match.range.count, distance: match.distance,
                similarity: Self.similarity(match.distance, scan.kind), change: change)
        }
        self.init(
            matches: matches, stats: findings.statistics, asOf: scan.asOf,
            searched: ScannerSignal.Searched(
                securities: plan.parts.count, candles: plan.candleCount, windows: plan.windowCount,
                passed: findings.rawCount, candidates: findings.candidateCount))
    }

    private static func similarity(_ distance: Double, _ kind: ScannerSignal.Kind) -> Double {
        switch kind {
        case .candle: max(0, 1 - distance)
        case .chart: max(0, 1 - distance * distance / 2)
        }
    }
}
