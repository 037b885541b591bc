/// What a description must contain, and more, for a movement to be of a category.
struct CategoryRule: Hashable, Codable, Sendable {
    let id: String
    /// As the user wrote it; it is compared in the form of ``SearchText``.
    let contains: String
    let category: String
    /// Only those that went this way; nil for both.
    let side: String?
    /// Decimals, as the user wrote them.
    let minAmount: String?
    let maxAmount: String?
    let account: String?
}

extension CategoryRule {
    /// Which movements it may give its category to, but for the description.
    var condition: MovementFilter {
        var filter = MovementFilter()
        filter.side = Side.allCases.first { "\($0)" == side }
        filter.atLeast = minAmount.flatMap { try? AmountBound($0) }
        filter.atMost = maxAmount.flatMap { try? AmountBound($0) }
        filter.accountID = account
        return filter
    }
}
