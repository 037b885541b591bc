import Coordination
import Domain
import Hosting
import StrictJSON
import Testing

@testable import GatewayCare
@testable import GatewaySession

/// Spans and log lines as a collector reads them.
@Suite struct OTLPDocumentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let start = Instant(microseconds: 1_795_000_000_000_001)

    private func span(
        _ source: TelemetrySource, _ kind: ExportedSpan.Kind, _ name: String, _ id: String, of parent: String?,
        fault: String? = nil
    ) throws -> ExportedSpan {
        ExportedSpan(
            source: source, trace: try #require(TraceID(Self.trace)), id: id, parent: parent, kind: kind, name: name,
            start: Self.start, microseconds: 1_500, fault: fault)
    }

    @Test func spansAreGroupedByTheProcessThatDidTheWork() throws {
        let ledger = TelemetrySource(name: "ledger", version: "1.2.3", incarnation: "abc")
        let spans = [
            try span(ledger, .request, "ledger.transfer", "00000000000000aa", of: "00000000000000bb"),
            try span(
                TelemetrySource(name: "gateway", version: "1.2.3"), .command, "transfer", "00000000000000bb", of: nil),
            try span(
                ledger, .event, "auth.userRemoved", "00000000000000cc", of: "00000000000000dd", fault: "unavailable"),
        ]
        let schema = #""schemaUrl":"https://opentelemetry.io/schemas/1.45.0""#
        let times = #""startTimeUnixNano":"1795000000000001000","endTimeUnixNano":"1795000000001501000""#
        func text(_ key: String, _ value: String) -> String {
            #"{"key":"\#(key)","value":{"stringValue":"\#(value)"}}"#
        }
        let expected =
            #"{"resourceSpans":[{"resource":{"attributes":["#
            + [
                text("service.name", "kopilka.ledger"), text("service.namespace", "kopilka"),
                text("service.version", "1.2.3"), text("service.instance.id", "abc"),
            ].joined(separator: ",") + #"]},"scopeSpans":[{"scope":{"name":"kopilka"},"spans":["#
            + #"{"traceId":"\#(Self.trace)","spanId":"00000000000000aa","parentSpanId":"00000000000000bb","#
            + #""name":"ledger.transfer","kind":2,\#(times),"attributes":["#
            + [
                text("rpc.system.name", "jsonrpc"), text("rpc.method", "ledger.transfer"),
                text("jsonrpc.protocol.version", "2.0"),
            ].joined(separator: ",") + #"],"status":{}},"#
            + #"{"traceId":"\#(Self.trace)","spanId":"00000000000000cc","parentSpanId":"00000000000000dd","#
            + #""name":"process auth.userRemoved","kind":5,\#(times),"attributes":["#
            + [
                text("messaging.system", "kopilka"), text("messaging.operation.type", "process"),
                text("messaging.operation.name", "process"), text("messaging.destination.name", "auth.events"),
                text("cloudevents.event_type", "auth.userRemoved"), text("error.type", "unavailable"),
            ].joined(separator: ",") + #"],"status":{"code":2}}],\#(schema)}],\#(schema)},"#
            + #"{"resource":{"attributes":["#
            + [
                text("service.name", "kopilka.gateway"), text("service.namespace", "kopilka"),
                text("service.version", "1.2.3"),
            ].joined(separator: ",") + #"]},"scopeSpans":[{"scope":{"name":"kopilka"},"spans":["#
            + #"{"traceId":"\#(Self.trace)","spanId":"00000000000000bb","name":"transfer","kind":1,\#(times),"#
            + #""attributes":[\#(text("kopilka.command", "transfer"))],"status":{}}],\#(schema)}],\#(schema)}]}"#
        #expect(String(decoding: OTLPDocument.traces(spans), as: UTF8.self) == expected)
    }

    @Test func aRunIsACommandOrARequestOfTheApp() throws {
        let run = RecordedTrace(
            id: Self.trace, span: "00000000000000bb", command: "transfer", start: Self.start, microseconds: 5,
            exitCode: 6)
        let span = try #require(ExportedSpan(run, version: "1"))
        #expect(span.kind == .command && span.parent == nil && span.fault == "exit 6" && span.name == "transfer")
        let app = try #require(
            ExportedSpan(
                RecordedTrace(
                    id: Self.trace, span: "00000000000000bb", command: "app ledger.transfer", start: Self.start,
                    microseconds: 5, exitCode: 0), version: "1"))
        #expect(app.kind == .sentRequest && app.name == "ledger.transfer" && app.fault == nil)
        for (id, span) in [
            ("x", "00000000000000bb"), (Self.trace, "0"), (Self.trace, "0000000000000000"), (Self.trace, "\"}{"),
        ] {
            let wrong = RecordedTrace(
                id: id, span: span, command: "a", start: Self.start, microseconds: 5, exitCode: 0)
            #expect(ExportedSpan(wrong, version: "1") == nil)
        }
    }

    @Test func aLogLineKeepsItsValuesAndItsTrace() throws {
        let line =
            #"{"time":"2026-11-21T12:00:00.500Z","level":"warning","service":"ledger","message":"request failed","#
            + #""trace":"\#(Self.trace)","signal.kind":"ledger.transfer","signal.size":12,"is":true,"took_ms":1.050}"#
        let record = ExportedLogRecord(line: Array(line.utf8), of: "house", observed: Self.start)
        let expected =
            #"{"resourceLogs":[{"resource":{"attributes":["#
            + #"{"key":"service.name","value":{"stringValue":"kopilka.ledger"}},"#
            + #"{"key":"service.namespace","value":{"stringValue":"kopilka"}}]},"#
            + #""scopeLogs":[{"scope":{"name":"kopilka"},"#
            + #""logRecords":[{"timeUnixNano":"1795262400500000000","observedTimeUnixNano":"1795000000000001000","#
            + #""severityNumber":13,"severityText":"warning","body":{"stringValue":"request failed"},"attributes":["#
            + #"{"key":"signal.kind","value":{"stringValue":"ledger.transfer"}},"#
            + #"{"key":"signal.size","value":{"intValue":"12"}},{"key":"is","value":{"boolValue":true}},"#
            + #"{"key":"took_ms","value":{"doubleValue":1.05}}],"traceId":"\#(Self.trace)"}],"#
            + #""schemaUrl":"https://opentelemetry.io/schemas/1.45.0"}],"#
            + #""schemaUrl":"https://opentelemetry.io/schemas/1.45.0"}]}"#
        #expect(String(decoding: OTLPDocument.logs([record]), as: UTF8.self) == expected)
    }

    @Test(arguments: LogLevel.allCases)
    func everyLevelHasItsSeverity(level: LogLevel) throws {
        let line = #"{"time":"2026-11-21T12:00:00Z","level":"\#(level.rawValue)","service":"a","message":"m"}"#
        let record = ExportedLogRecord(line: Array(line.utf8), of: "a", observed: Self.start)
        let root = try JSONDocument(OTLPDocument.logs([record])).root
        let told = root.member("resourceLogs")?.elements.first { _ in true }?.member("scopeLogs")?.elements.first { _ in
            true
        }?.member("logRecords")?.elements.first { _ in true }
        #expect(told?.member("severityText")?.string == level.rawValue)
        #expect((1...24).contains(told?.member("severityNumber")?.int64 ?? 0))
    }
}
