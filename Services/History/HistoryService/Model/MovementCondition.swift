import Domain

/// A condition on movements that a query adds to the fields of a filter.
struct MovementCondition: Hashable, Sendable {
    /// What it asks of a movement.
    enum Kind: Hashable, Sendable {
        /// A category, or one below it: `food` and `food:restaurants`.
        case category(String)
        case withoutCategory
        case account(String)
        case counterparty(Counterparty)
        case currency(Currency)
        /// An amount between both bounds, which are included.
        case amount(least: AmountBound?, greatest: AmountBound?)
        case period(Period)
        case text(TextQuery)
    }

    let kind: Kind
    /// True when it asks for the movements that the kind does not mean.
    var isNegated = false
}

extension MovementCondition {
    /// The separator between a category and those below it.
    static let categorySeparator: Character = ":"

    /// The texts that distinguish it from other conditions, for ``PageCursor``.
    var parts: [String?] {
        let own: [String?] =
            switch kind {
            case .category(let name): ["category", name]
            case .withoutCategory: ["category", nil]
            case .account(let id): ["account", id]
            case .counterparty(let other): ["counterparty", "\(other)"]
            case .currency(let currency): ["currency", currency.code]
            case .amount(let least, let greatest):
                ["amount", least.map { "\($0.thousandths)" }, greatest.map { "\($0.thousandths)" }]
            case .period(let period):
                ["period", period.start.map { "\($0.microseconds)" }, period.end.map { "\($0.microseconds)" }]
            case .text(let text): ["text"] + text.parts
            }
        return ["\(isNegated)"] + own
    }
}

extension TextQuery {
    /// The texts that distinguish it from other queries, for ``PageCursor``.
    var parts: [String?] { phrases.flatMap { $0.words + [nil, "\($0.isBeginning)"] } }
}
