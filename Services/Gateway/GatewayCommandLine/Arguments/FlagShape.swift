import GatewayWords

/// The definition of a command's flag: its name, its kind of value, and the field of the signal that it fills.
package struct FlagShape: Hashable, Sendable {
    /// The kind of value that a flag takes.
    package enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// Words separated by commas; without its flag, all remaining words.
        case words
        /// Several texts exactly as given, with their commas: all remaining words.
        case list
        /// A whole number.
        case number
        /// No value: the flag is on or off.
        case toggle
        /// One of these words.
        case choice([String])
        /// An amount: `500 RUB`, or `500` in the currency of the account.
        case money
        /// An amount of any currency, without its code.
        case sum
        /// A decimal number of zero or more, with a point or a comma.
        case decimal
        /// A code of ISO 4217.
        case currency
        /// A duration such as `10s`.
        case duration
    }

    /// The name without its hyphens: `min-amount`.
    package let name: String
    /// The field that it fills: `minAmount`.
    package let field: String
    /// The fields made from its value, if it is no field itself: a fault at one of them is reported for the flag.
    package let makes: [String]
    let kind: Kind
    /// True when the command needs the flag.
    package var isRequired: Bool
    /// The one-letter form.
    let short: Character?
    /// The meaning, in one sentence.
    let summary: Text
    /// The placeholder of its value in help: `ACCOUNT`.
    let placeholder: String

    package init(
        _ name: String, field: String? = nil, makes: [String] = [], _ kind: Kind, isRequired: Bool = false,
        short: Character? = nil,
        placeholder: String? = nil, _ summary: Text
    ) {
        self.name = name
        self.field = field ?? name
        self.makes = makes
        self.kind = kind
        self.isRequired = isRequired
        self.short = short
        self.summary = summary
        self.placeholder = placeholder ?? Self.standardPlaceholder(kind, name)
    }

    private static func standardPlaceholder(_ kind: Kind, _ name: String) -> String {
        switch kind {
        case .text, .words, .list: name.uppercased()
        case .number: "N"
        case .sum, .decimal: "NUMBER"
        case .toggle: ""
        case .choice(let words): words.joined(separator: "|")
        case .money: "AMOUNT"
        case .currency: "CURRENCY"
        case .duration: "TIME"
        }
    }

    /// Returns the flag of a field: `min-amount` for `minAmount`.
    package static func flagName(ofField field: String) -> String {
        var name = ""
        for character in field {
            if character.isUppercase { name += "-" }
            name += character.lowercased()
        }
        return name
    }
}
