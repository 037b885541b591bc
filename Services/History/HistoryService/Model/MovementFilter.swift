import Domain

/// The other side of a movement.
enum Counterparty: Hashable, Sendable {
    /// The world outside the house.
    case outside
    case account(String)
}

/// A filter for the movements of a user.
struct MovementFilter: Hashable, Sendable {
    /// Only movements of this account.
    var accountID: String?
    /// Only movements in this direction.
    var side: Side?
    /// Only movements in this period.
    var period = Period.always
    /// Only movements whose description matches.
    var text: TextQuery?
    /// Only movements of at least this amount.
    var atLeast: AmountBound?
    /// Only movements of at most this amount.
    var atMost: AmountBound?
    /// Only movements of this category.
    var category: String?
    /// Only movements with this other side.
    var counterparty: Counterparty?
    /// Only reversed movements, or only movements that were not reversed.
    var isReversed: Bool?
    /// Only movements between accounts of the user, or only the others.
    var isOwn: Bool?
    /// Only reversed movements and their reversals, or only the others.
    var isUndone: Bool?
    /// Only movements that fulfil all of these, too.
    var conditions: [MovementCondition] = []
    /// True when the filter contradicts itself and matches nothing.
    private(set) var isContradiction = false

    /// True when rows of withdrawn imports match, too: only when reversed movements are asked for.
    var meansWithdrawn: Bool { isUndone == true || isReversed == true }

    /// The sides that match.
    var sides: [Side] { side.map { [$0] } ?? Side.allCases }

    /// Returns the matching amounts in minor units of a currency with `exponent` decimals; nil when there are none.
    func minorUnits(exponent: Int) -> ClosedRange<Int64>? {
        let least = atLeast?.leastMinorUnits(exponent: exponent) ?? 0
        let greatest = atMost?.greatestMinorUnits(exponent: exponent) ?? .max
        return least <= greatest ? least...greatest : nil
    }

    /// Returns the intersection of both filters.
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
        both.conditions += other.conditions
        both.period = period.narrowed(by: other.period)
        if let text = other.text { both.text = both.text?.and(text) ?? text }
        both.atLeast = [atLeast, other.atLeast].compactMap(\.self).max { $0.thousandths < $1.thousandths }
        both.atMost = [atMost, other.atMost].compactMap(\.self).min { $0.thousandths < $1.thousandths }
        return both
    }
}
