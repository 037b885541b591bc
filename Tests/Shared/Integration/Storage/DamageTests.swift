import CSQLite
import Coordination
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

/// What a store does with a file that the disk has changed, and with one whose pages have no checksums to show it.
@Suite struct DamageTests {
    private let folder = TemporaryDirectory()
    private let migrations = [Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")]
    private var path: String { folder.file("store.db") }

    private func fill() async throws {
        let store = try await Store.open(at: path, migrations: migrations)
        try await store.write { transaction in
            for number in 1...2000 {
                let text = "note \(number), as it was written"
                try transaction.connection.run("INSERT INTO note (text) VALUES (?)", text)
            }
        }
        await store.close()
    }

    /// Flips a bit of a value.
    private func damage(_ text: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.range(of: Data(text.utf8)))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: URL(filePath: path))
    }

    @Test func aDamagedPageIsToldAndNeverServed() async throws {
        try await fill()
        try damage("note 1000, as it was written")
        let troubles = Mutex<[SQLiteError]>([])
        var options = StoreOptions()
        options.reportTrouble = { trouble in troubles.withLock { $0.append(trouble) } }
        let store = try await Store.open(at: path, migrations: migrations, options: options)
        let read = await #expect(throws: Fault.self) {
            try await store.read { try $0.connection.first("SELECT text FROM note WHERE id = 1000") as String? }
        }
        #expect(read?.code == .storageUnavailable)
        #expect(read?.reason == "dataDamaged")
        let written = await #expect(throws: Fault.self) {
            try await store.write { try $0.connection.run("UPDATE note SET text = text || '.' WHERE id = 1000") }
        }
        #expect(written?.reason == "dataDamaged")
        #expect(troubles.withLock { $0 }.map(\.isDamage) == [true, true])
        // Other pages are served.
        let other: String? = try await store.read { try $0.connection.first("SELECT text FROM note WHERE id = 1") }
        #expect(other == "note 1, as it was written")
        await store.close()
    }

    @Test func aDamagedFirstPageIsToldAtTheOpening() async throws {
        try await fill()
        try damage("CREATE TABLE note")
        let error = await #expect(throws: StorageError.self) {
            await (try Store.open(at: path, migrations: migrations)).close()
        }
        #expect(error?.code == .notADatabase)
        #expect(error?.message.contains("put a backup in its place") == true)
    }

    /// Makes a file as versions before 0.2 did.
    private func makeOldFile() throws {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try #require(sqlite3_open(path, &database) == SQLITE_OK)
        let sql = "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; PRAGMA user_version = 1;"
        let rows = "INSERT INTO note VALUES (1, 'old'), (5, 'gap');"
        try #require(sqlite3_exec(database, "PRAGMA journal_mode = WAL;" + sql + rows, nil, nil, nil) == SQLITE_OK)
    }

    private func open(_ options: StoreOptions = StoreOptions()) async throws -> [Int64] {
        let store = try await Store.open(at: path, migrations: migrations, options: options)
        let ids: [Int64] = try await store.read { try $0.connection.all("SELECT id FROM note ORDER BY id") }
        await store.close()
        return ids
    }

    private func hasChecksums() throws -> Bool {
        try Connection.withConnection(path: path, options: .reader) { try $0.hasPageChecksums() }
    }

    @Test func theFileOfAnOlderVersionGetsChecksums() async throws {
        try makeOldFile()
        #expect(try !hasChecksums())
        #expect(try await open() == [1, 5])
        #expect(try hasChecksums())
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!files.contains { $0.contains("checksums") })
        #expect(try await open() == [1, 5])
    }

    @Test func anOlderFileWithoutRoomForAnotherIsUsedAsItIs() async throws {
        try makeOldFile()
        // Nothing can be written to where a directory is.
        let obstacle = path + ".with-checksums"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
        let troubles = Mutex(0)
        var options = StoreOptions()
        options.reportTrouble = { _ in troubles.withLock { $0 += 1 } }
        #expect(try await open(options) == [1, 5])
        #expect(try !hasChecksums())
        #expect(troubles.withLock { $0 } == 1)
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(try await open() == [1, 5])
        #expect(try hasChecksums())
    }
}
