import Coordination
import Domain
import Storage
import Synchronization
import TestSupport

/// Fails the changes of the disk during each step of a day, one by one: with EIO or ENOSPC, once or from then on.
///
/// Each run begins with the database as the recorded day had it before the step. A step that fails says so by a typed
/// error. The step then has not happened, or has happened as a whole. Once the disk works again so does the service,
/// with everything that was acknowledged before.
public struct FailureSweep<Day: CrashDay>: Sendable {
    private let day: Day
    private let scale: SweepScale
    /// The runs of each service in an ordinary run of the tests.
    private static var usualRuns: Int { 48 }

    /// Creates the sweep of a day.
    public init(of day: Day, scale: SweepScale) {
        self.day = day
        self.scale = scale
    }

    /// Records the day and tries the failures of its steps.
    public func run() async throws -> SweepReport {
        let start = ContinuousClock.now
        var report = SweepReport(name: "failures of \(Day.name)", seed: scale.seed)
        var generator = SeededGenerator(seed: scale.seed)
        let recorded = try await RecordedDay.record(day)
        report.operations = recorded.operations.count
        let steps = Day.steps.indices.filter { [.request, .change].contains(Day.steps[$0].kind) }
        let images = Self.images(of: recorded)
        let chosen = scale.isWhole ? steps : (0..<Self.usualRuns).map { _ in generator.one(of: steps) }
        for step in chosen {
            let changes = max(1, recorded.moments[step + 1].settled - recorded.moments[step + 1].began)
            let places = scale.isWhole ? Array(0..<changes) : [generator.below(changes)]
            for place in places {
                for (failure, isLasting) in kinds(&generator) {
                    let run = FailureRun(
                        day: day, recorded: recorded, step: step, place: place, failure: failure,
                        isLasting: isLasting, ending: generator.one(of: FailureEnding.allCases))
                    report.points += 1
                    let outcome = await run.outcome(in: images[step])
                    report.tried += outcome.failed > 0 ? 1 : 0
                    report.requests += outcome.requests
                    for finding in outcome.findings { report.find("\(run): \(finding)") }
                }
            }
        }
        report.duration = .now - start
        return report
    }

    /// Returns the ways to fail at one place: each of them, once or from then on; or one of them.
    private func kinds(_ generator: inout SeededGenerator) -> [(RecordingDisk.Failure, isLasting: Bool)] {
        let failures = RecordingDisk.Failure.allCases
        let chosen = scale.isWhole ? failures : [generator.one(of: failures)]
        return chosen.map { ($0, isLasting: generator.chance(50)) }
    }

    /// Returns the files before each step.
    private static func images(of recorded: RecordedDay) -> [[String: [UInt8]]] {
        var state = DiskState(recorded.operations)
        var images: [[String: [UInt8]]] = []
        for number in recorded.operations.indices {
            while images.count < recorded.moments.count, recorded.moments[images.count].settled == number {
                images.append(state.content(of: state.everything))
            }
            state.advance(number)
        }
        while images.count < recorded.moments.count { images.append(state.content(of: state.everything)) }
        return images
    }
}
