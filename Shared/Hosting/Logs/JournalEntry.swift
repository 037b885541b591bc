import Domain

/// A log line as systemd-journald takes it: fields, and a sentence that people read.
///
/// No field is longer than ``LogText/limit`` and an ellipsis, and a line has few, so an entry fits into a datagram.
///
/// - Source: systemd, "Native Journal Protocol"; systemd.journal-fields(7).
struct JournalEntry {
    /// Before the names of our own fields.
    static let prefix = "KOPILKA_"

    /// The datagram.
    private(set) var bytes: [UInt8] = []

    init(_ record: LogRecord) {
        add("MESSAGE", Self.sentence(of: record))
        add("PRIORITY", Array(String(record.level.priority).utf8))
        add("SYSLOG_IDENTIFIER", LogText.bytes(record.service))
        add("\(Self.prefix)TIME", Array(record.time.description.utf8))
        add("\(Self.prefix)LEVEL", Array(record.level.rawValue.utf8))
        add("\(Self.prefix)SERVICE", LogText.bytes(record.service))
        add("\(Self.prefix)MESSAGE", LogText.bytes(record.message))
        if let trace = record.trace { add("\(Self.prefix)TRACE", LogText.bytes(trace)) }
        for (key, value) in record.metadata { add(Self.name(of: key), LogText.bytes(value.text)) }
    }

    /// Appends `NAME=value`. A value of several lines follows its name, a line feed, and its length in 64 bits.
    private mutating func add(_ name: String, _ value: [UInt8]) {
        bytes += name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            withUnsafeBytes(of: UInt64(value.count).littleEndian) { bytes += $0 }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns the field of a key of metadata: `KOPILKA_SIGNAL_KIND` for `signal.kind`. Names have capitals, digits and
    /// underscores, and at most 64 bytes; the key is a constant of ours, so none is too long.
    static func name(of key: String) -> String {
        let capitals = key.uppercased().unicodeScalars.map { scalar in
            ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
        }
        return String((prefix + String(capitals)).prefix(64))
    }

    /// Returns `request failed signal.kind=ledger.transfer error="disk full" trace=4bf9…`, on one line.
    private static func sentence(of record: LogRecord) -> [UInt8] {
        var line = Array(record.message.utf8)
        func add(_ key: String, _ value: String) {
            line += " \(key)=".utf8
            line += LogText.word(value)
        }
        for (key, value) in record.metadata { add(key, value.text) }
        if let trace = record.trace { add("trace", trace) }
        return line
    }
}

extension LogLevel {
    /// The priority of syslog(3): 2 for critical, ... 7 for debug.
    fileprivate var priority: Int {
        switch self {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
