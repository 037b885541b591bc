import Coordination
import CrashPoints
import Domain
import Storage
import TestSupport
import Testing

/// Goal: a write that was refused because the disk failed is not found done later.
@Suite struct FailedSyncTests {
    private static let migrations = [Migration(1, "CREATE TABLE numbers (number INTEGER PRIMARY KEY) STRICT;")]

    private let folder = TemporaryDirectory()

    /// Method: each change of the disk that a write makes fails in turn, the sync of the log among them. Nobody has
    /// read from the store, so no other connection keeps what SQLite knows of its log. There is no event by which the
    /// store could see the commit.
    @Test(arguments: RecordingDisk.Failure.allCases, [false, true])
    func whatWasRefusedStaysUndone(failure: RecordingDisk.Failure, isLasting: Bool) async throws {
        let disk = RecordingDisk(in: folder.path, isRecorded: false)
        let store = try await Store.open(at: folder.file("numbers.db"), migrations: Self.migrations)
        var refused: [Int64] = []
        for place in 0..<12 {
            let number = Int64(place)
            disk.fail(after: place, failure, isLasting: isLasting)
            do {
                try await add(number, to: store)
            } catch let fault as Fault {
                #expect(fault.code == .storageUnavailable)
                refused.append(number)
            }
            disk.heal()
            try await add(100 + number, to: store)
        }
        let kept = try await store.read { transaction in
            let numbers: [Int64] = try transaction.connection.all("SELECT number FROM numbers ORDER BY number")
            return numbers
        }
        #expect(refused.count > 2 && refused.count < 12)
        #expect(kept == (0..<12).filter { !refused.contains($0) } + (100..<112))
        await store.close()
        withExtendedLifetime(disk) {}
    }

    private func add(_ number: Int64, to store: Store) async throws {
        try await store.write { try $0.connection.run("INSERT INTO numbers (number) VALUES (?)", number) }
    }
}
