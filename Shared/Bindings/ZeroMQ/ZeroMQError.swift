import CZeroMQ
import Glibc

/// An error of libzmq, with the failed C function and the remedy.
///
/// Errors with equal codes are equal.
public struct ZeroMQError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The errno value of a failed call. `zmq_errno`
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The errno value; libzmq's own begin at 156384712.
        public let rawValue: Int32

        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The call would have to wait. `EAGAIN`
        public static let wouldBlock = Code(rawValue: EAGAIN)
        /// A mandatory router knows no such peer. `EHOSTUNREACH`
        public static let unreachable = Code(rawValue: EHOSTUNREACH)
        /// The context was terminated. `ETERM`
        public static let terminated = Code(rawValue: 156_384_712 + 53)
        /// The socket's state machine forbids the call, such as a second request before the answer. `EFSM`
        public static let wrongState = Code(rawValue: 156_384_712 + 51)
        /// The address is in use. `EADDRINUSE`
        public static let addressInUse = Code(rawValue: EADDRINUSE)
        /// The address is not local. `EADDRNOTAVAIL`
        public static let addressNotAvailable = Code(rawValue: EADDRNOTAVAIL)
        /// The path of an ipc endpoint is over 107 bytes. `ENAMETOOLONG`
        public static let nameTooLong = Code(rawValue: ENAMETOOLONG)
        /// The directory of an ipc endpoint, or the endpoint to disconnect from, does not exist. `ENOENT`
        public static let notFound = Code(rawValue: ENOENT)
        /// The directory of an ipc endpoint is not writable. `EACCES`
        public static let accessDenied = Code(rawValue: EACCES)
        /// An argument or the value of an option is invalid. `EINVAL`
        public static let invalidArgument = Code(rawValue: EINVAL)
        /// The library does not know the transport. `EPROTONOSUPPORT`
        public static let unknownTransport = Code(rawValue: EPROTONOSUPPORT)
        /// The kind of socket does not support the operation. `ENOTSUP`
        public static let notSupported = Code(rawValue: ENOTSUP)
        /// Descriptors or sockets are exhausted. `EMFILE`
        public static let tooManyOpen = Code(rawValue: EMFILE)
    }

    /// The errno value.
    public let code: Code
    /// The C function that failed.
    public let function: String
    /// The description and, where known, the remedy; one line, for people.
    public let message: String

    public init(code: Code, function: String, message: String) {
        self.code = code
        self.function = function
        self.message = message
    }

    /// `zmq_bind: Address already in use (98)`
    public var description: String {
        "\(function): \(message) (\(code.rawValue))"
    }

    /// Compares codes only.
    public static func == (left: ZeroMQError, right: ZeroMQError) -> Bool {
        left.code == right.code
    }

    /// Returns the error of the last libzmq call on this thread. `zmq_errno`, `zmq_strerror`
    static func last(_ function: String, about subject: String? = nil) -> ZeroMQError {
        let number = zmq_errno()
        let text = String(cString: zmq_strerror(number))
        return ZeroMQError(
            code: Code(rawValue: number), function: function, message: subject.map { "\(text): \($0)" } ?? text)
    }
}
