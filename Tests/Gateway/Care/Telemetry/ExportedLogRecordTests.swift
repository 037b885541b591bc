import Coordination
import Domain
import Hosting
import Testing

@testable import GatewayCare

/// Log lines of files and of the journal.
@Suite struct ExportedLogRecordTests {
    private static let now = Instant(microseconds: 1_795_000_000_000_000)

    private func read(_ line: String, of file: String = "ledger") -> ExportedLogRecord {
        ExportedLogRecord(line: Array(line.utf8), of: file, observed: Self.now)
    }

    @Test(arguments: [
        "Fatal error: Index out of range", "{", "[]", "{}", #"{"time":"now","level":"info","message":"m"}"#,
        #"{"time":"2026-11-21T12:00:00Z","level":"loud","message":"m"}"#,
        #"{"time":"2026-11-21T12:00:00Z","level":"info","message":7}"#, String(repeating: "[", count: 50),
    ])
    func aLineThatIsNoneIsAnErrorOfTheService(line: String) {
        let record = read(line)
        #expect(record.service == "ledger" && record.level == .error && record.time == Self.now)
        #expect(record.message == line && record.attributes.isEmpty && record.trace == nil)
    }

    @Test func textsAreBoundedAndTracesChecked() {
        let long = String(repeating: "x", count: 5_000)
        #expect(read(long).message.utf8.count < 1_100)
        let record = read(
            #"{"time":"2026-11-21T12:00:00Z","level":"info","service":"../x","#
                + #""message":"\#(long)","trace":"zz","a":"\#(long)"}"#
        )
        #expect(record.message.utf8.count < 1_100 && record.service == "ledger" && record.trace == nil)
        #expect(record.attributes.map(\.key) == ["trace", "a"])
        if case .string(let text)? = record.attributes.last?.value { #expect(text.utf8.count < 1_100) }
    }

    @Test func anEntryOfTheJournalHasItsFields() throws {
        let entry = try #require(
            journal(
                #"""
                {"__REALTIME_TIMESTAMP":"1795000000000009","_SYSTEMD_UNIT":"kopilka@ledger.service","PRIORITY":"4",\#
                "MESSAGE":"request failed a.b=x","KOPILKA_MESSAGE":"request failed","KOPILKA_LEVEL":"warning",\#
                "KOPILKA_TIME":"2026-11-21T12:00:00.500Z","KOPILKA_SERVICE":"ledger","KOPILKA_A_B":"x",\#
                "KOPILKA_TEXT":[97,10,98],"KOPILKA_TRACE":"4bf92f3577b34da6a3ce929d0e0e4736","_PID":"7"}
                """#))
        #expect(entry.service == "ledger" && entry.level == .warning && entry.message == "request failed")
        #expect(entry.time.description == "2026-11-21T12:00:00.500Z")
        #expect(entry.trace?.description == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(entry.attributes.map(\.key) == ["a_b", "text"])
        #expect(entry.attributes.map(\.value) == ["x", "a\nb"])
    }

    @Test func whatOthersSayOfAServiceIsKnownByItsUnit() throws {
        let crash = try #require(
            journal(
                #"""
                {"__REALTIME_TIMESTAMP":"1795000000000009","_SYSTEMD_UNIT":"init.scope","UNIT":"kopilka@auth.service",\#
                "PRIORITY":"3","MESSAGE":"Main process exited"}
                """#))
        #expect(crash.service == "auth" && crash.level == .error && crash.message == "Main process exited")
        #expect(crash.time == Instant(microseconds: 1_795_000_000_000_009))
        let page = try #require(
            journal(
                #"{"__REALTIME_TIMESTAMP":"1","_SYSTEMD_UNIT":"kopilka-web.service","MESSAGE":null,"PRIORITY":[1]}"#))
        #expect(page.service == "web" && page.level == .info && page.message.isEmpty)
        for foreign in [
            #"{"__REALTIME_TIMESTAMP":"1","_SYSTEMD_UNIT":"ssh.service","MESSAGE":"x"}"#, "x", "{}",
            #"{"__REALTIME_TIMESTAMP":"1","_SYSTEMD_UNIT":"kopilka@../x.service","MESSAGE":"x"}"#,
        ] {
            #expect(journal(foreign) == nil)
        }
    }

    private func journal(_ line: String) -> ExportedLogRecord? {
        ExportedLogRecord(journal: Array(line.utf8), observed: Self.now)
    }

    @Test func aStreamIsCutIntoLinesHoweverItComes() {
        var reader = LineReader(longest: 5)
        func add(_ text: String) -> [String] {
            reader.lines(adding: Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(add("on") == [] && add("e\ntwo\n\nth") == ["one", "two"] && add("ree\n") == ["three"])
        #expect(add("too long\nfour\n") == ["four"] && add("toolo") == [] && add("ng") == [])
        #expect(add("er\nfive\n") == ["five"])
    }
}
