/// A value beside a log message. Never a payload, a token or a password: kinds, ids, counts and durations.
public enum LogValue: Sendable, Equatable {
    /// Text; its first 1,024 bytes are written.
    case string(String)
    /// A whole number.
    case integer(Int)
    /// A truth value.
    case boolean(Bool)
    /// Written as a number of milliseconds with three decimals; name its key `..._ms`.
    case milliseconds(Duration)

    /// What an error says of itself, which by our rules holds no secret.
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

/// Values beside a log message by dotted key (`signal.kind`), in the order they were written down.
public typealias LogMetadata = KeyValuePairs<String, LogValue>
