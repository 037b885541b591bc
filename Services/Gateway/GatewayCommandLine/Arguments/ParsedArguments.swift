import Domain

/// The values of a command line, checked, by field.
package struct ParsedArguments: Sendable {
    /// A value of a flag's kind.
    package enum Value: Hashable, Sendable {
        /// A text or a choice.
        case text(String)
        case number(Int)
        case toggle(Bool)
        case money(Money)
        /// An amount without a currency code: its meaning depends on the account.
        case amount(String)
        case currency(Currency)
        case duration(Duration)
        /// Several texts.
        case list([String])
        /// Whole numbers.
        case numbers([Int])
        /// An object.
        indirect case members([String: Value])
    }

    private(set) var values: [String: Value] = [:]

    package init() {}

    package subscript(field: String) -> Value? {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// Returns the text of a field.
    package func text(_ field: String) -> String? {
        if case .text(let text) = values[field] { text } else { nil }
    }

    /// Returns the number of a field.
    package func number(_ field: String) -> Int? {
        if case .number(let number) = values[field] { number } else { nil }
    }

    /// Returns the texts of a field.
    package func list(_ field: String) -> [String]? {
        if case .list(let texts) = values[field] { texts } else { nil }
    }

    /// True when the toggle was given.
    package func isOn(_ field: String) -> Bool { values[field] == .toggle(true) }

    /// Returns the duration of a field.
    package func duration(_ field: String) -> Duration? {
        if case .duration(let duration) = values[field] { duration } else { nil }
    }
}
