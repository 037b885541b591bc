import Domain
import Storage
import Synchronization
import TestSupport

/// A step that a script has done, and what was known then.
struct Moment: Sendable {
    /// The changes of the disk before the step began.
    let began: Int
    /// The changes when the step was acknowledged.
    let acknowledged: Int
    /// The changes when the store had nothing left to do.
    let settled: Int
    /// The pages of the database then.
    let digest: PageDigest
    /// The answer to a request.
    let answer: [UInt8]
    /// The notes after the step.
    let notes: [String: String]
    /// The time after the step.
    let time: Instant

    /// True for a number of changes at which the step had begun and its work was not done.
    func isUnderWay(at point: Int) -> Bool { (began..<settled).contains(point) }
}

/// A day as it was recorded: the changes of the disk, and the moments of its steps. The first is the opening.
struct RecordedDay: Sendable {
    let operations: [DiskOperation]
    let moments: [Moment]

    /// Plays the script of a day on a disk that records.
    ///
    /// - Parameter lie: What the disk says to have synced and has not.
    static func record<Day: CrashDay>(_ day: Day, on lie: RecordingDisk.Lie = .none) async throws -> RecordedDay {
        let folder = TemporaryDirectory()
        let disk = RecordingDisk(in: folder.path, isRecorded: true)
        disk.tell(lie)
        let script = Script(day: day, path: folder.file("day.db"), disk: disk)
        var open = try await script.open()
        let moments: [Moment]
        do {
            moments = try await script.play(&open)
        } catch {
            await open.store.close()
            throw error
        }
        await open.store.close()
        return RecordedDay(operations: disk.operations(), moments: moments)
    }
}

/// A script that could not go on.
struct StepFailure: Error, CustomStringConvertible {
    let day: String
    let step: String
    let error: any Error

    var description: String { "\(day): the step \(step) failed: \(error)" }
}

/// A day on one disk.
private struct Script<Day: CrashDay> {
    let day: Day
    let path: String
    let disk: RecordingDisk
    private let executor: ScriptExecutor
    private let time = SteppedClock()
    private let notes = Notes()

    init(day: Day, path: String, disk: RecordingDisk) {
        self.day = day
        self.path = path
        self.disk = disk
        executor = ScriptExecutor(holding: disk)
    }

    func open() async throws -> OpenHouse<Day.House> {
        try await day.open(at: path, clock: time, options: Day.options())
    }

    /// Takes all steps, and returns their moments after that of the opening.
    func play(_ open: inout OpenHouse<Day.House>) async throws -> [Moment] {
        var moments = [try await moment(of: open, began: 0, acknowledged: disk.count, answer: [])]
        for step in Day.steps {
            let began = disk.count
            let answer: [UInt8]
            let acknowledged: Int
            do {
                if step.kind == .restart {
                    await open.store.close()
                    open = try await self.open()
                    (answer, acknowledged) = ([], disk.count)
                } else {
                    (answer, acknowledged) = try await run(step, in: open)
                }
            } catch {
                throw StepFailure(day: Day.name, step: step.name, error: error)
            }
            moments.append(try await moment(of: open, began: began, acknowledged: acknowledged, answer: answer))
        }
        return moments
    }

    /// Takes a step, and returns its answer and the changes of the disk when it was acknowledged.
    private func run(
        _ step: CrashStep<Day.House>, in open: OpenHouse<Day.House>
    ) async throws -> ([UInt8], Int) {
        let (notes, disk) = (notes, disk)
        return try await withTaskExecutorPreference(executor) {
            let answer = try await step.run(open.house, notes)
            return (answer, disk.count)
        }
    }

    private func moment(
        of open: OpenHouse<Day.House>, began: Int, acknowledged: Int, answer: [UInt8]
    ) async throws -> Moment {
        try await open.store.settle()
        return Moment(
            began: began, acknowledged: acknowledged, settled: disk.count, digest: try PageDigest(of: path),
            answer: answer, notes: notes.all, time: time.now)
    }
}

extension Store {
    /// Returns when all that was asked for is done, and the log is not being moved.
    func settle() async throws {
        // A probe is answered before the writer looks at the log: the second finds that the log is to be moved, the
        // third that the writer has to move the rest, and the fourth that it has done so.
        for _ in 0..<4 {
            try await probe()
            try await eventually("the log is moved") { !isMovingLog }
        }
    }
}
