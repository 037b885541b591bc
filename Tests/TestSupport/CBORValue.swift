/// A value in CBOR (RFC 8949), as far as authenticators use it. Written independently of the reader of the services.
public indirect enum CBORValue: Sendable {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// The entries in the order in which they are written.
    case map([(key: CBORValue, value: CBORValue)])
    /// Bytes that stand in place of a value.
    case raw([UInt8])

    /// The encoded value.
    public var encoded: [UInt8] {
        switch self {
        case .integer(let number): number >= 0 ? Self.head(0, number) : Self.head(1, -1 - number)
        case .bytes(let bytes): Self.head(2, bytes.count) + bytes
        case .text(let text): Self.head(3, text.utf8.count) + Array(text.utf8)
        case .array(let items): Self.head(4, items.count) + items.flatMap(\.encoded)
        case .map(let entries): Self.head(5, entries.count) + entries.flatMap { $0.key.encoded + $0.value.encoded }
        case .raw(let bytes): bytes
        }
    }

    private static func head(_ type: UInt8, _ number: Int) -> [UInt8] {
        let first = type << 5
        switch number {
        case 0..<24: return [first | UInt8(number)]
        case 24..<256: return [first | 24, UInt8(number)]
        case 256..<65_536: return [first | 25, UInt8(number >> 8), UInt8(number & 255)]
        default: return [first | 26] + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
    }
}
