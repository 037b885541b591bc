import Archive
import Foundation
import Sodium
import TestSupport
import Testing

@Suite struct ArchiveTests {
    private let folder = TemporaryDirectory()

    @Test func whatIsWrittenIsReadAgainAndByTarToo() throws {
        let path = folder.file("archive.tar.zst")
        let contents = ["one": Array("first".utf8), "keys/two": [UInt8](repeating: 7, count: 1_000_000), "empty": []]
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        let writer = try ArchiveWriter(descriptor: descriptor)
        for (name, content) in contents.sorted(by: { $0.key < $1.key }) {
            try writer.begin(name, size: Int64(content.count), permissions: 0o600, secondsSince1970: 1_795_000_000)
            try content.withUnsafeBytes { try writer.write($0) }
        }
        try writer.finish()
        close(descriptor)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count < 10_000, "it is compressed")

        let reading = open(path, O_RDONLY)
        defer { close(reading) }
        let reader = try ArchiveReader(descriptor: reading)
        var found: [String: [UInt8]] = [:]
        while let entry = try reader.next() {
            #expect(entry.isPlainFile)
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = try piece.withUnsafeMutableBytes { try reader.read(into: $0) }
                guard count > 0 else { break }
                bytes += piece[..<count]
            }
            #expect(entry.size == Int64(bytes.count))
            found[entry.name] = bytes
        }
        #expect(found == contents)
    }

    @Test func anArchiveGoesThroughItsCallerWithoutAFile() throws {
        let pieces = Pieces()
        let content = Array(Random.bytes(300_000))
        do {
            let writer = try ArchiveWriter { bytes in
                pieces.all.append(Array(bytes))
                return true
            }
            try writer.begin("one", size: Int64(content.count), permissions: 0o600, secondsSince1970: 0)
            try content.withUnsafeBytes { try writer.write($0) }
            try writer.finish()
        }
        let path = folder.file("whole")
        try Data(pieces.all.flatMap { $0 }).write(to: URL(fileURLWithPath: path))
        #expect(pieces.all.flatMap { $0 }.suffix(64).contains { $0 != 0 }, "no zeros at the end, as in a file")
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        let reader = try ArchiveReader {
            let piece = pieces.all.isEmpty ? [] : pieces.all.removeFirst()
            buffer.copyBytes(from: piece)
            return UnsafeRawBufferPointer(rebasing: buffer[..<piece.count])
        }
        #expect(try reader.next()?.name == "one")
        var read = [UInt8](repeating: 0, count: content.count)
        var filled = 0
        while filled < read.count {
            let count = try read.withUnsafeMutableBytes {
                try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            try #require(count > 0)
            filled += count
        }
        #expect(read == content)
        #expect(try reader.next() == nil)
    }

    @Test func aCallerThatFailsEndsTheArchive() throws {
        let writer = try ArchiveWriter { _ in false }
        try writer.begin("one", size: 1, permissions: 0o600, secondsSince1970: 0)
        #expect(throws: ArchiveError.self) {
            try [UInt8(1)].withUnsafeBytes { try writer.write($0) }
            try writer.finish()
        }
        let reader = try ArchiveReader { nil }
        #expect(throws: ArchiveError.self) { try reader.next() }
    }

    private final class Pieces {
        var all: [[UInt8]] = []
    }

    @Test func moreThanWasAnnouncedIsNotWritten() throws {
        let descriptor = open(folder.file("archive"), O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        let writer = try ArchiveWriter(descriptor: descriptor)
        try writer.begin("one", size: 2, permissions: 0o600, secondsSince1970: 0)
        #expect(throws: ArchiveError.self) { try Array("three".utf8).withUnsafeBytes { try writer.write($0) } }
    }

    @Test func whatIsNoArchiveIsAnError() throws {
        let path = try folder.write("This is a letter, not an archive.", to: "letter")
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let reader = try ArchiveReader(descriptor: descriptor)
        let error = #expect(throws: ArchiveError.self) { try reader.next() }
        #expect(error?.description.isEmpty == false)
    }

    @Test func hashesOfPiecesAreThoseOfTheWhole() {
        var running = RunningSHA256()
        for piece in ["a", "b", "", "c"] { Array(piece.utf8).withUnsafeBytes { running.update($0) } }
        // FIPS 180-2, appendix B.1.
        #expect(running.finish() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
