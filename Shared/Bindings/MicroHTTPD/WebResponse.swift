/// A response. `Content-Length`, `Date`, `Connection` and `Transfer-Encoding` are added by the library.
public struct WebResponse: Sendable {
    /// What follows the header.
    public enum Content: Sendable {
        /// Bytes that are there already.
        case bytes([UInt8])
        /// Bytes that come while the connection is open.
        case stream(WebStream)
    }

    /// The status code: 200 ... 599.
    public var status: Int
    /// The header fields.
    public var headers: [WebHeader]
    /// What follows the header.
    public var content: Content
    /// True to close the connection after the response.
    public var closesConnection: Bool

    /// Creates a response.
    public init(
        status: Int, headers: [WebHeader] = [], content: Content = .bytes([]), closesConnection: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.content = content
        self.closesConnection = closesConnection
    }

    /// Creates a response with bytes.
    public init(status: Int, headers: [WebHeader] = [], body: [UInt8]) {
        self.init(status: status, headers: headers, content: .bytes(body))
    }
}
