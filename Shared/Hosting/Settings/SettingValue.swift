import Glibc

/// A type of settings: parsed from text, shown in `--help`.
public protocol SettingValue: Sendable {
    /// The object of the sentence "must be ...": `a whole number`, `a duration like 250ms, 5s or 2m`.
    static var settingType: String { get }
    /// Parses a text; `nil` when it is no such value.
    static func parse(_ text: String) -> Self?
    /// The value as a person would write it.
    var settingText: String { get }
}

extension String: SettingValue {
    public static var settingType: String { "text" }
    public static func parse(_ text: String) -> String? { text }
    public var settingText: String { self }
}

extension Int: SettingValue {
    public static var settingType: String { "a whole number" }
    /// Parses decimal digits with an optional minus, nothing else.
    public static func parse(_ text: String) -> Int? { text.hasPrefix("+") ? nil : Int(text) }
    public var settingText: String { String(self) }
}

extension Bool: SettingValue {
    /// True or false. A flag without a value means true.
    public static var settingType: String { "true or false" }
    public static func parse(_ text: String) -> Bool? { Bool(text) }
    public var settingText: String { String(self) }
}

extension Duration: SettingValue {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
    ]

    public static var settingType: String { "a duration like 250ms, 5s, 2m or 1h" }

    /// Parses digits followed by `ms`, `s`, `m` or `h`.
    public static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), let unit = units.first(where: { $0.suffix == text.dropFirst(digits.count) })
        else { return nil }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow ? nil : .milliseconds(milliseconds)
    }

    /// The duration in the largest unit that keeps it whole; at the finest in milliseconds.
    public var settingText: String {
        let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
        let unit = Self.units.last { milliseconds % $0.milliseconds == 0 && milliseconds != 0 } ?? Self.units[1]
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
}

extension LogLevel: SettingValue {
    public static var settingType: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
    public static func parse(_ text: String) -> LogLevel? { LogLevel(rawValue: text) }
    public var settingText: String { rawValue }
}

/// An absolute path without a trailing slash. The path need not exist.
public struct AbsolutePath: SettingValue, Equatable, CustomStringConvertible {
    /// The path as open(2) takes it.
    public let description: String

    /// The longest path of the kernel: `PATH_MAX` less its terminating zero.
    static let maximumBytes = 4_095

    /// Creates a path.
    ///
    /// - Parameter text: An absolute path, or one relative to the working directory; 1 to 4,095 bytes without a NUL,
    ///   otherwise `nil`.
    public init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        var path = text
        if !path.hasPrefix("/") {
            guard let working = getcwd(nil, 0) else { return nil }
            defer { free(working) }
            path = String(cString: working) + "/" + path
        }
        while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
        guard path.utf8.count <= Self.maximumBytes else { return nil }
        description = path
    }

    public static var settingType: String { "a path" }
    public static func parse(_ text: String) -> AbsolutePath? { AbsolutePath(text) }
    public var settingText: String { description }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    public static var settingType: String { Wrapped.settingType }
    /// Parses the wrapped value. A malformed text is a fault, not `nil`.
    public static func parse(_ text: String) -> Wrapped?? { Wrapped.parse(text).map(Optional.some) }
    /// `none` when there is no value.
    public var settingText: String { self?.settingText ?? "none" }
}
