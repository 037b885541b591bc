/// The reason why a chart cannot be drawn.
///
/// Errors with equal codes are equal.
public struct ChartError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the code.
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// There are no values.
        public static let empty = Code(rawValue: "empty")
        /// A place is not finite, or a number is too large to draw.
        public static let outOfRange = Code(rawValue: "out_of_range")
        /// Places or moments do not ascend, or a candle's prices contradict each other.
        public static let disordered = Code(rawValue: "disordered")
        /// A limit of the chart is exceeded.
        public static let tooMuch = Code(rawValue: "too_much")
        /// The size of the picture is out of range.
        public static let invalidSize = Code(rawValue: "invalid_size")
        /// The drawing library is missing or failed.
        public static let unavailable = Code(rawValue: "unavailable")
    }

    /// The kind of error.
    public let code: Code
    /// The description.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    /// Compares codes only.
    public static func == (left: ChartError, right: ChartError) -> Bool { left.code == right.code }
}
