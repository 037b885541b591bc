import CZeroMQ
import Glibc

/// An error of libzmq: what failed, in which C function, and what to do about it.
///
/// Two errors are equal when their codes are.
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
        /// A router that must not drop knows no such peer. `EHOSTUNREACH`
        public static let unreachable = Code(rawValue: EHOSTUNREACH)
        /// The context was terminated. `ETERM`
        public static let terminated = Code(rawValue: 156_384_712 + 53)
        /// The socket's state machine forbids the call, such as a second request before the answer. `EFSM`
        public static let wrongState = Code(rawValue: 156_384_712 + 51)
        /// Somebody else holds the address. `EADDRINUSE`
        public static let addressInUse = Code(rawValue: EADDRINUSE)
        /// The address is not one of this machine's. `EADDRNOTAVAIL`
        public static let addressNotAvailable = Code(rawValue: EADDRNOTAVAIL)
        /// The path of an ipc endpoint is over 107 bytes. `ENAMETOOLONG`
        public static let nameTooLong = Code(rawValue: ENAMETOOLONG)
        /// The directory of an ipc endpoint, or the endpoint to leave, does not exist. `ENOENT`
        public static let notFound = Code(rawValue: ENOENT)
        /// The directory of an ipc endpoint may not be written. `EACCES`
        public static let accessDenied = Code(rawValue: EACCES)
        /// An argument or an option's value is refused. `EINVAL`
        public static let invalidArgument = Code(rawValue: EINVAL)
        /// The transport is unknown to this library. `EPROTONOSUPPORT`
        public static let unknownTransport = Code(rawValue: EPROTONOSUPPORT)
        /// The kind of socket cannot do this. `ENOTSUP`
        public static let notSupported = Code(rawValue: ENOTSUP)
        /// No descriptors or no sockets are left. `EMFILE`
        public static let tooManyOpen = Code(rawValue: EMFILE)
    }

    /// What went wrong, as an errno value.
    public let code: Code
    /// The C function that failed.
    public let function: String
    /// What went wrong and, where known, what to do; one line, for people.
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

    /// The error the last libzmq call of this thread left behind. `zmq_errno`, `zmq_strerror`
    static func last(_ function: String, about subject: String? = nil) -> ZeroMQError {
        let number = zmq_errno()
        let text = String(cString: zmq_strerror(number))
        return ZeroMQError(
            code: Code(rawValue: number), function: function, message: subject.map { "\(text): \($0)" } ?? text)
    }
}
