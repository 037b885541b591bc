import Domain

/// The balances that a column gives beside the rows of a CSV file, in the order of the file.
struct CSVBalances {
    private var rows: [(change: Money, balance: Int64)] = []
    private var areComplete = true

    /// - Parameter balance: The balance after the row; nil when there is none.
    mutating func add(_ change: Money, before balance: Int64?) {
        guard let balance else {
            areComplete = false
            return
        }
        rows.append((change, balance))
    }

    /// The balances before the first and after the last row in the order of booking. Nil unless every row leads from
    /// one balance to the next, from the first line down or from the last line up: a column that does not add up tells
    /// nothing for certain.
    var ends: (opening: Money, closing: Money)? {
        guard areComplete, let first = rows.first, let last = rows.last else { return nil }
        // Amounts and balances are at most 10^15, so that no sum overflows.
        func isChain(_ rows: some Sequence<(change: Money, balance: Int64)>) -> Bool {
            zip(rows, rows.dropFirst()).allSatisfy { $0.balance + $1.change.minorUnits == $1.balance }
        }
        let (opening, closing): ((change: Money, balance: Int64), (change: Money, balance: Int64))
        if isChain(rows) {
            (opening, closing) = (first, last)
        } else if isChain(rows.reversed()) {
            (opening, closing) = (last, first)
        } else {
            return nil
        }
        let currency = first.change.currency
        return (
            Money(minorUnits: opening.balance - opening.change.minorUnits, currency: currency),
            Money(minorUnits: closing.balance, currency: currency)
        )
    }
}
