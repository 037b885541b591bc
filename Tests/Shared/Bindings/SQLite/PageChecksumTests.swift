import CSQLite
import Foundation
import SQLite
import TestSupport
import Testing

/// Databases whose files were changed by something else than SQLite: a disk, or a hand.
@Suite struct PageChecksumTests {
    private static let pageBytes = 4096
    let directory = TemporaryDirectory()
    private var path: String { directory.file("db") }

    /// Writes a file with pages of every kind: tables, indexes, long values, unused pages.
    private func fill(_ path: String) throws {
        let connection = try Connection(path: path)
        defer { connection.close() }
        try connection.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, body BLOB NOT NULL, word TEXT) STRICT")
        try connection.execute("CREATE INDEX note_word ON note (word)")
        for number in 1...300 {
            let body = [UInt8](repeating: UInt8(number & 0xFF), count: number % 10 == 0 ? 9000 : 40)
            try connection.run("INSERT INTO note (body, word) VALUES (?, ?)", body, "word \(number)")
        }
        try connection.execute("DELETE FROM note WHERE id BETWEEN 50 AND 90")
    }

    private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    private func write(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    /// Reads every page of a file.
    private func readAll(_ path: String) throws {
        let copy = directory.file("copy-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try Connection.withConnection(path: path, options: .reader) { try $0.backUp(to: copy) }
    }

    @Test func everyFlippedBitIsFound() throws {
        try fill(path)
        let sound = try bytes(path)
        try readAll(path)
        let seed = UInt64.random(in: 0...UInt64.max)
        print("everyFlippedBitIsFound: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        // All of SQLite's header, which says what the pages are like, and places everywhere.
        let places = Array(0..<100) + (0..<400).map { _ in random.below(sound.count) }
        for place in places {
            var damaged = sound
            damaged[place] ^= 1 << random.below(8)
            try write(damaged, path)
            let error = #expect(throws: SQLiteError.self, "byte \(place)") { try readAll(path) }
            #expect(error?.isDamage == true, "byte \(place): \(String(describing: error))")
        }
        try write(sound, path)
        try readAll(path)
    }

    @Test func aPageInThePlaceOfAnotherIsFound() throws {
        try fill(path)
        var damaged = try bytes(path)
        let (third, fourth) = (2 * Self.pageBytes..<3 * Self.pageBytes, 3 * Self.pageBytes..<4 * Self.pageBytes)
        let page = Array(damaged[third])
        damaged.replaceSubrange(third, with: damaged[fourth])
        damaged.replaceSubrange(fourth, with: page)
        try write(damaged, path)
        let error = try #require(throws: SQLiteError.self) { try readAll(path) }
        #expect(error.code == .damagedPage)
        #expect(error.message == "page 3 is not what was written")
    }

    @Test func copiesAndWhatIsWrittenLaterHaveChecksums() throws {
        try fill(path)
        let copy = directory.file("copy")
        try Connection.withConnection(path: path, options: .reader) { try $0.backUp(to: copy) }
        try Connection.withConnection(path: copy) { (connection) throws in
            #expect(try connection.hasPageChecksums())
            try connection.execute("UPDATE note SET word = 'other'")
            try connection.checkpoint(.truncate)
            #expect(try connection.integrityProblems() == [])
        }
        var damaged = try bytes(copy)
        damaged[damaged.count - 100] ^= 1
        try write(damaged, copy)
        #expect(throws: SQLiteError(code: .damagedPage, message: "")) { try readAll(copy) }
    }

    /// Makes a file as SQLite makes it by itself: without checksums.
    private func makeOldFile(_ path: String) throws {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        try #require(sqlite3_open(path, &database) == SQLITE_OK)
        let sql = "PRAGMA journal_mode = WAL; CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;"
        try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
    }

    @Test func aFileWithoutSumsIsReadWrittenAndCopiedAsItIs() throws {
        try makeOldFile(path)
        let copy = directory.file("copy")
        try Connection.withConnection(path: path) { (connection) throws in
            #expect(try !connection.hasPageChecksums())
            for number in 1...500 { try connection.run("INSERT INTO note (body) VALUES (?)", "note \(number)") }
            try connection.checkpoint(.truncate)
            #expect(try connection.integrityProblems() == [])
            try connection.backUp(to: copy)
        }
        try Connection.withConnection(path: copy) { (connection) throws in
            #expect(try !connection.hasPageChecksums())
            #expect(try connection.first("SELECT count(*) FROM note") == 500)
            #expect(try connection.integrityProblems() == [])
        }
    }

    @Test func aFileWithoutSumsIsWrittenAnewWithThem() throws {
        try makeOldFile(path)
        let new = directory.file("new")
        try Connection.withConnection(path: path) { (connection) throws in
            try connection.run("INSERT INTO note (id, body) VALUES (7, 'kept')")
            try connection.setUserVersion(3)
            try connection.write(withChecksumsTo: new)
            #expect(throws: SQLiteError(code: .cannotOpen, message: "")) { try connection.write(withChecksumsTo: new) }
        }
        try Connection.withConnection(path: new) { (connection) throws in
            #expect(try connection.hasPageChecksums())
            #expect(try connection.first("SELECT body FROM note WHERE id = 7") == "kept")
            #expect(try connection.userVersion() == 3)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: new)[.posixPermissions] as? Int == 0o600)
        try readAll(new)
    }
}
