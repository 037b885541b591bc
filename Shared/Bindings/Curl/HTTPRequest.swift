/// An HTTP request, entirely in memory. It prints as method and host: path, query, headers and body may contain
/// secrets.
public struct HTTPRequest: Sendable {
    /// The method of a request: RFC 9110, section 9.
    public struct Method: Hashable, Sendable {
        /// The name in capitals.
        public let name: String

        private init(_ name: String) { self.name = name }

        /// Reads a resource.
        public static let get = Method("GET")
        /// Reads the header only.
        public static let head = Method("HEAD")
        /// Submits data.
        public static let post = Method("POST")
        /// Replaces a resource.
        public static let put = Method("PUT")
        /// Changes a part of a resource.
        public static let patch = Method("PATCH")
        /// Deletes a resource.
        public static let delete = Method("DELETE")
    }

    /// The machines that may be contacted.
    public enum Destinations: Hashable, Sendable {
        /// Any machine, including this one.
        case all
        /// Addresses of the public internet only, for URLs chosen by others. The check happens after name resolution
        /// and before anything is sent, so a name that resolves to an internal address is refused, too.
        case publicInternet
        /// The public internet, and these addresses.
        case publicInternetAnd([AddressBlock])
        /// These addresses only.
        case only([AddressBlock])
    }

    /// The longest accepted URL, in bytes.
    public static let longestURL = 8_192

    /// The method.
    public var method: Method
    /// An absolute URL with the scheme http or https, without user information.
    public var url: String
    /// Header fields in addition to those that libcurl writes.
    public var headers: [HTTPHeader]
    /// The body; nil for none.
    public var body: [UInt8]?
    /// The timeout of the whole request, from name resolution to the last byte: at least 1 ms.
    public var timeout: Duration
    /// The longest accepted body of an answer; a longer one is the error `tooLong`.
    public var maximumResponseBytes: Int
    /// The machines that may be contacted.
    public var destinations: Destinations

    /// Creates a request.
    public init(
        _ method: Method, _ url: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        timeout: Duration = .seconds(30), maximumResponseBytes: Int = 1 << 20, destinations: Destinations = .all
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.maximumResponseBytes = maximumResponseBytes
        self.destinations = destinations
    }

    /// Rejects an invalid request, and one that would change its meaning on the wire.
    /// - Throws: ``HTTPError`` `invalidRequest`.
    func check() throws(HTTPError) {
        let lowercased = url.prefix(8).lowercased()
        guard lowercased.hasPrefix("http://") || lowercased == "https://" else {
            throw HTTPError(.invalidRequest, "The URL must begin with http:// or https://.")
        }
        guard url.utf8.count <= Self.longestURL, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw HTTPError(.invalidRequest, "The URL must be at most \(Self.longestURL) visible ASCII characters.")
        }
        guard headers.count <= 100, headers.allSatisfy(\.isValid) else {
            throw HTTPError(
                .invalidRequest, "A header has a name or a value that cannot be sent, or there are over 100.")
        }
        guard timeout >= .milliseconds(1), maximumResponseBytes >= 0 else {
            throw HTTPError(.invalidRequest, "The timeout must be 1 ms or more, the longest answer 0 bytes or more.")
        }
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `POST https://api.telegram.org`
    public var description: String {
        let scheme = url.prefix { $0 != ":" }
        let rest = url.dropFirst(scheme.count + 3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        // The part before an @ is a user, possibly with a password.
        return
            "\(method.name) \(scheme)://\(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")"
    }
    public var debugDescription: String { description }
    /// An empty mirror, so that secrets are never printed.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
