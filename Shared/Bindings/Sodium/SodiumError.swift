/// An error of cryptography; it never holds a secret.
///
/// Two errors are equal when their codes are.
public struct SodiumError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is not the memory that was asked for.
        public static let noMemory = Code(rawValue: "no_memory")
        /// A key, seed or signature has another length than its kind.
        public static let wrongLength = Code(rawValue: "wrong_length")
    }

    /// What went wrong.
    public let code: Code
    /// What went wrong and what to do; one line, for people.
    public let message: String

    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// `no_memory: Argon2id needs 67108864 bytes …`
    public var description: String { "\(code.rawValue): \(message)" }

    /// Compares codes only.
    public static func == (left: SodiumError, right: SodiumError) -> Bool {
        left.code == right.code
    }
}
