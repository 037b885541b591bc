import GatewayWords

/// One flag of a command: how it is written, what it takes, which field of the signal it fills.
package struct FlagShape: Hashable, Sendable {
    /// What a flag takes.
    package enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// Words with commas between them; without its flag, all the words that are left.
        case words
        /// Several texts as they stand, commas and all: the words that are left.
        case list
        /// A whole number.
        case number
        /// Nothing: it is there or not.
        case toggle
        /// One of these words.
        case choice([String])
        /// An amount: `500 RUB`, or `500` in the currency of the account.
        case money
        /// An amount of any currency, without its name.
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
    /// The field it fills: `minAmount`.
    package let field: String
    /// Fields that are made of it, where it is no field itself: a fault at one of them is told of the flag.
    package let makes: [String]
    /// What it takes.
    let kind: Kind
    /// Whether the command can do without it.
    package var isRequired: Bool
    /// One letter that stands for it.
    let short: Character?
    /// What it means, one sentence.
    let summary: Text
    /// What stands for its value in help: `ACCOUNT`.
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

    /// `minAmount` as `min-amount`.
    package static func flagName(ofField field: String) -> String {
        var name = ""
        for character in field {
            if character.isUppercase { name += "-" }
            name += character.lowercased()
        }
        return name
    }
}
