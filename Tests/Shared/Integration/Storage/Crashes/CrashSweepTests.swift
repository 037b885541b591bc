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
        #expect(report.operations > 100 && report.points == report.operations + 1 && report.tried == 200, "\(report)")
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

    @Test func databasesElsewhereAreNotRecorded() async throws {
        let (watched, other) = (TemporaryDirectory(), TemporaryDirectory())
        let disk = RecordingDisk(in: watched.path, isRecorded: true)
        for folder in [other, watched] {
            try Connection.withConnection(path: folder.file("some.db")) {
                try $0.execute("CREATE TABLE some (number INTEGER)")
            }
        }
        #expect(disk.operations().count == disk.count && disk.count > 4)
        disk.fail(after: 0, .full, isLasting: true)
        for (folder, isFailing) in [(other, false), (watched, true)] {
            var failed = false
            try Connection.withConnection(path: folder.file("some.db")) { connection in
                do throws(SQLiteError) {
                    try connection.execute("INSERT INTO some VALUES (1)")
                } catch {
                    failed = error.code.primary == .full
                }
                disk.heal()
            }
            #expect(failed == isFailing)
            disk.fail(after: 0, .full, isLasting: true)
        }
        disk.heal()
    }
}
