import Domain

/// What a command line said, checked and by field.
package struct ParsedArguments: Sendable {
    /// A value of the kind its flag has.
    package enum Value: Hashable, Sendable {
        /// Of a text or a choice.
        case text(String)
        /// Of a number.
        case number(Int)
        /// Of a toggle.
        case toggle(Bool)
        /// Of an amount.
        case money(Money)
        /// Of an amount without a code: what it means depends on the account.
        case amount(String)
        /// Of a currency.
        case currency(Currency)
        /// Of a duration.
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

    /// The text of a field.
    package func text(_ field: String) -> String? {
        if case .text(let text) = values[field] { text } else { nil }
    }

    /// The number of a field.
    package func number(_ field: String) -> Int? {
        if case .number(let number) = values[field] { number } else { nil }
    }

    /// The texts of a field.
    package func list(_ field: String) -> [String]? {
        if case .list(let texts) = values[field] { texts } else { nil }
    }

    /// Whether a toggle was given.
    package func isOn(_ field: String) -> Bool { values[field] == .toggle(true) }

    /// The duration of a field.
    package func duration(_ field: String) -> Duration? {
        if case .duration(let duration) = values[field] { duration } else { nil }
    }
}
