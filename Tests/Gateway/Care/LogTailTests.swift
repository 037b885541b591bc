import Foundation
import Testing

@testable import GatewayCare

@Suite struct LogTailTests {
    private let fixture: GatewayFixture
    private let path: String

    init() throws {
        fixture = try GatewayFixture()
        path = fixture.directory + "/ledger.log"
    }

    private func append(_ text: String) throws {
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil)
        }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    private func texts(_ lines: [[UInt8]]) -> [String] { lines.map { String(decoding: $0, as: UTF8.self) } }

    @Test func theLastLinesThenWhatComes() throws {
        var tail = LogTail(path: path)
        #expect(tail.last(2) == [])
        try append("one\ntwo\nthree\nfo")
        #expect(texts(tail.last(2)) == ["two", "three"])
        try append("ur\nfive\n")
        #expect(texts(tail.news()) == ["four", "five"])
        #expect(tail.news() == [])
    }

    @Test func aRotatedFileIsReadFromItsStart() throws {
        var tail = LogTail(path: path)
        try append("a long first line\n")
        #expect(texts(tail.last(5)) == ["a long first line"])
        try "new\n".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(texts(tail.news()) == ["new"])
    }

    @Test func ofALongFileOnlyTheEndIsRead() throws {
        try append(String(repeating: String(repeating: "x", count: 99) + "\n", count: 20_000) + "end\n")
        var tail = LogTail(path: path)
        let lines = texts(tail.last(10_000))
        #expect(lines.count == 10_000)
        #expect(lines.dropLast().allSatisfy { $0.count == 99 })
        #expect(lines.last == "end")
    }

    @Test func aLineForPeopleIsOneLineWithoutControlCharacters() {
        let line =
            #"""
            {"time":"2026-11-21T08:51:48.123Z","level":"error","service":"ledger","message":"failed",\#
            "e":"a\u001b[2J\nb","n":1}
            """#
        #expect(
            LogLine.text(of: Array(line.utf8), hasColor: false)
                == "2026-11-21 08:51:48.123 error    ledger     failed e=a\u{FFFD}[2J\u{FFFD}b n=1")
        #expect(LogLine.text(of: Array("Fatal error: x\u{1B}".utf8), hasColor: false) == "Fatal error: x\u{FFFD}")
    }
}
