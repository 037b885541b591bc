import Glibc
import Reasons

/// An error in the set-up of a process: one struct for the module; `code` gives the kind.
public struct HostingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error. It is a struct, so that new kinds break no `switch`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code as written in logs.
        public let description: String

        /// Another process already does this work; a later attempt may succeed.
        public static let alreadyRunning = Code(description: "alreadyRunning")
        /// The path of a Unix socket is longer than 107 bytes.
        public static let pathTooLong = Code(description: "pathTooLong")
        /// The inherited descriptors do not match `LISTEN_FDS`.
        public static let wrongInheritance = Code(description: "wrongInheritance")
        /// A directory or file is accessible to others or belongs to them.
        public static let notPrivate = Code(description: "notPrivate")
        /// Something did not happen within its time limit.
        public static let timedOut = Code(description: "timedOut")
        /// There are two of something that must be unique; a person has to choose.
        public static let conflict = Code(description: "conflict")
        /// The kernel cannot confine this process, and the settings require it.
        public static let notConfined = Code(description: "notConfined")
        /// A member ended without being stopped.
        public static let memberEnded = Code(description: "memberEnded")
        /// Another machine of the house is to do this work.
        public static let yielded = Code(description: "yielded")
        /// The operating system refused a call; `systemError` gives the reason.
        public static let system = Code(description: "system")
    }

    /// The kind of error.
    public let code: Code
    /// The description and the remedy.
    public let refusal: Refusal
    /// The errno(3) of the failed call, if any.
    public let systemError: Int32?

    /// Creates an error with the details that the phrase of its reason shows.
    public init(
        _ code: Code, _ reason: Reason, _ details: [String: ReasonDetail] = [:], systemError: Int32? = nil
    ) {
        self.code = code
        refusal = Refusal(reason, details)
        self.systemError = systemError
    }

    /// Returns the error for a refusal of the operating system: `what` failed with `number` (errno by default).
    public static func system(_ what: String, errno number: Int32 = errno) -> HostingError {
        HostingError(
            .system, .systemCallFailed, ["call": .text(what), "cause": .text(String(cString: strerror(number)))],
            systemError: number)
    }

    /// Compares the codes only.
    public static func == (left: HostingError, right: HostingError) -> Bool { left.code == right.code }

    /// The phrase in English, for logs.
    public var message: String { refusal.description }

    /// The same phrase.
    public var description: String { message }
}
