import Storage
import Synchronization
import TestSupport
import Testing

/// What a store measures of itself.
@Suite struct StoreMeasurementTests {
    private let folder = TemporaryDirectory()

    private func open() async throws -> Store {
        try await Store.open(
            at: folder.file("store.sqlite3"), migrations: [Migration(1, "CREATE TABLE note (text TEXT) STRICT;")])
    }

    @Test func commitsAndTheirSizesAreCounted() async throws {
        let store = try await open()
        for _ in 0..<3 { try await store.write { try $0.connection.run("INSERT INTO note VALUES ('short')") } }
        let long = String(repeating: "x", count: 100_000)
        try await store.write { try $0.connection.run("INSERT INTO note VALUES (?)", long) }
        // The answers come after the count.
        let commits = store.measurements.commits
        #expect(commits.made == 4 && commits.failed == 0)
        #expect(commits.writes.sum == 4 && commits.writes.powersOfTwo[0] == 4)
        #expect(commits.pages.sum >= 3 + 24, "\(commits.pages)")
        #expect(commits.pages.powersOfTwo.reduce(0, +) == 4 && commits.microseconds.powersOfTwo.reduce(0, +) == 4)
        #expect(commits.microseconds.sum > 0)
        await store.close()
    }

    @Test func writesThatWaitHaveAnAge() async throws {
        let store = try await open()
        #expect(store.measurements.oldestWrite == .zero)
        let (entered, gate) = (ThreadWakeUp(), ThreadWakeUp())
        let running = Task {
            try await store.write { _ in
                entered.wake()
                gate.wait()
            }
        }
        try await onThread { entered.wait() }
        let waiting = Task { try await store.write { try $0.connection.run("INSERT INTO note VALUES ('b')") } }
        try await eventually("a write waits") { store.measurements.writesWaiting == 1 }
        let first = store.measurements.oldestWrite
        try await eventually("it grows older") { store.measurements.oldestWrite > first + .milliseconds(20) }
        gate.wake()
        try await running.value
        try await waiting.value
        let after = store.measurements
        #expect(after.writesWaiting == 0 && after.oldestWrite == .zero)
        #expect(after.commits.made == 2)
        await store.close()
    }
}
