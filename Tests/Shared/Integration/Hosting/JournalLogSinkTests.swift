import Domain
import Foundation
import TestSupport
import Testing

@testable import Hosting

/// Lines that go to the journal, and those that cannot.
@Suite struct JournalLogSinkTests {
    private let directory = TemporaryDirectory()

    /// A file in place of standard error, its name for `JOURNAL_STREAM`, and a sink that writes there.
    private func standardError() throws -> (descriptor: Int32, stream: String, sink: DescriptorLogSink) {
        let descriptor = open(directory.file("errors"), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        var information = stat()
        try #require(descriptor >= 0 && fstat(descriptor, &information) == 0)
        return (descriptor, "\(information.st_dev):\(information.st_ino)", DescriptorLogSink(descriptor: descriptor))
    }

    @Test func aLineGoesToTheJournalAsOneDatagram() throws {
        let errors = try standardError()
        defer { close(errors.descriptor) }
        let journal = try DatagramSocket(at: directory.file("socket"), maximumBytes: 65_536)
        let sink = JournalLogSink.sink(
            errors.stream, path: journal.path, otherwise: errors.sink, descriptor: errors.descriptor)
        let log = Log(service: "ledger", clock: .system, sink: sink)
        log.notice("service ready", ["process.id": 7])
        let told = try #require(journal.next())
        #expect(told.sender == getpid())
        let text = String(decoding: told.bytes, as: UTF8.self)
        #expect(text.hasPrefix("MESSAGE=service ready process.id=7\nPRIORITY=5\nSYSLOG_IDENTIFIER=ledger\n"))
        #expect(text.contains("\nKOPILKA_PROCESS_ID=7\n"))
        #expect(journal.next() == nil && directory.read("errors").isEmpty)
    }

    @Test func standardErrorThatIsNoJournalIsWrittenTo() throws {
        let errors = try standardError()
        defer { close(errors.descriptor) }
        let journal = try DatagramSocket(at: directory.file("socket"), maximumBytes: 65_536)
        // Unset, another file, and a socket that is not there.
        for (stream, path) in [
            (nil, journal.path), ("8:1", journal.path), ("", journal.path), (errors.stream, directory.file("none")),
            (errors.stream, "/" + String(repeating: "x", count: 200)),
        ] {
            let sink = JournalLogSink.sink(
                stream, path: path, otherwise: errors.sink, descriptor: errors.descriptor)
            #expect(sink is DescriptorLogSink)
        }
        #expect(journal.next() == nil)
    }

    @Test func whatTheJournalDoesNotTakeIsNotLost() throws {
        let errors = try standardError()
        defer { close(errors.descriptor) }
        var journal: DatagramSocket? = try DatagramSocket(at: directory.file("socket"), maximumBytes: 65_536)
        let sink = JournalLogSink.sink(
            errors.stream, path: directory.file("socket"), otherwise: errors.sink, descriptor: errors.descriptor)
        let log = Log(service: "ledger", clock: .system, sink: sink)
        // Nobody reads: the queue of the socket fills, and the writer does not wait.
        for number in 0..<2_000 { log.info("counted", ["number": .integer(number)]) }
        var inJournal = 0
        while journal?.next() != nil { inJournal += 1 }
        let lines = directory.read("errors").split(separator: "\n")
        #expect(inJournal > 0 && lines.count == 2_000 - inJournal)
        journal = nil
        log.info("alone")
        #expect(directory.read("errors").hasSuffix("\"message\":\"alone\"}\n"))
        // It comes back, at the same path.
        journal = try DatagramSocket(at: directory.file("socket"), maximumBytes: 65_536)
        log.info("together")
        #expect(journal?.next().map { String(decoding: $0.bytes, as: UTF8.self).contains("together") } == true)
    }
}
