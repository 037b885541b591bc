import Glibc

/// The reason why keys are unavailable. It contains a path and never a key.
public struct KeyDirectoryError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: Hashable, Sendable {
        let sentence: String

        /// The directory cannot be created.
        public static let cannotMake = Code(sentence: "cannot be made")
        /// A file cannot be read.
        public static let cannotRead = Code(sentence: "cannot be read")
        /// A file cannot be written.
        public static let cannotWrite = Code(sentence: "cannot be written")
        /// Others may read or write what only we may, or it is not ours.
        public static let notPrivate = Code(
            sentence:
                "is open to others or not ours; give it to the user who runs the service and take others' rights away"
        )
        /// A file holds no key.
        public static let notAKey = Code(sentence: "holds no key; delete it to have a new one made")
    }

    /// The kind of error.
    public let code: Code
    /// The path of the file or directory.
    public let path: String
    /// The error number of the system; 0 when the system reported none.
    public let errno: Int32

    init(_ code: Code, _ path: String, errno: Int32 = 0) {
        self.code = code
        self.path = path
        self.errno = errno
    }

    /// A sentence for the operator.
    public var description: String {
        let reason = errno == 0 ? "" : ": " + String(cString: strerror(errno))
        return "\(path) \(code.sentence)\(reason)."
    }
}
