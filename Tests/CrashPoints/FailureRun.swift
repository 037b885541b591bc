import Coordination
import Domain
import Foundation
import Storage
import TestSupport

/// What happens to a service whose disk has failed.
enum FailureEnding: String, CaseIterable, Sendable {
    /// It goes on, or starts again when its store asks for that.
    case goesOn = "and it went on"
    /// It is killed with the failure, and starts again.
    case isKilled = "and it was killed"
    /// It ends in good order, and the disk fails only then.
    case failsAtTheEnd = "of its end"
}

/// What came of a run.
struct FailureOutcome: Sendable {
    /// How many changes failed.
    var failed = 0
    /// How many requests were made.
    var requests = 0
    /// What went wrong.
    var findings: [String] = []
}

/// One step of a day on a disk that fails.
struct FailureRun<Day: CrashDay>: CustomStringConvertible {
    let day: Day
    let recorded: RecordedDay
    /// The number of the step; the moment of the same number is the one before it.
    let step: Int
    /// The number of changes that succeed.
    let place: Int
    let failure: RecordingDisk.Failure
    let isLasting: Bool
    let ending: FailureEnding

    var description: String {
        let duration = isLasting ? " from then on" : ""
        return "\(failure.rawValue)\(duration) after \(place) changes in \(Day.steps[step].name) \(ending.rawValue)"
    }

    private var before: Moment { recorded.moments[step] }
    private var tried: CrashStep<Day.House> { Day.steps[step] }

    /// Runs the step on a disk with these files.
    func outcome(in image: [String: [UInt8]]) async -> FailureOutcome {
        let folder = TemporaryDirectory()
        var outcome = FailureOutcome()
        do {
            try await withImage(image, in: folder.file("image")) { path in
                let service = FailingService(
                    day: day, path: path, disk: RecordingDisk(in: folder.file("image"), isRecorded: false),
                    clock: SteppedClock(at: before.time))
                do {
                    try await fail(service, &outcome)
                } catch {
                    outcome.findings.append("it ended with \(error)")
                }
                await service.close()
            }
        } catch {
            outcome.findings.append("it began with \(error)")
        }
        return outcome
    }

    private func fail(_ service: FailingService<Day>, _ outcome: inout FailureOutcome) async throws {
        try await service.open()
        let notes = Notes(before.notes)
        if ending != .failsAtTheEnd { service.disk.fail(after: place, failure, isLasting: isLasting) }
        let answer: [UInt8]?
        do {
            answer = try await tried.run(service.house, notes)
        } catch {
            answer = nil
            if !(error is Fault) { outcome.findings.append("the error is no fault: \(error)") }
        }
        // The log may be moved now, which may fail as well.
        for _ in 0..<2 { try? await service.store.settle() }
        switch ending {
        case .goesOn:
            outcome.failed = service.disk.heal()
            if service.mustRestart {
                await service.close()
                try await service.open()
            }
        case .isKilled:
            outcome.failed = service.disk.heal()
            try await service.kill()
        case .failsAtTheEnd:
            service.disk.fail(after: place, failure, isLasting: isLasting)
            await service.close()
            outcome.failed = service.disk.heal()
            try await service.open()
        }
        try await goOn(service, notes, answer, &outcome)
        try await lookBack(service, &outcome)
    }

    /// Expects that the step is done or undone, and that it can be done now in both cases.
    private func goOn(
        _ service: FailingService<Day>, _ notes: Notes, _ answer: [UInt8]?, _ outcome: inout FailureOutcome
    ) async throws {
        let isUndone = try PageDigest(of: service.path) == before.digest
        if answer != nil, isUndone, recorded.moments[step + 1].digest != before.digest {
            outcome.findings.append("it was acknowledged and is lost")
        }
        // Only a commit of which the process lost sight may be there although it was refused: by its death, or because
        // the store asked to be opened again.
        if answer == nil, !isUndone, tried.commits == 1, ending == .goesOn, !service.hasRestarted {
            outcome.findings.append("it was refused and is done")
        }
        guard tried.kind == .request || answer == nil && isUndone else { return }
        outcome.requests += 1
        let again = try await tried.run(service.house, notes)
        if let answer, answer != again { outcome.findings.append("it is answered otherwise now") }
        try await service.store.settle()
        if recorded.moments[step + 1].digest != before.digest, try PageDigest(of: service.path) == before.digest {
            outcome.findings.append("it is said to be done now and is not")
        }
    }

    /// Expects that what was acknowledged before is there, and that all of it is there after another start.
    private func lookBack(_ service: FailingService<Day>, _ outcome: inout FailureOutcome) async throws {
        for index in Day.steps.prefix(step).indices.suffix(8) where Day.steps[index].kind == .request {
            let (earlier, moment) = (Day.steps[index], recorded.moments[index + 1])
            outcome.requests += 1
            let answer = try await earlier.run(service.house, Notes(before.notes))
            if answer != moment.answer { outcome.findings.append("\(earlier.name) is answered otherwise now") }
        }
        try await service.store.settle()
        let digest = try PageDigest(of: service.path)
        await service.close()
        try await service.open()
        if try PageDigest(of: service.path) != digest { outcome.findings.append("a start changed the pages") }
        outcome.findings += try await day.allProblems(of: service.opened, at: service.path)
    }
}
