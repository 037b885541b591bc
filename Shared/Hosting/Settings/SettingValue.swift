import Glibc

/// A type that a setting may have: read from text, shown in `--help`.
public protocol SettingValue: Sendable {
    /// Read in the sentence "must be ...": `a whole number`, `a duration like 250ms, 5s or 2m`.
    static var settingType: String { get }
    /// The value of a text, or `nil` when it is not one.
    static func parse(_ text: String) -> Self?
    /// As a person would write it.
    var settingText: String { get }
}

extension String: SettingValue {
    /// Any text.
    public static var settingType: String { "text" }
    /// The text itself.
    public static func parse(_ text: String) -> String? { text }
    /// The text itself.
    public var settingText: String { self }
}

extension Int: SettingValue {
    /// A whole number.
    public static var settingType: String { "a whole number" }
    /// Decimal digits with an optional minus, nothing else.
    public static func parse(_ text: String) -> Int? { text.hasPrefix("+") ? nil : Int(text) }
    /// Decimal digits.
    public var settingText: String { String(self) }
}

extension Bool: SettingValue {
    /// True or false. A flag without a value is true.
    public static var settingType: String { "true or false" }
    /// `true` or `false`.
    public static func parse(_ text: String) -> Bool? { Bool(text) }
    /// `true` or `false`.
    public var settingText: String { String(self) }
}

extension Duration: SettingValue {
    private static let units: [(suffix: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000),
    ]

    /// A whole number with a unit.
    public static var settingType: String { "a duration like 250ms, 5s, 2m or 1h" }

    /// Digits and one of `ms`, `s`, `m`, `h`.
    public static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), let unit = units.first(where: { $0.suffix == text.dropFirst(digits.count) })
        else { return nil }
        let (milliseconds, overflow) = count.multipliedReportingOverflow(by: unit.milliseconds)
        return overflow ? nil : .milliseconds(milliseconds)
    }

    /// In the largest unit that keeps it whole; milliseconds at the finest.
    public var settingText: String {
        let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
        let unit = Self.units.last { milliseconds % $0.milliseconds == 0 && milliseconds != 0 } ?? Self.units[1]
        return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
}

extension LogLevel: SettingValue {
    /// The seven names.
    public static var settingType: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
    /// By name.
    public static func parse(_ text: String) -> LogLevel? { LogLevel(rawValue: text) }
    /// The name.
    public var settingText: String { rawValue }
}

/// A place in the file system, absolute, without a trailing slash. Whether anything is there is another question.
public struct AbsolutePath: SettingValue, Equatable, CustomStringConvertible {
    /// The path as open(2) takes it.
    public let description: String

    /// The longest path the kernel takes, `PATH_MAX` with its zero.
    static let maximumBytes = 4_095

    /// - Parameter text: Absolute, or relative to the working directory; 1 to 4,095 bytes without a NUL, else `nil`.
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

    /// A path.
    public static var settingType: String { "a path" }
    /// As the initialiser.
    public static func parse(_ text: String) -> AbsolutePath? { AbsolutePath(text) }
    /// The path.
    public var settingText: String { description }
}

extension Optional: SettingValue where Wrapped: SettingValue {
    /// As the value's.
    public static var settingType: String { Wrapped.settingType }
    /// As the value; a text that is no value is a fault, not `nil`.
    public static func parse(_ text: String) -> Wrapped?? { Wrapped.parse(text).map(Optional.some) }
    /// `none` when there is no value.
    public var settingText: String { self?.settingText ?? "none" }
}
