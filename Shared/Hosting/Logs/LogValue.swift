/// A value in the metadata of a log line: kinds, ids, counts and durations. Never a payload, a token or a password.
public enum LogValue: Sendable, Equatable {
    /// A text. Its first 1,024 bytes are written.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A Boolean.
    case boolean(Bool)
    /// A duration, written in milliseconds with three decimals. Name its key `..._ms`.
    case milliseconds(Duration)

    /// Returns the description of an error, which by our rules contains no secret.
    public static func error(_ error: any Error) -> LogValue { .string(String(describing: error)) }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// `"ipc"` and `"generation \(number)"`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// `42`.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// `true`.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

/// The metadata of a log line: values by dotted key (`signal.kind`), in source order.
public typealias LogMetadata = KeyValuePairs<String, LogValue>
