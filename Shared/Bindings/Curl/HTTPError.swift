import CCurl

/// The reason why there is no answer. It contains no URL, header or body, because they may be secret.
///
/// Errors with equal codes are equal.
public struct HTTPError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The request is invalid; nothing was sent.
        public static let invalidRequest = Code(rawValue: "invalid_request")
        /// The name of the host is unknown, or no resolver answered. `CURLE_COULDNT_RESOLVE_HOST`
        public static let cannotResolve = Code(rawValue: "cannot_resolve")
        /// The host refused the connection. `CURLE_COULDNT_CONNECT`
        public static let cannotConnect = Code(rawValue: "cannot_connect")
        /// The address of the host is not allowed, see ``HTTPRequest/Destinations``.
        public static let forbiddenAddress = Code(rawValue: "forbidden_address")
        /// The identity of the host could not be verified, or TLS failed otherwise. `CURLE_PEER_FAILED_VERIFICATION`
        /// and others
        public static let untrusted = Code(rawValue: "untrusted")
        /// The timeout expired. `CURLE_OPERATION_TIMEDOUT`
        public static let timedOut = Code(rawValue: "timed_out")
        /// The answer exceeds the limit.
        public static let tooLong = Code(rawValue: "too_long")
        /// The connection broke, or the answer is not HTTP. `CURLE_RECV_ERROR`, `CURLE_GOT_NOTHING` and others
        public static let broken = Code(rawValue: "broken")
        /// The task was cancelled.
        public static let cancelled = Code(rawValue: "cancelled")
        /// The client is closed.
        public static let closed = Code(rawValue: "closed")
    }

    /// The kind of error.
    public let code: Code
    /// A description for people; one line.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// `timed_out: Timeout was reached (28)`
    public var description: String { "\(code.rawValue): \(message)" }

    /// Compares codes only.
    public static func == (left: HTTPError, right: HTTPError) -> Bool { left.code == right.code }

    /// Creates the error of a transfer. `curl_easy_strerror`, whose texts are constants. An unsupported protocol means
    /// an answer that is not HTTP, because requests with another scheme are rejected before.
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
