/// The trace of a signal, in the format of W3C Trace Context: `00-<32 hex>-<16 hex>-<2 hex>`.
///
/// A flat value without heap memory, because every request carries one.
/// - Source: W3C Recommendation "Trace Context", section 3.2 (`traceparent`).
public struct TraceContext: Hashable, Sendable {
    /// The id of the whole trace.
    public let traceID: TraceID
    /// The last hop: the span that was active when the signal was sent.
    public let parentID: SpanID
    /// True when services keep spans of this trace.
    public let isSampled: Bool

    /// The active trace of this task when it is sampled; nil otherwise.
    ///
    /// It is bound while a sampled request is served or a sampled event is handled. Signals sent and events written
    /// meanwhile name it as their cause.
    @TaskLocal public static var current: TraceContext?

    /// Returns a new trace with random ids.
    public static func new(isSampled: Bool = false) -> TraceContext {
        TraceContext(traceID: .random(), parentID: .random(), isSampled: isSampled)
    }

    private init(traceID: TraceID, parentID: SpanID, isSampled: Bool) {
        self.traceID = traceID
        self.parentID = parentID
        self.isSampled = isSampled
    }

    /// Parses a `traceparent`; nil when it is invalid. The specification then requires a new trace.
    public init?(traceparent: String) {
        var text = traceparent
        let read = text.withUTF8 { bytes -> TraceContext? in
            let dash = UInt8(ascii: "-")
            guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
                let version = Hexadecimal.value(of: bytes[0..<2]), version != 0xFF,
                bytes.count == 55 || (bytes[55] == dash && version != 0),
                let traceID = TraceID(digits: bytes[3..<35]), let parentID = SpanID(digits: bytes[36..<52]),
                let flags = Hexadecimal.value(of: bytes[53..<55])
            else { return nil }
            return TraceContext(traceID: traceID, parentID: parentID, isSampled: flags & 1 == 1)
        }
        guard let read else { return nil }
        self = read
    }

    /// Returns the same trace with a new hop, the parent of everything sent from here.
    public func nextHop() -> TraceContext {
        TraceContext(traceID: traceID, parentID: .random(), isSampled: isSampled)
    }

    /// The value of `traceparent`.
    public var traceparent: String { "00-\(traceID)-\(parentID)-\(isSampled ? "01" : "00")" }
}

/// The id of a trace: 32 lowercase hexadecimal digits, not all zero.
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// Returns an unguessable id.
    public static func random() -> TraceID {
        TraceID(high: .random(in: 1 ... .max), low: .random(in: 1 ... .max))
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Parses the digits; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(33))
        let read = bytes.withUnsafeBufferPointer { bytes in TraceID(digits: bytes[...]) }
        guard let read else { return nil }
        self = read
    }

    init?(digits: Slice<UnsafeBufferPointer<UInt8>>) {
        let middle = digits.startIndex + 16
        guard digits.count == 32, let high = Hexadecimal.value(of: digits[..<middle]),
            let low = Hexadecimal.value(of: digits[middle...]), high | low != 0
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The digits.
    public var description: String { Hexadecimal.text(of: high) + Hexadecimal.text(of: low) }
}

/// The id of one piece of work in a trace: 16 lowercase hexadecimal digits, not all zero.
public struct SpanID: Hashable, Sendable, CustomStringConvertible {
    private let number: UInt64

    /// Returns a new random id.
    public static func random() -> SpanID { SpanID(number: .random(in: 1 ... .max)) }

    private init(number: UInt64) { self.number = number }

    init?(digits: Slice<UnsafeBufferPointer<UInt8>>) {
        guard digits.count == 16, let number = Hexadecimal.value(of: digits), number != 0 else { return nil }
        self.init(number: number)
    }

    /// The digits.
    public var description: String { Hexadecimal.text(of: number) }
}

/// Lowercase hexadecimal digits.
private enum Hexadecimal {
    /// Returns the number that up to 16 digits denote; nil for anything but digits.
    static func value(of digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        var value: UInt64 = 0
        for byte in digits {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }

    /// Returns all 16 digits of a number.
    static func text(of value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
