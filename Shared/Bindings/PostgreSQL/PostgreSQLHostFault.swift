/// The reason why one host did not become the connection.
public struct PostgreSQLHostFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Kind: Equatable, Sendable {
        /// The name has no address, or no resolver answered in time.
        case notResolved
        /// The host's share of the deadline passed.
        case timedOut
        /// The network, TLS, the password check or the server failed, or the server is starting up.
        case failed
        /// The server wants a password and got none, or did not let us in with the one it got: the message says why.
        case password
        /// The server is a standby, or accepts no writes for another reason.
        case readOnly
    }

    /// The host of the URL.
    public let host: PostgreSQLHost
    /// The kind of fault.
    public let kind: Kind
    /// The message of libpq or the server, without the password; one line.
    public let message: String

    public init(host: PostgreSQLHost, kind: Kind, message: String) {
        self.host = host
        self.kind = kind
        self.message = message
    }

    /// `db1.example:5432: FATAL: the database system is starting up`
    public var description: String { "\(host): \(message)" }
}
