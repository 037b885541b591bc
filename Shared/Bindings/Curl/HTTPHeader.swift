/// A header field of a request or an answer: RFC 9110, section 5.
public struct HTTPHeader: Hashable, Sendable {
    /// The name, compared without case; in lowercase in answers.
    public let name: String
    /// The value without surrounding spaces.
    public let value: String

    /// Creates a field. Invalid characters are rejected when the request is sent.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Parses a received line; nil when it has no colon.
    package init?(line: [UInt8]) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
            var bytes = bytes
            while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
            while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
            return String(decoding: bytes, as: UTF8.self)
        }
        self.init(trimmed(line[..<colon]).lowercased(), trimmed(line[(colon + 1)...]))
    }

    /// True when the field can be sent: the name consists of token characters; the value is one line of visible ASCII,
    /// blanks and bytes beyond ASCII.
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

    /// The field in libcurl's format: a field without a value ends with a semicolon, otherwise libcurl would omit it.
    /// `CURLOPT_HTTPHEADER`
    var line: String { value.isEmpty ? name + ";" : "\(name): \(value)" }
}
