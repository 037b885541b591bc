import Glibc

/// What can go wrong while a process is set up: one struct for the module, told apart by `code`.
public struct HostingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; a newtype, so that new kinds break nobody's `switch`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code as it is written in logs.
        public let description: String

        /// Another process already does this work; trying later may help.
        public static let alreadyRunning = Code(description: "alreadyRunning")
        /// The path of a Unix socket is longer than 107 bytes.
        public static let pathTooLong = Code(description: "pathTooLong")
        /// Descriptors from outside are not what `LISTEN_FDS` promised.
        public static let wrongInheritance = Code(description: "wrongInheritance")
        /// A directory or file is not ours alone.
        public static let notPrivate = Code(description: "notPrivate")
        /// Something did not happen within its limit.
        public static let timedOut = Code(description: "timedOut")
        /// Two things are there of which there may be one; a person has to say which.
        public static let conflict = Code(description: "conflict")
        /// The kernel cannot confine this process, and the settings say that it must.
        public static let notConfined = Code(description: "notConfined")
        /// A flow ended though nobody asked it to.
        public static let flowEnded = Code(description: "flowEnded")
        /// The operating system refused; `systemError` says why.
        public static let system = Code(description: "system")
    }

    /// The kind of failure.
    public let code: Code
    /// What went wrong and what to do, for a person.
    public let message: String
    /// errno(3) of the call that failed, where one did.
    public let systemError: Int32?

    /// An error with a sentence for a person.
    public init(_ code: Code, _ message: String, systemError: Int32? = nil) {
        self.code = code
        self.message = message
        self.systemError = systemError
    }

    /// A refusal of the operating system: `what` failed with `number` (errno by default).
    public static func system(_ what: String, errno number: Int32 = errno) -> HostingError {
        HostingError(.system, "\(what): \(String(cString: strerror(number)))", systemError: number)
    }

    /// Errors are equal when their codes are.
    public static func == (left: HostingError, right: HostingError) -> Bool { left.code == right.code }

    /// The sentence.
    public var description: String { message }
}
