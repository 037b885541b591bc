import Domain
import Foundation
import Storage
import Synchronization
import TestSupport

/// What an image was found to be.
struct ImageResult: Sendable {
    /// The pages of the database; nil when it could not be opened.
    var digest: PageDigest?
    /// What is wrong, whatever was acknowledged.
    var complaint: String?
    /// How many requests were made.
    var requests = 0
}

/// Opens images of a disk by the production store.
final class ImageTrials<Day: CrashDay>: Sendable {
    /// One in so many images is examined as if it were the first with its pages.
    private static var share: Int { 40 }

    private let day: Day
    private let recorded: RecordedDay
    private let folder = TemporaryDirectory()
    private let state: Mutex<(known: Set<PageDigest>, count: Int, generator: SeededGenerator)>

    init(day: Day, recorded: RecordedDay, seed: UInt64) {
        self.day = day
        self.recorded = recorded
        state = Mutex(([], 0, SeededGenerator(seed: seed)))
    }

    /// Writes an image to a directory of its own, opens it, and closes it.
    func open(_ image: [String: [UInt8]]) async -> ImageResult {
        var result = ImageResult()
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        do {
            try await withImage(image, in: folder.file("\(number)")) { path in
                let disk = RecordingDisk(in: folder.file("\(number)"), isRecorded: false)
                try await examine(path, &result)
                withExtendedLifetime(disk) {}
            }
        } catch {
            result.complaint = "\(error)"
        }
        return result
    }

    private func examine(_ path: String, _ result: inout ImageResult) async throws {
        let clock = SteppedClock(at: recorded.moments[0].time)
        let open = try await day.open(at: path, clock: clock, options: Day.options())
        do {
            // Only now: another connection would repair the database before the store does.
            let digest = try PageDigest(of: path)
            result.digest = digest
            var problems: [String] = []
            if let step = recorded.moments.lastIndex(where: { $0.digest == digest }), isExamined(digest) {
                clock.advance(by: recorded.moments[step].time - clock.now)
                problems = try await day.allProblems(of: open, at: path)
                problems += try await askAgain(open, path, after: step, &result)
            } else {
                problems = try day.integrityProblems(at: path)
            }
            if !problems.isEmpty { result.complaint = problems.prefix(3).joined(separator: "; ") }
        } catch {
            await open.store.close()
            throw error
        }
        await open.store.close()
    }

    /// True for the first image with these pages, and for some later ones.
    private func isExamined(_ digest: PageDigest) -> Bool {
        state.withLock { $0.known.insert(digest).inserted || $0.generator.below(Self.share) == 0 }
    }

    /// Repeats every request whose step is in the database, which must bring its answer and change nothing; then takes
    /// the next step, which must work whether it was under way or not.
    private func askAgain(
        _ open: OpenHouse<Day.House>, _ path: String, after step: Int, _ result: inout ImageResult
    ) async throws -> [String] {
        let notes = Notes(recorded.moments[step].notes)
        for (index, done) in Day.steps.prefix(step).enumerated() where done.kind == .request {
            result.requests += 1
            let answer = try await done.run(open.house, notes)
            guard answer == recorded.moments[index + 1].answer else {
                let text = String(decoding: answer, as: UTF8.self)
                return ["\(done.name) was answered, and is answered otherwise now: \(text)"]
            }
        }
        try await open.store.settle()
        guard try PageDigest(of: path) == recorded.moments[step].digest else {
            return ["requests that were answered before changed something when they were made again"]
        }
        guard step < Day.steps.count, Day.steps[step].kind != .restart else { return [] }
        let next = Day.steps[step]
        result.requests += 1
        do {
            _ = try await next.run(open.house, notes)
        } catch {
            return ["\(next.name) does not work afterwards: \(error)"]
        }
        try await open.store.settle()
        return try await day.allProblems(of: open, at: path)
    }
}

/// Writes the files of an image to a new directory, and removes it afterwards.
func withImage(
    _ image: [String: [UInt8]], in directory: String, _ body: (_ path: String) async throws -> Void
) async throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for (name, bytes) in image { try Data(bytes).write(to: URL(fileURLWithPath: "\(directory)/\(name)")) }
    try await body("\(directory)/day.db")
}
