import Domain
import Testing

@testable import Hosting

/// Log lines as systemd-journald takes them.
@Suite struct JournalEntryTests {
    private static let noon = WallClock { Instant(milliseconds: 1_795_262_400_500) }

    private func entry(
        _ level: LogLevel, _ message: StaticString, _ metadata: LogMetadata = [:], trace: String? = nil
    ) throws -> [UInt8] {
        let sink = InMemoryLogSink()
        Log(service: "ledger", level: .trace, clock: Self.noon, sink: sink).traced(by: trace)
            .log(level, message, metadata)
        return JournalEntry(try #require(sink.records.first)).bytes
    }

    @Test func aLineIsFieldsAndASentence() throws {
        let bytes = try entry(
            .warning, "request failed",
            [
                "signal.kind": "ledger.transfer", "signal.size": 12, "took_ms": .milliseconds(.microseconds(1_050)),
                "text": "disk \"full\"", "is_retry": true,
            ], trace: "4bf92f35")
        let expected = """
            MESSAGE=request failed signal.kind=ledger.transfer signal.size=12 took_ms=1.050 \
            text="disk \\"full\\"" is_retry=true trace=4bf92f35
            PRIORITY=4
            SYSLOG_IDENTIFIER=ledger
            KOPILKA_TIME=2026-11-21T12:00:00.500Z
            KOPILKA_LEVEL=warning
            KOPILKA_SERVICE=ledger
            KOPILKA_MESSAGE=request failed
            KOPILKA_TRACE=4bf92f35
            KOPILKA_SIGNAL_KIND=ledger.transfer
            KOPILKA_SIGNAL_SIZE=12
            KOPILKA_TOOK_MS=1.050
            KOPILKA_TEXT=disk "full"
            KOPILKA_IS_RETRY=true

            """
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func aValueOfSeveralLinesHasItsLength() throws {
        let bytes = try entry(.info, "read", ["text": "a\nPRIORITY=0\nж"])
        let value = Array("a\nPRIORITY=0\nж".utf8)
        let expected =
            Array("KOPILKA_MESSAGE=read\nKOPILKA_TEXT\n".utf8) + [UInt8(value.count), 0, 0, 0, 0, 0, 0, 0] + value
            + [0x0A]
        #expect(Array(bytes.suffix(expected.count)) == expected)
        // The sentence stays on its line, so nobody's text becomes a field.
        let first = try #require(bytes.split(separator: 0x0A).first)
        #expect(String(decoding: first, as: UTF8.self) == #"MESSAGE=read text="a\nPRIORITY=0\nж""#)
    }

    @Test func aLongValueIsCutBetweenCharacters() throws {
        let bytes = try entry(.info, "read", ["text": .string(String(repeating: "ж", count: 100_000))])
        #expect(bytes.count < 2_400)
        #expect(String(validating: bytes, as: UTF8.self)?.hasSuffix("ж…\n") == true)
    }

    @Test(arguments: zip(LogLevel.allCases, [7, 7, 6, 5, 4, 3, 2]))
    func levelsArePrioritiesOfSyslog(level: LogLevel, priority: Int) throws {
        #expect(String(decoding: try entry(level, "x"), as: UTF8.self).contains("\nPRIORITY=\(priority)\n"))
    }

    @Test func namesAreThoseThatTheJournalTakes() {
        #expect(JournalEntry.name(of: "peer.uid") == "KOPILKA_PEER_UID")
        #expect(JournalEntry.name(of: "a-b c.ж1") == "KOPILKA_A_B_C__1")
        #expect(JournalEntry.name(of: String(repeating: "a", count: 100)).utf8.count == 64)
    }
}
