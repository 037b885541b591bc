import Domain
import Storage

/// What a statement over rows looks for: one side of one user or account between two keys, and the filter.
struct MovementQuery {
    let filter: MovementFilter
    /// The number of the user or the account.
    let scope: Int64
    let side: Side
    let keys: ClosedRange<Int64>

    /// Binds the placeholders of ``HistorySQL/userPage`` and ``HistorySQL/accountPage``.
    func bind(to statement: borrowing Statement, limit: Int) {
        bindRows(to: statement)
        for (index, exponent) in [0, 2, 3].enumerated() {
            // Nothing is as much as the one and no more than the other: no row of such a currency.
            let amounts = filter.minorUnits(exponent: exponent)
            statement.bind(amounts?.lowerBound ?? .max, at: 9 + index)
            statement.bind(amounts?.upperBound ?? 0, at: 12 + index)
        }
        statement.bind(limit, at: 15)
    }

    /// Binds the placeholders of ``HistorySQL/sumOfRows``.
    func bind(to statement: borrowing Statement, amounts: ClosedRange<Int64>) {
        bindRows(to: statement)
        statement.bind(amounts.lowerBound, at: 9)
        statement.bind(amounts.upperBound, at: 10)
    }

    private func bindRows(to statement: borrowing Statement) {
        statement.bind(scope, at: 1)
        statement.bind(side.rawValue, at: 2)
        statement.bind(keys.lowerBound, at: 3)
        statement.bind(keys.upperBound, at: 4)
        statement.bind(filter.period.start?.microseconds ?? .min, at: 5)
        statement.bind(filter.period.end?.microseconds ?? .max, at: 6)
        statement.bind(filter.text, at: 7)
        statement.bind(filter.category, at: 8)
    }
}
