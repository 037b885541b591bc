import Domain

/// Who is on the other side of a movement.
enum Counterparty: Hashable, Sendable {
    /// The world outside the books.
    case outside
    /// An account.
    case account(String)
}

/// Which movements of a user are meant.
struct MovementFilter: Hashable, Sendable {
    /// Only those of this account.
    var accountID: String?
    /// Only those that went this way.
    var side: Side?
    /// Only those of this time.
    var period = Period.always
    /// Only those whose description has this.
    var text: TextQuery?
    /// Only those of at least this amount.
    var atLeast: AmountBound?
    /// Only those of at most this amount.
    var atMost: AmountBound?
    /// Only those of this category.
    var category: String?
    /// Only those with this other side.
    var counterparty: Counterparty?
    /// Only those that were taken back, or only those that were not.
    var isReversed: Bool?
    /// Only those between accounts of the user, or only the others.
    var isOwn: Bool?
    /// Only those that were taken back and those that took them back, or only the others.
    var isUndone: Bool?
    /// Whether the filter contradicts itself: nothing is meant.
    private(set) var isContradiction = false

    /// Whether rows of imports that were taken back are meant too: only where somebody asks for what was taken back.
    var meansWithdrawn: Bool { isUndone == true || isReversed == true }

    /// Both, or the one that is meant.
    var sides: [Side] { side.map { [$0] } ?? Side.allCases }

    /// The amounts that are meant, in minor units of a currency with so many decimals; nil when there are none.
    func minorUnits(exponent: Int) -> ClosedRange<Int64>? {
        let least = atLeast?.leastMinorUnits(exponent: exponent) ?? 0
        let greatest = atMost?.greatestMinorUnits(exponent: exponent) ?? .max
        return least <= greatest ? least...greatest : nil
    }

    /// What means only what both mean.
    func narrowed(by other: MovementFilter) -> MovementFilter {
        var both = self
        both.isContradiction = isContradiction || other.isContradiction
        func narrow<Value: Equatable>(_ field: WritableKeyPath<MovementFilter, Value?>) {
            guard let value = other[keyPath: field] else { return }
            if let own = both[keyPath: field], own != value { both.isContradiction = true }
            both[keyPath: field] = value
        }
        narrow(\.accountID)
        narrow(\.side)
        narrow(\.category)
        narrow(\.counterparty)
        narrow(\.isReversed)
        narrow(\.isOwn)
        narrow(\.isUndone)
        both.period = period.narrowed(by: other.period)
        if let text = other.text { both.text = both.text?.and(text) ?? text }
        both.atLeast = [atLeast, other.atLeast].compactMap(\.self).max { $0.thousandths < $1.thousandths }
        both.atMost = [atMost, other.atMost].compactMap(\.self).min { $0.thousandths < $1.thousandths }
        return both
    }
}
