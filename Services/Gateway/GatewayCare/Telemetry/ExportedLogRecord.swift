import Coordination
import Domain
import GatewaySession
import Hosting
import StrictJSON

/// A log line on its way to a collector.
struct ExportedLogRecord: Sendable, Equatable {
    /// The longest text that is sent of a line that is not ours.
    static let mostBytes = 1_024
    /// The longest line that is read.
    static let longestLine = 65_536

    /// The service that wrote it.
    let service: String
    let time: Instant
    /// When the exporter read it.
    let observed: Instant
    let level: LogLevel
    let message: String
    let trace: TraceID?
    /// The other members of the line, in their order.
    let attributes: [(key: String, value: LogValue)]

    static func == (left: ExportedLogRecord, right: ExportedLogRecord) -> Bool {
        left.service == right.service && left.time == right.time && left.observed == right.observed
            && left.level == right.level && left.message == right.message && left.trace == right.trace
            && left.attributes.elementsEqual(right.attributes) { $0 == $1 }
    }

    /// Reads a line of a log file. A line that is no log line is what a program said when it crashed: an error.
    ///
    /// - Parameter file: The service whose file it is.
    init(line: [UInt8], of file: String, observed: Instant) {
        self.observed = observed
        let limits = JSONLimits(maximumBytes: Self.longestLine, maximumDepth: 4, maximumValues: 200)
        guard let root = try? JSONDocument(line, limits: limits).root, root.kind == .object,
            let time = root.member("time")?.string.flatMap({ Instant($0) }),
            let level = root.member("level")?.string.flatMap(LogLevel.init(rawValue:)),
            let message = root.member("message")?.string
        else {
            (service, time, level, trace, attributes) = (file, observed, .error, nil, [])
            self.message = Self.cut(String(decoding: line, as: UTF8.self))
            return
        }
        let told = root.member("trace")?.string
        trace = told.flatMap { TraceID($0) }
        service = root.member("service")?.string.flatMap { Self.isName($0) ? $0 : nil } ?? file
        (self.time, self.level, self.message) = (time, level, Self.cut(message))
        var own: Set = ["time", "level", "service", "message"]
        // One that is no id is kept as it is.
        if trace != nil { own.insert("trace") }
        attributes = root.members.compactMap { member in
            guard !own.contains(member.name), let value = Self.value(member.node) else { return nil }
            return (member.name, value)
        }
    }

    private static func value(_ node: JSONNode) -> LogValue? {
        switch node.kind {
        case .string: node.string.map { .string(cut($0)) }
        case .number: node.int64.map { .integer(Int($0)) } ?? node.double.map { .milliseconds(.milliseconds($0)) }
        default: node.bool.map { .boolean($0) }
        }
    }

    /// Reads an entry of the journal, as `journalctl --output=json` prints it; nil for one that is none.
    ///
    /// Our lines have their fields. Others are what a service printed when it crashed, and what systemd says of it.
    /// - Source: systemd.journal-fields(7).
    init?(journal line: [UInt8], observed: Instant) {
        let limits = JSONLimits(maximumBytes: Self.longestLine, maximumDepth: 4, maximumValues: Self.longestLine)
        guard let root = try? JSONDocument(line, limits: limits).root, root.kind == .object,
            let stamp = root.member("__REALTIME_TIMESTAMP")?.string.flatMap({ Int64($0) }),
            let unit = (root.member("UNIT") ?? root.member("_SYSTEMD_UNIT"))?.string,
            let service = Self.service(of: unit)
        else { return nil }
        func field(_ name: String) -> String? { root.member(name).flatMap(Self.text) }
        self.observed = observed
        time = field("KOPILKA_TIME").flatMap { Instant($0) } ?? Instant(microseconds: stamp)
        level =
            field("KOPILKA_LEVEL").flatMap(LogLevel.init(rawValue:)) ?? Self.level(ofPriority: field("PRIORITY"))
        message = Self.cut(field("KOPILKA_MESSAGE") ?? field("MESSAGE") ?? "")
        self.service = field("KOPILKA_SERVICE").flatMap { Self.isName($0) ? $0 : nil } ?? service
        trace = field("KOPILKA_TRACE").flatMap { TraceID($0) }
        let own = ["TIME", "LEVEL", "SERVICE", "MESSAGE"] + (trace == nil ? [] : ["TRACE"])
        attributes = root.members.compactMap { member in
            guard member.name.hasPrefix("KOPILKA_"), !own.contains(String(member.name.dropFirst(8))),
                let text = Self.text(of: member.node)
            else { return nil }
            return (member.name.dropFirst(8).lowercased(), .string(Self.cut(text)))
        }
    }

    /// Returns the text of a field: journalctl prints one that is not plain text as an array of bytes.
    private static func text(of node: JSONNode) -> String? {
        if let text = node.string { return text }
        guard node.kind == .array else { return nil }
        let bytes = node.elements.compactMap { $0.integer(as: UInt8.self) }
        return bytes.count == node.count ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// `ledger` for `kopilka@ledger.service`, `web` for `kopilka-web.service`.
    private static func service(of unit: String) -> String? {
        guard unit.hasSuffix(".service"), let start = unit.firstIndex(where: { $0 == "@" || $0 == "-" }),
            unit[..<start] == "kopilka"
        else { return nil }
        let name = String(unit[unit.index(after: start)...].dropLast(".service".count))
        return isName(name) ? name : nil
    }

    private static func level(ofPriority text: String?) -> LogLevel {
        switch text.flatMap({ Int($0) }) ?? 6 {
        case ...2: .critical
        case 3: .error
        case 4: .warning
        case 5: .notice
        case 6: .info
        default: .debug
        }
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D }
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > mostBytes else { return text }
        return String(decoding: text.utf8.prefix(mostBytes), as: UTF8.self) + "…"
    }
}
