/// One line of a request's or an answer's header: RFC 9110, section 5.
public struct HTTPHeader: Hashable, Sendable {
    /// The name, in small letters where it was received: case does not count.
    public let name: String
    /// The value without spaces around it.
    public let value: String

    /// A line of these parts. What cannot stand in a header is refused when the request is sent.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Reads a received line; nil for one without a colon.
    init?(line: [UInt8]) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
            var bytes = bytes
            while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
            while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
            return String(decoding: bytes, as: UTF8.self)
        }
        self.init(trimmed(line[..<colon]).lowercased(), trimmed(line[(colon + 1)...]))
    }

    /// Whether it can be sent: a name of token characters, a value of one line that is visible ASCII, blanks and beyond.
    var isValid: Bool {
        let others = Array("!#$%&'*+-.^_`|~".utf8)
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: others.contains(byte)
            }
        }
        return isName && (1...256).contains(name.utf8.count) && value.utf8.count <= 8_192
            && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }

    /// As libcurl takes it: one without a value ends with a semicolon, or libcurl would leave it out. `CURLOPT_HTTPHEADER`
    var line: String { value.isEmpty ? name + ";" : "\(name): \(value)" }
}
