import Signals
import Synchronization

/// The result of a scan.
package struct ScanFindings: Sendable {
    /// The number of all matching windows, the segment itself included.
    package let rawCount: Int
    /// The number of matching windows that share no candle with the segment.
    package let candidateCount: Int
    /// The matches that share no candle with each other either, nearest first.
    package let matches: [WindowMatch]
    /// The outcome of each match; nil when the data end before it is known.
    package let changes: [Double?]
    package let statistics: ScannerSignal.Statistics
}

/// Searches all windows of a plan on all processors.
///
/// The work is divided into blocks that the threads take one after another. The results are merged when all threads are
/// done, and put into a total order. The result therefore does not depend on the scheduling of the threads.
package struct ScanEngine: Sendable {
    /// The number of matching windows above which a scan fails. Their memory is the only memory that depends on the
    /// request.
    package static let mostMatches = 4_000_000

    /// The number of threads.
    package let threads: Int
    /// Starts a thread.
    private let spawn: @Sendable (@escaping @Sendable () -> Void) -> Void

    package init(threads: Int, spawn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.threads = threads
        self.spawn = spawn
    }

    /// Runs a plan to its end, or until `stop` is set.
    ///
    /// - Parameter progress: Called from any thread, at intervals, with the share of windows done and the number of
    ///   matches.
    /// - Returns: The result; nil when the scan was stopped, for the reason in `stop`.
    package func run(
        _ plan: ScanPlan, stop: StopFlag, progress: @escaping @Sendable (_ share: Double, _ found: Int) -> Void
    ) async -> ScanFindings? {
        let run = ScanRun(plan, stop: stop, workers: threads, progress: progress)
        return await withCheckedContinuation { continuation in
            for _ in 0..<threads {
                spawn {
                    guard let (found, base) = run.work() else { return }
                    continuation.resume(returning: stop.isSet ? nil : Self.findings(plan, found, base))
                }
            }
        }
    }

    private static func findings(_ plan: ScanPlan, _ found: [WindowMatch], _ base: DirectionCount) -> ScanFindings {
        let candidates = Selection.candidates(of: found, segment: plan.segment)
        let matches = Selection.disjoint(candidates, parts: plan.parts.count)
        let changes = matches.map { match in
            let part = plan.parts[Int(match.part)]
            return Outcome.change(
                after: match.range.upperBound - 1, watched: plan.daysToWatch, in: part.series, visible: part.visible)
        }
        let days = matches.map { match in
            MarketTime(minutes: plan.parts[Int(match.part)].series.times[match.range.upperBound - 1]).day
        }
        return ScanFindings(
            rawCount: found.count, candidateCount: candidates.count, matches: matches, changes: changes,
            statistics: ScannerSignal.Statistics(changes: changes, base: base, distinctDays: Set(days).count))
    }
}

/// The shared state of one scan.
private final class ScanRun: Sendable {
    /// Adjacent windows of one series.
    private struct Block {
        let part: Int
        let starts: Range<Int>
    }

    private struct Findings {
        var found: [WindowMatch] = []
        var base = DirectionCount()
        var workersLeft: Int
    }

    private let plan: ScanPlan
    private let stop: StopFlag
    private let progress: @Sendable (Double, Int) -> Void
    private let blocks: [Block]
    private let windowCount: Int
    private let nextBlock = Atomic<Int>(0)
    private let windowsDone = Atomic<Int>(0)
    private let foundCount = Atomic<Int>(0)
    private let findings: Mutex<Findings>

    init(_ plan: ScanPlan, stop: StopFlag, workers: Int, progress: @escaping @Sendable (Double, Int) -> Void) {
        self.plan = plan
        self.stop = stop
        self.progress = progress
        let length: Int
        switch plan.pattern {
        case .candle: length = CandleWorker.blockLength
        case .chart: length = ChartWorker.blockLength
        }
        blocks = plan.parts.enumerated().flatMap { number, part in
            stride(from: part.range.lowerBound, to: part.range.upperBound, by: length).map {
                Block(part: number, starts: $0..<min($0 + length, part.range.upperBound))
            }
        }
        windowCount = max(1, plan.windowCount)
        findings = Mutex(Findings(workersLeft: workers))
    }

    /// Takes blocks until none are left.
    /// - Returns: The merged results for the thread that ends last; nil for the others.
    func work() -> (found: [WindowMatch], base: DirectionCount)? {
        var own = Findings(workersLeft: 0)
        switch plan.pattern {
        case .candle(let pattern):
            let worker = CandleWorker(pattern)
            takeBlocks(&own) { columns, block, part, found in
                var told = found.count
                worker.search(
                    columns, starts: block.starts, end: part.range.upperBound, stop: stop,
                    found: { found.append(WindowMatch(distance: $0, part: block.part, first: $1, length: $2)) },
                    done: { tell(windows: $0, found: found.count, since: &told) })
            }
        case .chart(let pattern):
            var worker = ChartWorker(pattern)
            takeBlocks(&own) { columns, block, part, found in
                var told = found.count
                worker.search(
                    columns.close, starts: block.starts, end: part.range.upperBound, stop: stop,
                    found: { found.append(WindowMatch(distance: $0, part: block.part, first: $1, length: $2)) },
                    done: { tell(windows: $0, found: found.count, since: &told) })
            }
        }
        return findings.withLock { all in
            all.found += own.found
            all.base = all.base + own.base
            all.workersLeft -= 1
            return all.workersLeft == 0 ? (all.found, all.base) : nil
        }
    }

    private func takeBlocks(
        _ own: inout Findings, _ search: (CandleColumns, Block, ScanPlan.Part, inout [WindowMatch]) -> Void
    ) {
        while !stop.isSet {
            let index = nextBlock.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < blocks.count else { return }
            let block = blocks[index]
            let part = plan.parts[block.part]
            part.series.withColumns { columns in
                search(columns, block, part, &own.found)
                for candle in block.starts {
                    let change = Outcome.change(
                        after: candle, watched: plan.daysToWatch, columns.close, visible: part.visible)
                    if let change { own.base.add(change) }
                }
            }
        }
    }

    /// Counts windows that are done, and the matches among them.
    private func tell(windows: Int, found: Int, since told: inout Int) {
        let done = windowsDone.wrappingAdd(windows, ordering: .relaxed).newValue
        let all = foundCount.wrappingAdd(found - told, ordering: .relaxed).newValue
        told = found
        if all > ScanEngine.mostMatches { stop.stop(.tooManyMatches) }
        progress(Double(done) / Double(windowCount), all)
    }
}
