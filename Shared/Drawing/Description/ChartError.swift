/// Why a chart cannot be drawn.
///
/// Two errors are equal when their codes are.
public struct ChartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There is no value at all.
        public static let empty = Code(rawValue: "empty")
        /// A place is not a number, or something is larger than can be drawn.
        public static let outOfRange = Code(rawValue: "out_of_range")
        /// Places or moments do not ascend, or a candle's prices contradict each other.
        public static let disordered = Code(rawValue: "disordered")
        /// There is more than fits.
        public static let tooMuch = Code(rawValue: "too_much")
        /// The picture is to be smaller or larger than it can be.
        public static let invalidSize = Code(rawValue: "invalid_size")
        /// The library that draws is missing, or failed.
        public static let unavailable = Code(rawValue: "unavailable")
    }

    /// What is wrong.
    public let code: Code
    /// The same in words.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    /// Errors with the same code are equal.
    public static func == (left: ChartError, right: ChartError) -> Bool { left.code == right.code }
}
