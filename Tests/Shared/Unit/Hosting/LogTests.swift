import Domain
import Foundation
import Testing

@testable import Hosting

@Suite struct LogTests {
    private static let noon = WallClock { Instant(milliseconds: 1_795_262_400_500) }

    @Test func lineIsOneJSONObjectWithDottedKeys() throws {
        let sink = InMemoryLogSink()
        let log = Log(service: "ledger", clock: Self.noon, sink: sink).traced(by: "4bf92f35")
        log.warning(
            "signal refused",
            [
                "signal.kind": "ledger.transfer", "signal.size": 12, "signal.is_retry": true,
                "signal.took_ms": .milliseconds(.microseconds(1_050)),
            ])
        let line = String(decoding: try #require(sink.records.first).encoded(), as: UTF8.self)
        let expected =
            #"{"time":"2026-11-21T12:00:00.500Z","level":"warning","service":"ledger","message":"signal refused","#
            + #""trace":"4bf92f35","signal.kind":"ledger.transfer","signal.size":12,"signal.is_retry":true,"#
            + #""signal.took_ms":1.050}"# + "\n"
        #expect(line == expected)
    }

    @Test func linesBelowTheLevelAreNotMade() {
        let sink = InMemoryLogSink()
        let log = Log(service: "ledger", level: .warning, clock: Self.noon, sink: sink)
        func unwanted() -> LogValue {
            Issue.record("metadata of a line that is off was made")
            return 1
        }
        log.info("quiet", ["a.b": unwanted()])
        log.error("loud")
        #expect(sink.records.map(\.message) == ["loud"])
    }

    @Test func hostileTextStaysOneLineOfValidJSONAndBounded() throws {
        let sink = InMemoryLogSink()
        let log = Log(service: "ledger", clock: Self.noon, sink: sink)
        let hostile = "\"\\\n\r\u{0}\u{1B}[31m\u{2028}ж" + String(repeating: "x", count: 100_000)
        log.info("received", ["text.value": .string(hostile)])
        let line = try #require(sink.records.first).encoded()
        #expect(line.count < 1_400)
        #expect(line.filter { $0 == 0x0A }.count == 1)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        let value = try #require(object["text.value"] as? String)
        #expect(value.hasPrefix("\"\\\n\r\u{0}\u{1B}[31m\u{2028}жxxx"))
    }

    @Test func levelsAreOrdered() {
        #expect(LogLevel.allCases == LogLevel.allCases.sorted())
        #expect(LogLevel.allCases.count == 7)
    }
}
