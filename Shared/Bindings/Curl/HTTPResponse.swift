/// A server's answer, whole in memory. A status of 300 and more is an answer like any other.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code: RFC 9110, section 15.
    public let status: Int
    /// The lines of the header in the order they came, those of interim answers left out.
    public let headers: [HTTPHeader]
    /// The body as it was sent; nothing is decompressed.
    public let body: [UInt8]

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first line of that name; case does not count.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name == wanted }?.value
    }
}
