import Coordination
import Domain
import Hosting
import StrictJSON

/// Requests of OTLP/HTTP as JSON.
///
/// - Source: OpenTelemetry Protocol, "JSON Protobuf Encoding": ids in hexadecimal digits, 64-bit integers as
///   strings, enumerations as numbers; Semantic Conventions 1.45 for the names of attributes.
enum OTLPDocument {
    private static let schema = "https://opentelemetry.io/schemas/1.45.0"

    /// Returns an `ExportTraceServiceRequest`.
    static func traces(_ spans: [ExportedSpan]) -> [UInt8] {
        document("resourceSpans", "scopeSpans", "spans", grouped(spans, by: \.source), write: write)
    }

    /// Returns an `ExportLogsServiceRequest`.
    static func logs(_ records: [ExportedLogRecord]) -> [UInt8] {
        document(
            "resourceLogs", "scopeLogs", "logRecords", grouped(records) { TelemetrySource(name: $0.service) },
            write: write)
    }

    private typealias Group<Item> = (source: TelemetrySource, items: [Item])

    /// Groups items by their source, in the order of their first items.
    private static func grouped<Item>(_ items: [Item], by source: (Item) -> TelemetrySource) -> [Group<Item>] {
        var groups: [Group<Item>] = []
        var places: [TelemetrySource: Int] = [:]
        for item in items {
            let source = source(item)
            if let place = places[source] {
                groups[place].items.append(item)
            } else {
                places[source] = groups.count
                groups.append((source, [item]))
            }
        }
        return groups
    }

    private static func document<Item>(
        _ resources: String, _ scopes: String, _ list: String, _ groups: [Group<Item>],
        write: (Item, inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 65_536)
        writer.beginObject()
        writer.key(resources)
        writer.beginArray()
        for (source, items) in groups {
            writer.beginObject()
            writer.key("resource")
            writer.beginObject()
            writer.attributes {
                $0.attribute("service.name", "kopilka.\(source.name)")
                $0.attribute("service.namespace", "kopilka")
                $0.attribute("service.version", source.version)
                $0.attribute("service.instance.id", source.incarnation)
            }
            writer.endObject()
            writer.key(scopes)
            writer.beginArray()
            writer.beginObject()
            writer.key("scope")
            writer.beginObject()
            writer.member("name", "kopilka")
            writer.endObject()
            writer.key(list)
            writer.beginArray()
            for item in items { write(item, &writer) }
            writer.endArray()
            writer.member("schemaUrl", schema)
            writer.endObject()
            writer.endArray()
            writer.member("schemaUrl", schema)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    private static func write(_ span: ExportedSpan, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("traceId", span.trace.description)
        writer.member("spanId", span.id)
        writer.member("parentSpanId", ifPresent: span.parent)
        writer.member("name", span.kind == .event ? "process \(span.name)" : span.name)
        writer.member("kind", span.kind.rawValue)
        writer.member("startTimeUnixNano", nanoseconds(span.start))
        writer.member("endTimeUnixNano", nanoseconds(span.end))
        writer.attributes {
            switch span.kind {
            case .command: $0.attribute("kopilka.command", span.name)
            case .request, .sentRequest:
                $0.attribute("rpc.system.name", "jsonrpc")
                $0.attribute("rpc.method", span.name)
                $0.attribute("jsonrpc.protocol.version", "2.0")
            case .event:
                $0.attribute("messaging.system", "kopilka")
                $0.attribute("messaging.operation.type", "process")
                $0.attribute("messaging.operation.name", "process")
                $0.attribute("messaging.destination.name", "\(span.name.prefix { $0 != "." }).events")
                $0.attribute("cloudevents.event_type", span.name)
            }
            $0.attribute("error.type", span.fault)
        }
        writer.key("status")
        writer.beginObject()
        // STATUS_CODE_ERROR. Otherwise the code stays unset, as instrumentation has to leave it.
        if span.fault != nil { writer.member("code", 2) }
        writer.endObject()
        writer.endObject()
    }

    private static func write(_ record: ExportedLogRecord, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("timeUnixNano", nanoseconds(record.time))
        writer.member("observedTimeUnixNano", nanoseconds(record.observed))
        writer.member("severityNumber", severity(record.level))
        writer.member("severityText", record.level.rawValue)
        writer.key("body")
        writer.beginObject()
        writer.member("stringValue", record.message)
        writer.endObject()
        writer.attributes { for (key, value) in record.attributes { $0.attribute(key, value) } }
        writer.member("traceId", ifPresent: record.trace?.description)
        writer.endObject()
    }

    /// `SeverityNumber` of OTLP: INFO2 for a notice, FATAL for what ends a service.
    private static func severity(_ level: LogLevel) -> Int {
        switch level {
        case .trace: 1
        case .debug: 5
        case .info: 9
        case .notice: 10
        case .warning: 13
        case .error: 17
        case .critical: 21
        }
    }

    private static func nanoseconds(_ instant: Instant) -> String {
        instant.microseconds > 0 ? "\(instant.microseconds)000" : "0"
    }
}

extension JSONWriter {
    fileprivate mutating func attributes(_ write: (inout JSONWriter) -> Void) {
        key("attributes")
        beginArray()
        write(&self)
        endArray()
    }

    /// Writes an attribute with a text; nothing for nil.
    fileprivate mutating func attribute(_ name: String, _ text: String?) {
        if let text { attribute(name, LogValue.string(text)) }
    }

    /// Writes a `KeyValue`.
    fileprivate mutating func attribute(_ name: String, _ attribute: LogValue) {
        beginObject()
        member("key", name)
        key("value")
        beginObject()
        switch attribute {
        case .string(let text): member("stringValue", text)
        case .integer(let number): member("intValue", String(number))
        case .boolean(let flag): member("boolValue", flag)
        case .milliseconds(let duration):
            key("doubleValue")
            raw(Array("\(Double(duration.wholeMicroseconds) / 1_000)".utf8))
        }
        endObject()
        endObject()
    }
}
