/// Which part of a message breaks which rule.
public struct JSONDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place below the value that was decoded, `transfers[3].amount.currency`; empty for the value itself.
    public let path: String
    /// The rule as a sentence without its subject: `must be a string`, `is required`. Holds no value of the message.
    public let rule: String

    public init(path: String, rule: String) {
        self.path = path
        self.rule = rule
    }

    /// The rule with its subject: `amount.currency is required`.
    public var description: String { path.isEmpty ? "the value \(rule)" : "\(path) \(rule)" }
}

extension JSONDecodingError {
    /// The sentences that decoding itself says.
    public enum Rule {
        /// A member without default is absent.
        public static let isRequired = "is required"
        /// A member that the type does not have.
        public static let isUnknown = "is not a known field"
        /// Another kind than an object.
        public static let mustBeObject = "must be an object"
        /// Another kind than an array.
        public static let mustBeArray = "must be an array"
        /// Another kind than a string.
        public static let mustBeString = "must be a string"
        /// Another kind than a number, or beyond the largest double.
        public static let mustBeNumber = "must be a number"
        /// Neither `true` nor `false`.
        public static let mustBeBoolean = "must be true or false"
        /// Another kind than null.
        public static let mustBeNull = "must be null"
        /// An array that ends before the type has read all it needs.
        public static let hasTooFewElements = "has too few elements"

        /// Not a number, not whole, or out of range.
        public static func mustBeInteger<Integer: FixedWidthInteger>(_ type: Integer.Type) -> String {
            "must be a whole number from \(Integer.min) to \(Integer.max)"
        }

        /// A value that an enumeration does not have.
        public static func mustBeOne(of values: [String]) -> String {
            "must be one of \(values.joined(separator: ", "))"
        }
    }
}
