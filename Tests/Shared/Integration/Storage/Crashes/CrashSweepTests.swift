import CrashPoints
import Domain
import Storage
import TestSupport
import Testing

/// The sweep itself: it finds nothing on a disk that keeps its word, and something on one that does not.
@Suite struct CrashSweepTests {
    private let scale = SweepScale(images: 200, seed: 7)

    @Test func anHonestDiskKeepsWhatWasAcknowledged() async throws {
        let report = try await CrashSweep(of: StorageDay(), scale: scale).run()
        #expect(report.findings == [], "\(report)")
        #expect(report.operations > 100 && report.points == report.operations + 1, "\(report)")
        // An image may be chosen twice: at a moment of an acknowledgement, and at another.
        #expect((150...200).contains(report.tried), "\(report)")
    }

    @Test(arguments: [RecordingDisk.Lie.always, .aboutDatabases])
    func aDiskThatLiesAboutSyncsIsNoticed(lie: RecordingDisk.Lie) async throws {
        let report = try await CrashSweep(of: StorageDay(), scale: scale).run(on: lie)
        #expect(report.findingCount > 0, "\(report)")
    }

    @Test func aFailingDiskIsToldAndForgiven() async throws {
        let report = try await FailureSweep(of: StorageDay(), scale: scale).run()
        #expect(report.findings == [], "\(report)")
    }

    @Test func databasesElsewhereAreNeitherRecordedNorFailed() throws {
        let (watched, other) = (TemporaryDirectory(), TemporaryDirectory())
        let disk = RecordingDisk(in: watched.path, isRecorded: true)
        let inside = try Connection(path: watched.file("some.db"))
        let outside = try Connection(path: other.file("some.db"))
        for connection in [outside, inside] { try connection.execute("CREATE TABLE some (number INTEGER)") }
        #expect(disk.operations().count == disk.count && disk.count > 4)
        #expect(disk.operations().allSatisfy { $0.name.hasPrefix("some.db") && $0.file < 3 })

        let before = disk.count
        disk.fail(after: 0, .full, isLasting: true)
        try outside.execute("INSERT INTO some VALUES (1)")
        #expect { try inside.execute("INSERT INTO some VALUES (1)") } throws: { ($0 as? SQLiteError)?.code == .full }
        #expect(disk.heal() > 0 && disk.count == before)
        try inside.execute("INSERT INTO some VALUES (1)")
        #expect(disk.count > before)
        inside.close()
        outside.close()
    }
}
