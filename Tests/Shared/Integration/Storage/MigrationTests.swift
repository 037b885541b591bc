import Foundation
import Storage
import TestSupport
import Testing

@Suite struct MigrationTests {
    private let folder: TemporaryDirectory
    private let first = Migration(1, "CREATE TABLE one (id INTEGER PRIMARY KEY) STRICT;")
    private let second = Migration(2, "ALTER TABLE one ADD COLUMN name TEXT;")

    init() throws { folder = TemporaryDirectory() }

    private var path: String { folder.path + "/store.sqlite3" }

    private func open(_ migrations: [Migration]) async throws {
        await (try Store.open(at: path, migrations: migrations)).close()
    }

    private func openFails(_ migrations: [Migration], with code: StorageError.Code) async {
        await #expect { try await open(migrations) } throws: { error in
            guard let error = error as? StorageError else { return false }
            return error.code == code && error.message.contains(path)
        }
    }

    @Test func stepsAreRunOnceAndInOrder() async throws {
        try await open([first])
        try await open([first, second])
        try await open([first, second])
        let store = try await Store.open(at: path, migrations: [first, second])
        let version = try await store.read { try $0.connection.userVersion() }
        #expect(version == 2)
        await store.close()
    }

    /// Returns the existing copies, by the schema that followed them.
    private func copies() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).compactMap { name in
            name.contains(".before-schema-") ? Int32(name.split(separator: "-").last ?? "") : nil
        }.sorted()
    }

    @Test func aDatabaseIsCopiedBeforeItsSchemaChanges() async throws {
        try await open([first])
        #expect(try copies() == [], "there was nothing to copy")
        let store = try await Store.open(at: path, migrations: [first])
        try await store.write { try $0.connection.execute("INSERT INTO one VALUES (7)") }
        await store.close()
        try await open([first, second])
        #expect(try copies() == [2])
        let copy = path + ".before-schema-2"
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
        let connection = try Connection(path: copy)
        let version = try connection.userVersion()
        #expect(version == 1)
        let row = try connection.first("SELECT id FROM one") { $0.int64(at: 0) }
        #expect(row == 7)
        connection.close()
        try await open([first, second])
        #expect(try copies() == [2], "nothing changed, so nothing is copied")
    }

    @Test func onlyTheNewestCopiesAreKept() async throws {
        var steps = [first]
        for version in 2...6 {
            try await open(steps)
            steps.append(Migration(Int32(version), "CREATE TABLE table_\(version) (id INTEGER PRIMARY KEY) STRICT;"))
        }
        try await open(steps)
        #expect(try copies() == [4, 5, 6])
    }

    @Test func aCopyOfAnEarlierTryIsReplaced() async throws {
        try await open([first])
        _ = try folder.write("half of a copy", to: "store.sqlite3.before-schema-2")
        _ = try folder.write("half of a draft", to: "store.sqlite3.before-schema-2.draft")
        try await open([first, second])
        let connection = try Connection(path: path + ".before-schema-2")
        let version = try connection.userVersion()
        #expect(version == 1)
        connection.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix("draft") })
    }

    @Test func aDatabaseOfANewerProgramIsRefused() async throws {
        try await open([first, second])
        await openFails([first], with: .newerThanProgram)
    }

    @Test func aFailedStepChangesNothing() async throws {
        try await open([first])
        let broken = Migration(2, "CREATE TABLE two (id INTEGER PRIMARY KEY) STRICT; INSERT INTO nowhere VALUES (1);")
        await openFails([first, broken], with: .migrationFailed)
        try await open([first, second])
    }

    @Test func aFileThatIsNoDatabaseIsRefused() async throws {
        _ = try folder.write(String(repeating: "This is a letter, not a database. ", count: 100), to: "store.sqlite3")
        await openFails([first], with: .notADatabase)
    }

    @Test func aDirectoryThatDoesNotExistIsAClearError() async throws {
        await #expect { try await Store.open(at: folder.path + "/none/store.sqlite3", migrations: []) } throws: {
            ($0 as? StorageError)?.code == .cannotOpen
        }
    }

    @Test func aDiskWithoutRoomForTheSchemaIsAClearError() async throws {
        var options = StoreOptions()
        options.maximumPages = 2
        await #expect { try await Store.open(at: path, migrations: [first], options: options) } throws: {
            ($0 as? StorageError)?.code == .full
        }
    }
}
