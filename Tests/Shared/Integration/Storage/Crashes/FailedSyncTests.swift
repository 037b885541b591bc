import Coordination
import CrashPoints
import Domain
import Foundation
import Storage
import Synchronization
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

    /// Linux calls pages clean whose sync failed, and the next sync succeeds without them: fsync(2). The log still has
    /// them.
    ///
    /// Method: each change of the disk that closing a store makes fails in turn.
    @Test func theLogStaysWhenTheFileCouldNotBeSynced() async throws {
        var kept = 0
        for place in 0..<12 {
            let path = folder.file("numbers-\(place).db")
            let disk = RecordingDisk(in: folder.path, isRecorded: false)
            let restarts = Atomic(0)
            var options = StoreOptions()
            options.mustRestart = { _ in restarts.wrappingAdd(1, ordering: .relaxed) }
            let store = try await Store.open(at: path, migrations: Self.migrations, options: options)
            try await add(1, to: store)
            disk.fail(after: place, .ioError, isLasting: false)
            await store.close()
            guard restarts.load(ordering: .relaxed) > 0 else { continue }
            kept += 1
            let size = try FileManager.default.attributesOfItem(atPath: "\(path)-wal")[.size] as? Int
            #expect(size ?? 0 > 0)
            disk.heal()
            // The successor writes it again before it uses it.
            let before = disk.count
            let successor = try await Store.open(at: path, migrations: Self.migrations)
            #expect(disk.count > before)
            let numbers = try await successor.read { try $0.connection.all("SELECT number FROM numbers") as [Int64] }
            #expect(numbers == [1])
            await successor.close()
        }
        #expect(kept > 0)
    }

    /// A killed process may leave a commit that is in the memory of the system only, its name in the directory as well.
    /// What its successor answers by it must outlive a loss of power.
    ///
    /// Method: files as a killed process leaves them, opened by their name or by a link to it.
    @Test(arguments: [false, true])
    func aLogIsOnTheDiskBeforeItIsUsed(isLinked: Bool) async throws {
        let store = try await Store.open(at: folder.file("numbers.db"), migrations: Self.migrations)
        try await add(1, to: store)
        let left = folder.file("left")
        try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
        for end in ["db", "db-wal"] {
            try FileManager.default.copyItem(atPath: folder.file("numbers.\(end)"), toPath: "\(left)/numbers.\(end)")
        }
        await store.close()
        let link = folder.file("link.db")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(left)/numbers.db")
        let disk = RecordingDisk(in: left, isRecorded: true)
        let successor = try await Store.open(at: isLinked ? link : "\(left)/numbers.db", migrations: Self.migrations)
        let log = disk.operations().filter { $0.name == "numbers.db-wal" }
        #expect(log.contains { if case .write = $0.kind { true } else { false } })
        let last = try #require(log.last)
        if case .sync = last.kind {} else { Issue.record("the log ends with \(last)") }
        #expect(last.isDirectorySynced)
        #expect(try await successor.read { try $0.connection.all("SELECT number FROM numbers") as [Int64] } == [1])
        await successor.close()
    }

    private func add(_ number: Int64, to store: Store) async throws {
        try await store.write { try $0.connection.run("INSERT INTO numbers (number) VALUES (?)", number) }
    }
}
