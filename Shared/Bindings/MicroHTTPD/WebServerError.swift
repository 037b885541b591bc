/// The reason why a server cannot start or go on.
///
/// Errors with equal codes are equal.
public struct WebServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Sendable {
        /// The library is not installed.
        case unavailable
        /// The certificate or its key cannot be read, or they do not belong together.
        case badCertificate = "bad_certificate"
        /// The system refused something, for example descriptors or threads.
        case system
        /// The server has stopped.
        case stopped
    }

    /// The kind of error.
    public let code: Code
    /// A description for people; one line.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// `bad_certificate: ...`
    public var description: String { "\(code.rawValue): \(message)" }

    /// Compares codes only.
    public static func == (left: WebServerError, right: WebServerError) -> Bool { left.code == right.code }
}
