import Storage
import TestSupport

/// Crashes a recorded day after every change of the disk, with the legal outcomes of each crash, and opens every image
/// by the production store.
///
/// Each step of the day is one commit. A store without a commit log (`PRAGMA synchronous = FULL`) promises that a step
/// that was acknowledged is there, to the byte, and one that was not is there as a whole or not at all. So the pages of
/// a recovered database must be those after the last step that was acknowledged before the crash, or those after the
/// step that was under way.
public struct CrashSweep<Day: CrashDay>: Sendable {
    private let day: Day
    private let scale: SweepScale

    /// Creates the sweep of a day.
    public init(of day: Day, scale: SweepScale) {
        self.day = day
        self.scale = scale
    }

    /// Records the day and tries its crashes.
    ///
    /// - Parameter lie: What the disk says to have synced and has not, which must be noticed.
    public func run(on lie: RecordingDisk.Lie = .none) async throws -> SweepReport {
        let start = ContinuousClock.now
        var report = SweepReport(name: "crash points of \(Day.name)", seed: scale.seed)
        let recorded = try await RecordedDay.record(day, on: lie)
        report.operations = recorded.operations.count
        report.points = recorded.operations.count + 1
        let trials = ImageTrials(day: day, recorded: recorded, seed: scale.seed)
        let chosen = choose(in: recorded)
        let halfway = try await halfwayPages(in: recorded, by: trials, &report)
        var results: [ImageName: ImageResult] = [:]
        await walk(recorded) { point, state, outcomes in
            let bounds = recorded.bounds(at: point)
            for outcome in outcomes {
                report.outcomes += 1
                let name = state.name(of: outcome)
                if results[name] == nil {
                    guard chosen?.contains(name) ?? true else { continue }
                    let result = await trials.open(state.content(of: outcome))
                    results[name] = result
                    report.tried += 1
                    report.requests += result.requests
                    if let complaint = result.complaint { report.find("\(place(point, name, recorded)): \(complaint)") }
                }
                guard let result = results[name], result.complaint == nil else { continue }
                if let complaint = recorded.complaint(about: result.digest, within: bounds, halfway) {
                    report.find("\(place(point, name, recorded)): \(complaint)")
                }
            }
        }
        report.duration = .now - start
        return report
    }

    /// Returns the pages between the commits of each step that takes several, by the number of its moment: a crash may
    /// leave those, too.
    private func halfwayPages(
        in recorded: RecordedDay, by trials: ImageTrials<Day>, _ report: inout SweepReport
    ) async throws -> [Int: Set<PageDigest>] {
        let steps = Day.steps.indices.filter { Day.steps[$0].commits > 1 }
        var halfway: [Int: Set<PageDigest>] = [:]
        var state = DiskState(recorded.operations)
        for point in recorded.operations.indices {
            if point > 0 { state.advance(point - 1) }
            guard let step = steps.first(where: { recorded.moments[$0 + 1].isUnderWay(at: point) }),
                case .sync = recorded.operations[point].kind
            else { continue }
            let result = await trials.open(state.content(of: state.everything))
            if let complaint = result.complaint {
                report.find("\(Day.steps[step].name), change \(point): \(complaint)")
            }
            if let digest = result.digest { halfway[step + 1, default: []].insert(digest) }
        }
        for step in steps {
            // The pages before it and after it are among them.
            let commits = halfway[step + 1, default: []].subtracting([recorded.moments[step].digest]).count
            if commits > Day.steps[step].commits { report.find("\(Day.steps[step].name) takes \(commits) commits") }
        }
        return halfway
    }

    /// Returns the images to open; nil for all. Those of moments at which something was just acknowledged come first.
    private func choose(in recorded: RecordedDay) -> Set<ImageName>? {
        guard let most = scale.images else { return nil }
        var generator = SeededGenerator(seed: scale.seed)
        let acknowledged = Set(recorded.moments.map(\.acknowledged))
        var (first, others): (Set<ImageName>, Set<ImageName>) = ([], [])
        var (firstList, otherList): ([ImageName], [ImageName]) = ([], [])
        walk(recorded) { point, state, outcomes in
            for name in outcomes.map(state.name(of:)) {
                if acknowledged.contains(point) {
                    if first.insert(name).inserted { firstList.append(name) }
                } else if others.insert(name).inserted {
                    otherList.append(name)
                }
            }
        }
        let early = firstList.shuffled(using: &generator).prefix(most / 3)
        return Set(early).union(otherList.shuffled(using: &generator).prefix(most - early.count))
    }

    /// Calls `body` with each crash point, the disk then, and the outcomes of a crash.
    private func walk(
        _ recorded: RecordedDay, _ body: (Int, DiskState, [Outcome]) async throws -> Void
    ) async rethrows {
        var state = DiskState(recorded.operations)
        for point in 0...recorded.operations.count {
            if point > 0 { state.advance(point - 1) }
            try await body(point, state, outcomes(of: state, at: point))
        }
    }

    private func walk(_ recorded: RecordedDay, _ body: (Int, DiskState, [Outcome]) -> Void) {
        var state = DiskState(recorded.operations)
        for point in 0...recorded.operations.count {
            if point > 0 { state.advance(point - 1) }
            body(point, state, outcomes(of: state, at: point))
        }
    }

    private func outcomes(of state: DiskState, at point: Int) -> [Outcome] {
        var outcomes = CrashOutcomes(
            state: state, newest: point > 0 ? point - 1 : nil, subsets: scale.isWhole ? 4 : 2,
            generator: SeededGenerator(seed: scale.seed &+ UInt64(point) &* 0xA076_1D64_78BD_642F))
        return outcomes.all()
    }

    private func place(_ point: Int, _ name: ImageName, _ recorded: RecordedDay) -> String {
        let step = recorded.moments.lastIndex { $0.began <= point } ?? 0
        let title = step == 0 ? "the opening" : Day.steps[step - 1].name
        let last = point > 0 ? recorded.operations[point - 1].description : "nothing"
        let files = name.files.map { "\($0.name) through \($0.through) and \($0.pieces.count) pieces" }
        return "after change \(point) (\(last)) in \(title), with \(files.joined(separator: ", "))"
    }
}

extension RecordedDay {
    /// What a crash may leave: at least the first step, at most the second; nil during the opening, when the database
    /// has nothing yet.
    func bounds(at point: Int) -> ClosedRange<Int>? {
        guard let least = moments.lastIndex(where: { $0.acknowledged <= point }) else { return nil }
        let most = moments.lastIndex { $0.began <= point } ?? least
        return least...max(least, most)
    }

    /// Returns what is wrong with the pages of a recovered database.
    ///
    /// - Parameter halfway: The pages between the commits of a step, by the number of its moment.
    func complaint(
        about digest: PageDigest?, within bounds: ClosedRange<Int>?, _ halfway: [Int: Set<PageDigest>]
    ) -> String? {
        guard let bounds, let digest, !moments[bounds].contains(where: { $0.digest == digest }) else { return nil }
        let between = bounds.dropFirst().contains { halfway[$0]?.contains(digest) ?? false }
        guard !between else { return nil }
        switch moments.lastIndex(where: { $0.digest == digest }) {
        case nil: return "the pages are those of no step: something of a step is there, and something not"
        case let step? where step < bounds.lowerBound:
            return "step \(bounds.lowerBound) was acknowledged, but the pages are those after step \(step)"
        case let step?: return "the pages are those after step \(step), which had not begun"
        }
    }
}
