import Domain

/// The totals of movements in one currency. A sum beyond 64 bits of minor units saturates.
struct CurrencyTotal: Hashable, Sendable {
    let currency: Currency
    private(set) var income: Int64 = 0
    private(set) var expense: Int64 = 0

    init(_ currency: Currency) { self.currency = currency }

    /// True when nothing was added: amounts are more than zero.
    var isEmpty: Bool { income == 0 && expense == 0 }

    mutating func add(_ minorUnits: Int64, to side: Side) {
        switch side {
        case .income: income = income.addingUpTo(minorUnits)
        case .expense: expense = expense.addingUpTo(minorUnits)
        }
    }
}

extension Int64 {
    /// Returns the sum of two non-negative numbers, saturating at the largest number.
    func addingUpTo(_ other: Int64) -> Int64 {
        let (sum, overflowed) = addingReportingOverflow(other)
        return overflowed ? .max : sum
    }
}
