import Domain
import StrictJSON

/// One log line before it is written.
public struct LogRecord: Sendable {
    /// The time, by the injected clock.
    public let time: Instant
    /// The level.
    public let level: LogLevel
    /// The name of the service.
    public let service: String
    /// The event: a constant, so that lines of one kind can be counted.
    public let message: String
    /// The W3C trace id of the current request, if any.
    public let trace: String?
    /// The variable data of the line.
    public let metadata: LogMetadata

    /// Keys that metadata must not use.
    static let ownKeys: Set<String> = ["time", "level", "service", "message", "trace"]

    /// Returns the line as JSON (RFC 8259) with a line feed, ready for one write(2).
    public func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", time.description)
        writer.member("level", level.rawValue)
        writer.member("service", service)
        writer.member("message", message)
        if let trace {
            writer.key("trace")
            writer.raw(LogText.quoted(trace))
        }
        for (key, value) in metadata {
            writer.key(key)
            Self.write(value, to: &writer)
        }
        writer.endObject()
        return writer.finish() + [UInt8(ascii: "\n")]
    }

    private static func write(_ value: LogValue, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.raw(LogText.quoted(text))
        case .integer(let number): writer.value(number)
        case .boolean(let flag): writer.value(flag)
        case .milliseconds: writer.raw(Array(value.text.utf8))
        }
    }
}

extension LogValue {
    /// The value as text: `12`, `true`, `1.050` for milliseconds.
    var text: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .boolean(let flag): String(flag)
        case .milliseconds(let duration): Self.milliseconds(duration)
        }
    }

    /// Returns a number with three decimals, `1.050`.
    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let microseconds =
            overflow ? Int64.max : scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000).partialValue
        let decimals = String(microseconds.magnitude % 1_000)
        let padding = String(repeating: "0", count: 3 - decimals.utf8.count)
        return "\(microseconds < 0 ? "-" : "")\(microseconds.magnitude / 1_000).\(padding)\(decimals)"
    }
}
