/// A request without its body. The library has parsed it; nothing in it is decoded further.
public struct WebRequestHead: Sendable {
    /// The method, in uppercase as all known ones are: RFC 9110, section 9.
    public let method: String
    /// The path as it was sent, still percent-encoded. It begins with a slash.
    public let path: String
    /// The query as it was sent, without the question mark; nil without one.
    public let query: String?
    /// The header fields in the order in which they came; names in lowercase. Bytes that are not UTF-8 are replaced.
    public let headers: [WebHeader]
    /// The other side of the connection. Behind a proxy this is the proxy.
    public let peer: WebPeer
    /// True for a connection with TLS of this server.
    public let isEncrypted: Bool

    /// Creates a head, as the server does.
    public init(
        method: String, path: String, query: String? = nil, headers: [WebHeader] = [], peer: WebPeer = .unix,
        isEncrypted: Bool = false
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.peer = peer
        self.isEncrypted = isEncrypted
    }

    /// Returns the value of a field that was sent exactly once; nil when it is missing or repeated.
    /// - Parameter name: In lowercase.
    public func header(_ name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 ? values[0] : nil
    }

    /// Returns the values of a field in the order in which they came.
    /// - Parameter name: In lowercase.
    public func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }
}

/// A complete request.
public struct WebRequest: Sendable {
    /// Everything before the body.
    public let head: WebRequestHead
    /// The body; at most as long as it was admitted.
    public let body: [UInt8]

    /// Creates a request, as the server does.
    public init(head: WebRequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}
