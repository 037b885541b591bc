import Domain

/// Which movements of a user are meant.
struct MovementFilter: Hashable, Sendable {
    /// Only those of this account.
    var accountID: String?
    /// Only those that went this way.
    var side: Side?
    /// Only those of this time.
    var period = Period.always
    /// Only those whose description, in small letters, contains this, in small letters; not empty.
    var text: String?
    /// Only those of at least this amount.
    var atLeast: AmountBound?
    /// Only those of at most this amount.
    var atMost: AmountBound?
    /// Only those of this category.
    var category: String?

    /// Both, or the one that is meant.
    var sides: [Side] { side.map { [$0] } ?? Side.allCases }

    /// Whether movements have to be looked at one by one to tell what they sum up to.
    var looksAtEach: Bool { text != nil || atLeast != nil || atMost != nil || category != nil }

    /// The amounts that are meant, in minor units of a currency with so many decimals; nil when there are none.
    func minorUnits(exponent: Int) -> ClosedRange<Int64>? {
        let least = atLeast?.leastMinorUnits(exponent: exponent) ?? 0
        let greatest = atMost?.greatestMinorUnits(exponent: exponent) ?? .max
        return least <= greatest ? least...greatest : nil
    }
}
