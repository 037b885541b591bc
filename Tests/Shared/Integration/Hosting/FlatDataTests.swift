import Foundation
import Glibc
import TestSupport
import Testing

@testable import Hosting

/// The files of a previous layout are moved to their owners completely, whatever happens meanwhile.
@Suite struct FlatDataTests {
    private let folder = TemporaryDirectory()
    private var layout: DataLayout { DataLayout(root: folder.path) }
    private var flat: FlatData { FlatData(layout: layout, service: "ledger") }

    init() throws { try layout.prepare(for: "ledger", neighbours: ["auth"]) }

    private func writeHouseOfBefore() throws {
        for (name, content) in [
            ("ledger.db", "books"), ("ledger.db-wal", "newest"), ("ledger.db-shm", "index"),
            ("ledger.db.before-schema-15", "old books"), ("keys/ledger.secret", "secret"),
            ("keys/ledger.storage", "storage"), ("keys/ledger.public", "public"), ("auth.db", "people"),
            ("keys/auth.secret", "another's"),
        ] { _ = try folder.write(content, to: name) }
    }

    private func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(name)) }

    private func expectMoved() {
        for (name, content) in [
            ("ledger.db", "books"), ("ledger.db-wal", "newest"), ("ledger.db.before-schema-15", "old books"),
            ("ledger.secret", "secret"), ("ledger.storage", "storage"),
        ] {
            #expect(folder.read("ledger/\(name)") == content, "\(name)")
            #expect(!isThere(name) && !isThere("keys/\(name)"), "\(name)")
        }
        for name in ["ledger.db-shm", "ledger/ledger.db-shm", "keys/ledger.public"] { #expect(!isThere(name)) }
        #expect(folder.read("auth.db") == "people" && folder.read("keys/auth.secret") == "another's")
    }

    @Test func whatIsTheServicesIsMovedAndNothingElse() throws {
        try writeHouseOfBefore()
        try flat.moveIn()
        expectMoved()
        try flat.moveIn()
        expectMoved()
    }

    @Test func aNewHouseHasNothingToMove() throws {
        try flat.moveIn()
        #expect(!isThere("ledger.writer.lock") && !isThere("ledger/ledger.db"))
    }

    /// A power failure after all files got their new names and before the old ones were removed. Then a previous
    /// version ran and wrote.
    @Test func aMoveThatBrokeOffIsDoneAnewWithWhatIsThereNow() throws {
        try writeHouseOfBefore()
        for ending in ["", "-wal"] {
            #expect(link(folder.file("ledger.db" + ending), folder.file("ledger/ledger.db" + ending)) == 0)
        }
        unlink(folder.file("ledger.db-wal"))
        _ = try folder.write("newer", to: "ledger.db-wal")
        try flat.moveIn()
        #expect(folder.read("ledger/ledger.db") == "books" && folder.read("ledger/ledger.db-wal") == "newer")
    }

    /// A power failure after the database lost its old name and before its log did.
    @Test func aMoveThatBrokeOffNearItsEndIsFinished() throws {
        try writeHouseOfBefore()
        for ending in ["", "-wal"] {
            #expect(link(folder.file("ledger.db" + ending), folder.file("ledger/ledger.db" + ending)) == 0)
        }
        unlink(folder.file("ledger.db"))
        try flat.moveIn()
        expectMoved()
    }

    @Test func ofTwoDatabasesAPersonHasToChoose() throws {
        try writeHouseOfBefore()
        _ = try folder.write("other books", to: "ledger/ledger.db")
        let error = #expect(throws: HostingError.self) { try flat.moveIn() }
        #expect(error?.code == .conflict && error?.message.contains(folder.file("ledger/ledger.db")) == true)
        #expect(folder.read("ledger.db") == "books" && folder.read("ledger/ledger.db") == "other books")
    }

    @Test func nothingIsMovedUnderAServiceOfBefore() throws {
        try writeHouseOfBefore()
        let lock = try FileLock.tryAcquire(folder.file("ledger.writer.lock"))
        let error = #expect(throws: HostingError.self) { try flat.moveIn(patience: .milliseconds(50)) }
        #expect(error?.code == .alreadyRunning)
        #expect(folder.read("ledger.db") == "books" && !isThere("ledger/ledger.db"))
        _ = consume lock
    }
}
