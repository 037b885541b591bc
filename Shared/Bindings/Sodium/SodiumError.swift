/// An error of cryptography; it never contains a secret.
///
/// Errors with equal codes are equal.
public struct SodiumError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The requested memory is not available.
        public static let noMemory = Code(rawValue: "no_memory")
        /// A public key with which no secret is possible.
        public static let weakKey = Code(rawValue: "weak_key")
        /// A key, seed or signature has the wrong length.
        public static let wrongLength = Code(rawValue: "wrong_length")
    }

    /// The kind of error.
    public let code: Code
    /// The description and the remedy; one line, for people.
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
