/// A request over HTTP, whole in memory. Prints as its method and host: path, query, headers and body may hold secrets.
public struct HTTPRequest: Sendable {
    /// What is asked of a server: RFC 9110, section 9.
    public struct Method: Hashable, Sendable {
        /// The name in capital letters.
        public let name: String

        private init(_ name: String) { self.name = name }

        /// Asks for what is there.
        public static let get = Method("GET")
        /// Asks for the header alone.
        public static let head = Method("HEAD")
        /// Hands something in.
        public static let post = Method("POST")
        /// Puts something in its place.
        public static let put = Method("PUT")
        /// Changes a part.
        public static let patch = Method("PATCH")
        /// Takes something away.
        public static let delete = Method("DELETE")
    }

    /// Which machines may be asked.
    public enum Destinations: Hashable, Sendable {
        /// Any, this one included.
        case all
        /// Only addresses of the public internet: for addresses that somebody else chose. Looked at after the name was
        /// resolved and before anything is sent, so a name that leads inside is refused, too.
        case publicInternet
        /// The public internet, and these addresses besides.
        case publicInternetAnd([AddressBlock])
        /// These addresses only.
        case only([AddressBlock])
    }

    /// The longest URL taken, in bytes.
    public static let longestURL = 8_192

    /// What is asked.
    public var method: Method
    /// An absolute URL of the scheme http or https, without a user in it.
    public var url: String
    /// Lines of the header besides those that libcurl writes.
    public var headers: [HTTPHeader]
    /// What is handed in; nil for nothing.
    public var body: [UInt8]?
    /// For all of it, from the name's resolution to the last byte: 1 ms or more.
    public var timeout: Duration
    /// The longest body of an answer that is taken; a longer one is the error `tooLong`.
    public var maximumResponseBytes: Int
    /// Which machines may be asked.
    public var destinations: Destinations

    /// A request.
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

    /// Refuses what is no request, or would be another one once it is written.
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
        // What stands before an @ is a user, perhaps with a password.
        return
            "\(method.name) \(scheme)://\(authority.split(separator: "@", omittingEmptySubsequences: false).last ?? "")"
    }
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
