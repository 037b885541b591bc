import CCurl

/// Why there is no answer. Never holds a URL, a header or a body: they may be secret.
///
/// Two errors are equal when their codes are.
public struct HTTPError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// What was asked can not be sent; nothing was.
        public static let invalidRequest = Code(rawValue: "invalid_request")
        /// The host's name is unknown, or nobody could be asked for it. `CURLE_COULDNT_RESOLVE_HOST`
        public static let cannotResolve = Code(rawValue: "cannot_resolve")
        /// The host does not take the connection. `CURLE_COULDNT_CONNECT`
        public static let cannotConnect = Code(rawValue: "cannot_connect")
        /// The host's address is not of those that may be asked, see ``HTTPRequest/Destinations``.
        public static let forbiddenAddress = Code(rawValue: "forbidden_address")
        /// The host could not prove who it is, or TLS failed otherwise. `CURLE_PEER_FAILED_VERIFICATION` and others
        public static let untrusted = Code(rawValue: "untrusted")
        /// The time ran out. `CURLE_OPERATION_TIMEDOUT`
        public static let timedOut = Code(rawValue: "timed_out")
        /// The answer is longer than was wanted.
        public static let tooLong = Code(rawValue: "too_long")
        /// The connection broke, or what came is not HTTP. `CURLE_RECV_ERROR`, `CURLE_GOT_NOTHING` and others
        public static let broken = Code(rawValue: "broken")
        /// The task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The client is closed.
        public static let closed = Code(rawValue: "closed")
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong; one line, for people.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// `timed_out: Timeout was reached (28)`
    public var description: String { "\(code.rawValue): \(message)" }

    /// Compares codes only.
    public static func == (left: HTTPError, right: HTTPError) -> Bool { left.code == right.code }

    /// An error of a transfer. `curl_easy_strerror`, whose texts are constants. What libcurl calls an unsupported protocol
    /// is an answer that is no HTTP, since a request of another scheme never gets so far.
    init(_ result: CURLcode) {
        let code: Code =
            switch result {
            case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: .invalidRequest
            case CURLE_COULDNT_RESOLVE_HOST: .cannotResolve
            case CURLE_COULDNT_CONNECT: .cannotConnect
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CRL_BADFILE,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED:
                .untrusted
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_FILESIZE_EXCEEDED: .tooLong
            default: .broken
            }
        self.init(code, "\(String(cString: kopilka_curl_strerror(CurlLibrary.functions, result))) (\(result.rawValue))")
    }
}
