/// The reason why the hosts of a house, its invitations or its leases could not be read or changed.
public struct MembershipError: Error, Sendable, CustomStringConvertible {
    /// The kind of error.
    public enum Code: String, Sendable {
        /// The database cannot be used now. It is unknown whether a change was made; repeating it is safe.
        case unreachable
        /// A row was not made by this house, belongs to another place, or is missing or old.
        case forged
        /// Another machine has that name, address or key.
        case taken
        /// There is no such host.
        case unknownHost
        /// No invitation has that code: it was mistyped, used or replaced.
        case unknownCode
        /// The code is too old.
        case expired
    }

    /// The kind of error.
    public let code: Code
    /// What went wrong, in one sentence, without a secret.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
