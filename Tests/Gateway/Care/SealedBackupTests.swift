import Archive
import Coordination
import Domain
import Foundation
import GatewayWords
import Hosting
import Replication
import Sodium
import StrictJSON
import TestSupport
import Testing

@testable import GatewayCare
@testable import GatewaySession

/// Encrypted backups: what is written is read again by the right key, and nothing else is.
@Suite struct SealedBackupTests {
    private let folder = TemporaryDirectory()
    private let keys = MachineKeys()

    /// Encrypts plain bytes, as they would be an archive.
    private func sealed(_ plain: [UInt8], for recipients: [MachineKeys]) throws -> [UInt8] {
        let path = folder.file("sealed-\(Identifier.random())")
        let descriptor = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let writer = try SealedWriter(descriptor: descriptor, for: recipients.map { BackupRecipient($0) })
        // In pieces that are no chunks.
        for start in stride(from: 0, to: plain.count, by: 10_240) {
            try plain[start..<min(start + 10_240, plain.count)].withUnsafeBytes { try writer.write($0) }
        }
        try writer.finish()
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Decrypts bytes; nil for those that are not encrypted.
    private func opened(_ bytes: [UInt8], with key: MachineKeys?) throws -> [UInt8]? {
        let path = folder.file("opened-\(Identifier.random())")
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let descriptor = Foundation.open(path, O_RDONLY)
        defer { close(descriptor) }
        guard let reader = try SealedReader.open(descriptor, name: "FILE", key: key.map { .recipient($0) }) else {
            return nil
        }
        var plain: [UInt8] = []
        while let piece = reader.next(), !piece.isEmpty { plain += piece }
        try reader.finish()
        return plain
    }

    /// Returns the sentence of a refusal.
    private func refusal(_ bytes: [UInt8], with key: MachineKeys? = nil) -> String? {
        do {
            _ = try opened(bytes, with: key ?? keys)
            return nil
        } catch let fault as Fault {
            #expect(fault.code == .invalidArgument)
            return fault.message
        } catch let error as UsageError {
            return error.message.spoken(in: .english)
        } catch {
            return "unexpected: \(error)"
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])
    func whatIsEncryptedIsReadAgain(_ count: Int) throws {
        let plain = Random.bytes(count)
        let bytes = try sealed(plain, for: [keys])
        #expect(try opened(bytes, with: keys) == plain)
        let chunks = max(1, (count + 65_535) / 65_536)
        #expect(bytes.count == 17 + 112 + 24 + count + 17 * chunks, "as HOUSEKEEPING describes it")
    }

    @Test func eachOfSeveralRecipientsOpensIt() throws {
        let others = (0..<8).map { _ in MachineKeys() }
        let bytes = try sealed([1, 2, 3], for: others)
        for key in others { #expect(try opened(bytes, with: key) == [1, 2, 3]) }
        let refused = try #require(refusal(bytes))
        for key in others { #expect(refused.contains(BackupRecipient(key).description)) }
        #expect(refused.contains("and this key is that of \(BackupRecipient(keys))"))
    }

    @Test func withoutItsKeyItNamesTheRecipient() throws {
        let path = folder.file("backup")
        try Data(try sealed([1], for: [keys])).write(to: URL(fileURLWithPath: path))
        let corner = try Corner(in: folder.path)
        let error = #expect(throws: UsageError.self) {
            try BackupReading(tell: { _ in }).extract(path, to: corner.path)
        }
        #expect(error?.message.spoken(in: .english).contains("\(BackupRecipient(keys))") == true)
        #expect(error?.hint?.spoken(in: .english).contains("--key FILE") == true)
        #expect(error?.hint?.spoken(in: .russian).contains("--key FILE") == true)
    }

    @Test func aFileInTheClearIsNotTakenForAnEncryptedOne() throws {
        for text in ["", "kopilka-seale", "This is a letter."] {
            #expect(try opened(Array(text.utf8), with: keys) == nil)
        }
        let path = try folder.write("This is a letter.", to: "letter")
        let corner = try Corner(in: folder.path)
        let error = #expect(throws: UsageError.self) {
            try BackupReading(tell: { _ in }, key: .recipient(keys)).extract(path, to: corner.path)
        }
        #expect(error?.message.spoken(in: .english).contains("is not encrypted") == true)
    }

    @Test func aFileThatWasCutIsRefusedWhereverItWasCut() throws {
        let bytes = try sealed(Random.bytes(200_000), for: [keys])
        let chunk = 65_536 + 17
        let start = 17 + 112 + 24
        var lengths = Array(15...start + 40) + [start + chunk, start + chunk - 1, start + chunk + 1, start + 3 * chunk]
        lengths += [bytes.count - 1, bytes.count - 17, bytes.count / 2]
        for length in lengths {
            #expect(refusal(Array(bytes.prefix(length)))?.contains("is cut off") == true, "\(length) bytes")
        }
    }

    @Test func chunksThatAreMissingRepeatedOrMovedAreRefused() throws {
        let bytes = try sealed(Random.bytes(200_000), for: [keys])
        let (start, chunk) = (17 + 112 + 24, 65_536 + 17)
        let header = Array(bytes[..<start])
        let chunks = (0..<3).map { Array(bytes[(start + $0 * chunk)..<(start + ($0 + 1) * chunk)]) }
        let last = Array(bytes[(start + 3 * chunk)...])
        let other = try sealed(Random.bytes(200_000), for: [keys])
        for order in [
            [chunks[1], chunks[0], chunks[2], last], [chunks[0], chunks[2], last], [chunks[0], chunks[0]],
            [chunks[0], chunks[1], chunks[2], chunks[2], last], [chunks[0], last], [last],
            [chunks[0], chunks[1], chunks[2], last, last], [chunks[0], chunks[1], chunks[2], last, [0]],
            [Array(other[start...])],
        ] {
            let refused = refusal(header + order.flatMap { $0 })
            #expect(refused?.contains("damaged or changed") == true || refused?.contains("cut off") == true)
        }
        #expect(try opened(header + chunks.flatMap { $0 } + last, with: keys)?.count == 200_000)
        #expect(refusal(header)?.contains("cut off") == true)
    }

    @Test func oneChangedBitIsFoundWhereverItIs() throws {
        let bytes = try sealed(Random.bytes(70_000), for: [keys, MachineKeys()])
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let header = 17 + 2 * 112 + 24
        for place in Array(15..<header) + (0..<60).map({ _ in header + generator.below(bytes.count - header) }) {
            var changed = bytes
            changed[place] ^= UInt8(1 << generator.below(8))
            #expect(refusal(changed)?.isEmpty == false, "byte \(place), seed \(seed)")
        }
    }

    @Test func aDamagedLastChunkIsNotCalledCutOff() throws {
        var bytes = try sealed(Random.bytes(70_000), for: [keys])
        bytes[bytes.count - 1] ^= 1
        #expect(refusal(bytes) == "The encrypted backup is cut off or damaged.")
    }

    @Test func otherVersionsAndNumbersOfRecipientsAreRefused() throws {
        var bytes = try sealed([1], for: [keys])
        bytes[15] = 2
        #expect(refusal(bytes) == "The encrypted backup has version 2, this gateway knows 1.")
        bytes[15] = 1
        for count in [UInt8(0), 9, 255] {
            bytes[16] = count
            #expect(refusal(bytes) == "The encrypted backup has \(count) recipients.")
        }
        bytes[16] = 8
        #expect(refusal(bytes) == "The encrypted backup is cut off.")
    }

    @Test func anotherRecipientInTheHeaderIsFound() throws {
        var bytes = try sealed([1], for: [keys])
        let other = MachineKeys()
        bytes.replaceSubrange(17..<49, with: other.publicKey)
        #expect(refusal(bytes)?.contains("this key is that of") == true)
        #expect(refusal(bytes, with: other)?.contains("damaged or changed") == true)
    }

    @Test func anArchiveInItIsReadToItsLastByte() throws {
        let (archive, manifest) = try archive()
        let whole = try sealed(archive, for: [keys])
        let path = folder.file("backup")
        let corner = try Corner(in: folder.path)
        try Data(whole).write(to: URL(fileURLWithPath: path))
        #expect(
            try BackupReading(tell: { _ in }, key: .recipient(keys)).extract(path, to: corner.path) == manifest)
        // Whoever reads the archive may stop before its end; the end of the file counts all the same.
        for bytes in [whole + [0], Array(try sealed(archive + Random.bytes(400_000), for: [keys]).dropLast())] {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let place = try Corner(in: folder.path)
            #expect(throws: Fault.self) {
                try BackupReading(tell: { _ in }, key: .recipient(keys)).extract(path, to: place.path)
            }
        }
    }

    private func archive() throws -> ([UInt8], BackupManifest) {
        let content = Array("books".utf8)
        let manifest = BackupManifest(
            format: 1, version: "1.0.0", createdAt: GatewayFixture.now,
            databases: [.init(service: "ledger", schema: 1, newestEvent: 0, followed: [:], rows: [:])], books: nil,
            files: [.init(name: "ledger.db", bytes: 5, sha256: hash(content))])
        let pieces = Pieces()
        do {
            let writer = try ArchiveWriter { bytes in
                pieces.all += Array(bytes)
                return true
            }
            for (name, bytes) in [(BackupManifest.name, try JSONEncoding.encode(manifest)), ("ledger.db", content)] {
                try writer.begin(name, size: Int64(bytes.count), permissions: 0o600, secondsSince1970: 0)
                try bytes.withUnsafeBytes { try writer.write($0) }
            }
            try writer.finish()
        }
        return (pieces.all, manifest)
    }

    private func hash(_ bytes: [UInt8]) -> String {
        var hash = RunningSHA256()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finish()
    }

    private final class Pieces {
        var all: [UInt8] = []
    }

    // MARK: Keys

    @Test func aRecipientThatWasMistypedIsNone() throws {
        let text = BackupRecipient(keys).description
        #expect(BackupRecipient(text)?.publicKey == keys.publicKey)
        #expect(text.hasPrefix("kopilka-recipient-") && text.count == 66)
        let places = text.indices.dropFirst("kopilka-recipient-".count)
        for place in places {
            var changed = text
            changed.replaceSubrange(place...place, with: text[place] == "A" ? "B" : "A")
            #expect(BackupRecipient(changed) == nil, "\(changed)")
        }
        for other in ["", "kopilka-recipient-", String(text.dropLast()), text + "A", " " + text, text.uppercased()] {
            #expect(BackupRecipient(other) == nil, "\(other)")
        }
        let list = try #require(RecipientList.parse("\(text),\(BackupRecipient(MachineKeys()))"))
        #expect(list.recipients.count == 2 && RecipientList.parse(list.settingText) == list)
        #expect(RecipientList.parse("none")?.recipients == [])
        #expect(RecipientList.parse("\(text),") == nil)
        #expect(RecipientList.parse(Array(repeating: text, count: 9).joined(separator: ",")) == nil)
    }

    @Test func aKeyIsForItsOwnerAloneAndNeverReplaced() throws {
        let path = folder.file("kopilka.key")
        let recipient = try BackupKeyFile.create(path, outside: AbsolutePath(folder.file("data")))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(BackupRecipient(try BackupKeyFile.read(path)) == recipient)
        let content = folder.read("kopilka.key")
        #expect(content.hasSuffix("\nrecipient: \(recipient)\n"))
        #expect(throws: UsageError.self) { try BackupKeyFile.create(path, outside: nil) }
        #expect(folder.read("kopilka.key") == content)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(throws: HostingError.self) { try BackupKeyFile.read(path) }
        #expect(throws: Fault.self) { try BackupKeyFile.read(folder.file("none")) }
        #expect(throws: Fault.self) { try BackupKeyFile.read(folder.write("\(recipient)\n", to: "other")) }
    }

    @Test func aKeyDoesNotLieBesideWhatItProtects() throws {
        let data = folder.file("data")
        try FileManager.default.createDirectory(atPath: data + "/deeper", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: data)
        for path in ["data/key", "data/deeper/key", "link/key", "link/deeper/key"] {
            #expect(throws: UsageError.self, "\(path)") {
                try BackupKeyFile.create(folder.file(path), outside: AbsolutePath(data))
            }
        }
        #expect(throws: UsageError.self) { try BackupKeyFile.create("/nowhere/key", outside: nil) }
        _ = try BackupKeyFile.create(folder.file("data-key"), outside: AbsolutePath(data))
    }
}
