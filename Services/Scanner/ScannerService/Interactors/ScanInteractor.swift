import Coordination
import Domain
import Signals
import Synchronization

/// Finds where a shape occurred before, and what followed.
struct ScanInteractor: Interactor {
    struct Response: Sendable {
        let prepared: ScanRules.Prepared
        let findings: ScanFindings
    }

    let store: any ScannerStore
    let engine: ScanEngine
    let turns: ScanTurns
    /// How long a scan may take when nobody said less.
    let longest: Duration
    /// What deadlines are compared with: the machine's clock, whatever time the process is told it is.
    var deadlineClock = WallClock.system

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `invalidArgument`, `notFound`, `overloaded`,
    ///   `limitExceeded`, `deadlineExceeded`; `CancellationError`.
    func execute(_ signal: ScannerSignal.Scan, context: SignalContext) async throws -> Response {
        try context.caller.requireSession()
        let prepared = try ScanRules(signal, market: store.market()).prepared()
        let limit = min(longest, context.deadline.map { $0 - deadlineClock.now() } ?? longest)
        return try await turns.run {
            let stop = StopFlag()
            let alarm = Task {
                guard (try? await Task.sleep(for: max(.zero, limit))) != nil else { return }
                stop.stop(.deadlineExceeded)
            }
            defer { alarm.cancel() }
            let steps = ProgressSteps(context.progress)
            context.progress?.report(0, message: "searching")
            let findings = await withTaskCancellationHandler {
                await engine.run(prepared.plan, stop: stop, progress: steps.report)
            } onCancel: {
                stop.stop(.cancelled)
            }
            if let findings { return Response(prepared: prepared, findings: findings) }
            switch stop.reason {
            case .tooManyMatches:
                throw Fault(
                    .limitExceeded,
                    "More than \(ScanEngine.mostMatches) windows pass; take smaller tolerances or a shorter period.",
                    field: signal.kind == .chart ? "tolerance" : "bodyTolerance",
                    details: ["limit": .number(ScanEngine.mostMatches)])
            case .deadlineExceeded: throw Fault.deadlineExceeded(ScannerSignal.Scan.method)
            case .cancelled, nil: throw CancellationError()
            }
        }
    }
}

/// Hands progress on in steps of a hundredth, and never less than before.
private final class ProgressSteps: Sendable {
    private let reporter: ProgressReporter?
    private let last = Mutex(0.0)

    init(_ reporter: ProgressReporter?) { self.reporter = reporter }

    @Sendable func report(_ share: Double, found: Int) {
        guard let reporter else { return }
        last.withLock { last in
            guard share >= last + 0.01 || (share >= 1 && last < 1) else { return }
            last = share
            reporter.report(min(1, share), message: found == 1 ? "1 window so far" : "\(found) windows so far")
        }
    }
}
