/// An HTTP answer, entirely in memory. Statuses from 300 on are ordinary answers, too.
public struct HTTPResponse: Hashable, Sendable {
    /// The status code: RFC 9110, section 15.
    public let status: Int
    /// The header fields in order, without those of interim answers.
    public let headers: [HTTPHeader]
    /// The body as received, without decompression.
    public let body: [UInt8]

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the value of the first field with this name, compared without case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name == wanted }?.value
    }
}
