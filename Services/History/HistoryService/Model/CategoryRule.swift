/// A rule that gives a category to movements by their description and further conditions.
struct CategoryRule: Hashable, Codable, Sendable {
    let id: String
    /// As the user wrote it. It is compared in the form of ``SearchText``.
    let contains: String
    let category: String
    /// Limits the rule to one side; nil for both.
    let side: String?
    /// Decimals as the user wrote them.
    let minAmount: String?
    let maxAmount: String?
    let account: String?
}

extension CategoryRule {
    /// The conditions of the rule except the description.
    var condition: MovementFilter {
        var filter = MovementFilter()
        filter.side = Side.allCases.first { "\($0)" == side }
        filter.atLeast = minAmount.flatMap { try? AmountBound($0) }
        filter.atMost = maxAmount.flatMap { try? AmountBound($0) }
        filter.accountID = account
        return filter
    }
}
