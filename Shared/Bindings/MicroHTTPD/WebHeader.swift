/// A header field of a request or a response: RFC 9110, section 5.
public struct WebHeader: Hashable, Sendable {
    /// The name, in lowercase in requests.
    public let name: String
    /// The value without surrounding spaces.
    public let value: String

    /// Creates a field. A response with an invalid field is not sent: see ``WebRefusal/invalidResponse``.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// True when the field can be sent: the name is a token (RFC 9110, section 5.6.2), the value is one line of visible
    /// ASCII and blanks, and the field is not one that the library itself writes.
    var isValid: Bool {
        Self.isToken(name) && (1...64).contains(name.utf8.count) && value.utf8.count <= 4_096
            && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && !["connection", "content-length", "date", "transfer-encoding"].contains(name.lowercased())
    }

    /// Returns true for a token: RFC 9110, section 5.6.2.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
