/// The trace a signal belongs to, as W3C Trace Context writes it: `00-<32 hex>-<16 hex>-<2 hex>`.
///
/// - Source: W3C Recommendation "Trace Context", section 3.2 (`traceparent`).
public struct TraceContext: Hashable, Sendable {
    /// 32 small hexadecimal digits, not all zero: the whole journey.
    public let traceID: String
    /// 16 small hexadecimal digits, not all zero: the last hop.
    public let parentID: String
    /// Whether the trace is recorded somewhere.
    public let isSampled: Bool

    /// A new trace with random ids.
    public static func new() -> TraceContext {
        TraceContext(
            traceID: hexadecimal(.random(in: 1 ... .max)) + hexadecimal(.random(in: 1 ... .max)), isSampled: false)
    }

    private init(traceID: String, isSampled: Bool) {
        self.traceID = traceID
        self.isSampled = isSampled
        parentID = Self.hexadecimal(.random(in: 1 ... .max))
    }

    /// Reads a `traceparent`; nil when it is not valid, in which case the specification asks to start a new trace.
    public init?(traceparent: String) {
        let bytes = Array(traceparent.utf8)
        let dash = UInt8(ascii: "-")
        guard bytes.count >= 55, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash else { return nil }
        let isHexadecimal = zip(0..., bytes.prefix(55)).allSatisfy { index, byte in
            [2, 35, 52].contains(index) || (48...57).contains(byte) || (97...102).contains(byte)
        }
        let version = bytes[0...1]
        guard isHexadecimal, !version.elementsEqual("ff".utf8) else { return nil }
        guard bytes.count == 55 || (bytes[55] == dash && !version.elementsEqual("00".utf8)) else { return nil }
        let zero = UInt8(ascii: "0")
        guard !bytes[3..<35].allSatisfy({ $0 == zero }), !bytes[36..<52].allSatisfy({ $0 == zero }) else { return nil }
        traceID = String(decoding: bytes[3..<35], as: UTF8.self)
        parentID = String(decoding: bytes[36..<52], as: UTF8.self)
        isSampled = (UInt8(String(decoding: bytes[53..<55], as: UTF8.self), radix: 16) ?? 0) & 1 == 1
    }

    /// The same trace with a new hop, to be sent on.
    public func nextHop() -> TraceContext { TraceContext(traceID: traceID, isSampled: isSampled) }

    /// The text for `traceparent`.
    public var traceparent: String { "00-\(traceID)-\(parentID)-\(isSampled ? "01" : "00")" }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
