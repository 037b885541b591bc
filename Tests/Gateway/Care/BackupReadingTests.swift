import Archive
import Coordination
import Domain
import Foundation
import Replication
import StrictJSON
import TestSupport
import Testing

@testable import GatewayCare
@testable import GatewaySession

/// Malicious archives, and damaged ones.
@Suite struct BackupReadingTests {
    private let folder = TemporaryDirectory()

    /// An entry as it is written, independent of the manifest.
    private struct Entry {
        var name: String
        var content: [UInt8]
        var permissions: UInt32 = 0o600
    }

    private func manifest(_ files: [BackupManifest.File], databases: [String]? = nil, format: Int = 1) -> BackupManifest
    {
        let named = databases ?? files.map(\.name).filter { $0.hasSuffix(".db") }.map { String($0.dropLast(3)) }
        return BackupManifest(
            format: format, version: "1.0.0", createdAt: GatewayFixture.now,
            databases: named.map { .init(service: $0, schema: 1, newestEvent: 0, followed: [:], rows: [:]) },
            books: nil,
            files: files)
    }

    private func file(_ name: String, _ content: String) throws -> BackupManifest.File {
        let path = folder.file("hash-\(Identifier.random())")
        try content.write(toFile: path, atomically: false, encoding: .utf8)
        let (sha256, bytes) = try FileBytes.read(path)
        return .init(name: name, bytes: bytes, sha256: sha256)
    }

    private func archive(_ manifest: BackupManifest, _ entries: [Entry]) throws -> String {
        let header = Entry(name: BackupManifest.name, content: try JSONEncoding.encode(manifest))
        return try archive([header] + entries)
    }

    private func archive(_ entries: [Entry]) throws -> String {
        let path = folder.file("backup-\(Identifier.random())")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let writer = try ArchiveWriter(descriptor: descriptor)
        for entry in entries {
            try writer.begin(
                entry.name, size: Int64(entry.content.count), permissions: entry.permissions, secondsSince1970: 0)
            try entry.content.withUnsafeBytes { try writer.write($0) }
        }
        try writer.finish()
        return path
    }

    /// Extracts an archive and returns the fault; the caller checks the written files.
    private func refusal(_ archive: String) throws -> Fault? {
        let corner = try Corner(in: folder.path)
        do {
            _ = try BackupReading(tell: { _ in }).extract(archive, to: corner.path)
            return nil
        } catch let fault as Fault {
            #expect(!FileManager.default.fileExists(atPath: folder.file("evil")))
            return fault
        }
    }

    @Test(arguments: ["", "this is a letter", "{\"format\":1}"])
    func aFileOfAnotherKindIsNoBackup(content: String) throws {
        let path = folder.file("letter")
        try content.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try refusal(path)?.message.contains("This is no backup of Kopilka.") == true)
    }

    @Test func whatWasAnnouncedComesOutAsItWentIn() throws {
        let files = try [file("ledger.db", "books"), file("keys/ledger.secret", "secret")]
        let path = try archive(
            manifest(files),
            [
                Entry(name: "ledger.db", content: Array("books".utf8), permissions: 0o777),
                Entry(name: "keys/ledger.secret", content: Array("secret".utf8), permissions: 0o4777),
            ])
        let corner = try Corner(in: folder.path)
        let read = try BackupReading(tell: { _ in }).extract(path, to: corner.path)
        #expect(read.files == files)
        #expect(try String(contentsOfFile: corner.path + "/keys/ledger.secret", encoding: .utf8) == "secret")
        for file in files {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(corner.path)/\(file.name)")[
                .posixPermissions]
            #expect(mode as? Int == 0o600, "the archive does not say what others may do")
        }
    }

    @Test(arguments: [
        "../evil", "/tmp/evil", "keys/../../evil", "keys/", "keys/.hidden", "keys/a/b", "evil", "ledger.db/x",
        "supervisor.lock", "ledger.db-wal", "KEYS/ledger.secret", "keys/a\nb", ".", "",
    ])
    func namesThatNoBackupHasAreRefused(_ name: String) throws {
        let announced = try file(name, "x")
        let fault = try refusal(try archive(manifest([announced], databases: []), [Entry(name: name, content: [120])]))
        #expect(fault?.code == .invalidArgument)
        #expect(fault?.message.contains("is no file of a backup") == true, "\(String(describing: fault))")
    }

    @Test func whatWasNotAnnouncedIsRefused() throws {
        let good = Entry(name: "ledger.db", content: Array("books".utf8))
        let announced = manifest([try file("ledger.db", "books")])
        for other in ["../evil", "auth.db", "ledger.db"] {
            let more = try archive(announced, [good, Entry(name: other, content: [120])])
            #expect(try refusal(more)?.message.contains("was not announced") == true)
            let instead = try archive(announced, [Entry(name: other, content: [120])])
            #expect(try refusal(instead)?.message.contains("is not what the backup says") == true)
        }
        #expect(try refusal(try archive(announced, []))?.code == .invalidArgument, "something is missing")
    }

    @Test func aFileTwiceIsRefused() throws {
        let books = try file("ledger.db", "books")
        let entry = Entry(name: "ledger.db", content: Array("books".utf8))
        let path = try archive(manifest([books, books], databases: ["ledger", "ledger"]), [entry, entry])
        #expect(try refusal(path)?.message.contains("is no file of a backup") == true)
    }

    @Test func anotherContentOrLengthIsRefused() throws {
        let announced = manifest([try file("ledger.db", "books")])
        for content in ["bookz", "book", "books and more", ""] {
            let path = try archive(announced, [Entry(name: "ledger.db", content: Array(content.utf8))])
            #expect(try refusal(path)?.message.contains("is not what the backup says") == true, "\(content)")
        }
    }

    @Test func linksAndDevicesAreRefused() throws {
        // Created by tar, because our own writer supports regular files only.
        let announced = manifest([.init(name: "ledger.db", bytes: 0, sha256: try file("e", "").sha256)])
        let header = folder.file(BackupManifest.name)
        try Data(try JSONEncoding.encode(announced)).write(to: URL(fileURLWithPath: header))
        for make in [
            "ln -s /etc/passwd ledger.db", "mkfifo ledger.db", "mkdir ledger.db", "ln \(BackupManifest.name) ledger.db",
        ] {
            let path = folder.file("crafted-\(Identifier.random()).tar")
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = [
                "-c",
                """
                cd '\(folder.path)' && \(make) && tar --format=pax -cf '\(path)' \(BackupManifest.name) ledger.db && \
                rm -rf ledger.db
                """,
            ]
            try shell.run()
            shell.waitUntilExit()
            try #require(shell.terminationStatus == 0)
            #expect(try refusal(path)?.message.contains("is not what the backup says") == true, "\(make)")
        }
    }

    @Test func moreThanThereIsRoomForIsRefusedBeforeItIsWritten() throws {
        let huge = BackupManifest.File(name: "ledger.db", bytes: .max / 2, sha256: "")
        let path = try archive(manifest([huge]), [Entry(name: "ledger.db", content: [])])
        #expect(try refusal(path)?.code == .storageUnavailable)
        let two = [huge, .init(name: "auth.db", bytes: .max - 1, sha256: "")]
        #expect(try refusal(try archive(manifest(two), []))?.message.contains("impossible length") == true)
        let negative = [BackupManifest.File(name: "ledger.db", bytes: -1, sha256: "")]
        #expect(try refusal(try archive(manifest(negative), []))?.message.contains("impossible length") == true)
    }

    @Test func tooManyFilesAreRefused() throws {
        let files = (0...BackupManifest.mostFiles).map {
            BackupManifest.File(name: "keys/k\($0)", bytes: 0, sha256: "")
        }
        #expect(try refusal(try archive(manifest(files, databases: []), []))?.message.contains("too many") == true)
    }

    @Test func whatIsNoBackupIsRefused() throws {
        #expect(try refusal(try archive([Entry(name: "letter", content: [1])]))?.code == .invalidArgument)
        #expect(try refusal(try archive([]))?.code == .invalidArgument)
        #expect(
            try refusal(try archive([Entry(name: BackupManifest.name, content: Array("{}".utf8))]))?.code
                == .invalidArgument)
        let long = Entry(name: BackupManifest.name, content: Array(repeating: 32, count: BackupManifest.mostBytes + 1))
        #expect(try refusal(try archive([long]))?.code == .invalidArgument)
        for text in ["", "This is a letter.", String(repeating: "\0", count: 4096)] {
            let path = try folder.write(text, to: "letter")
            #expect(try refusal(path)?.code == .invalidArgument)
        }
        let newer = try archive(manifest([try file("ledger.db", "books")], format: 2), [])
        #expect(try refusal(newer)?.message.contains("format 2") == true)
    }

    @Test func anArchiveThatWasCutOrChangedIsRefused() throws {
        let content = Array(String(repeating: "books ", count: 5000).utf8)
        let whole = try archive(
            manifest([try file("ledger.db", String(repeating: "books ", count: 5000))]),
            [Entry(name: "ledger.db", content: content)])
        let bytes = try Data(contentsOf: URL(fileURLWithPath: whole))
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            var broken = bytes
            if Bool.random(using: &generator) {
                broken = broken.prefix(Int.random(in: 0..<bytes.count - 16, using: &generator))
            } else {
                let place = Int.random(in: 0..<bytes.count - 16, using: &generator)
                broken[place] ^= UInt8.random(in: 1...255, using: &generator)
            }
            let path = folder.file("broken")
            try broken.write(to: URL(fileURLWithPath: path))
            let corner = try Corner(in: folder.path)
            // Intact parts may be read. Anything else is a fault, never a crash or different data than announced.
            do {
                let read = try BackupReading(tell: { _ in }).extract(path, to: corner.path)
                #expect(
                    try FileBytes.read(corner.path + "/ledger.db").sha256 == read.files.first?.sha256, "seed \(seed)")
            } catch { #expect(error is Fault, "\(error), seed \(seed)") }
        }
    }
}
