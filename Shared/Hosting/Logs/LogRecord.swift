import Domain

/// One log line before it is written.
public struct LogRecord: Sendable {
    /// When, by the injected clock.
    public let time: Instant
    /// How much it matters.
    public let level: LogLevel
    /// Who says it.
    public let service: String
    /// What happened: a constant, so that lines of one kind can be counted.
    public let message: String
    /// The W3C trace id of the request at work, if any.
    public let trace: String?
    /// What is particular to this line.
    public let metadata: LogMetadata

    /// Keys that metadata must leave alone.
    static let ownKeys: Set<String> = ["time", "level", "service", "message", "trace"]
    /// The line as JSON (RFC 8259) and a line feed, ready for one write(2).
    public func encoded() -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        line.append(contentsOf: "{\"time\":\"\(time)\",\"level\":\"\(level.rawValue)\",\"service\":".utf8)
        appendJSONText(service, to: &line)
        line.append(contentsOf: ",\"message\":".utf8)
        appendJSONText(message, to: &line)
        if let trace {
            line.append(contentsOf: ",\"trace\":".utf8)
            appendJSONText(trace, to: &line)
        }
        for (key, value) in metadata {
            line.append(UInt8(ascii: ","))
            appendJSONText(key, to: &line)
            line.append(UInt8(ascii: ":"))
            append(value, to: &line)
        }
        line.append(contentsOf: "}\n".utf8)
        return line
    }

    private func append(_ value: LogValue, to line: inout [UInt8]) {
        switch value {
        case .string(let text): appendJSONText(text, to: &line)
        case .integer(let number): line.append(contentsOf: String(number).utf8)
        case .boolean(let flag): line.append(contentsOf: (flag ? "true" : "false").utf8)
        case .milliseconds(let duration):
            let (seconds, attoseconds) = duration.components
            let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
            let microseconds =
                overflow
                ? Int64.max
                : scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
                    .partialValue
            if microseconds < 0 { line.append(UInt8(ascii: "-")) }
            let decimals = String(microseconds.magnitude % 1_000)
            let padding = String(repeating: "0", count: 3 - decimals.utf8.count)
            line.append(contentsOf: "\(microseconds.magnitude / 1_000).\(padding)\(decimals)".utf8)
        }
    }
}
