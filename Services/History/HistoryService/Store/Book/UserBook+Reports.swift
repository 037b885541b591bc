import Domain

extension UserBook {
    /// What the rows of a book are summed up by.
    enum Grouping {
        case accounts
        case categories
    }

    /// Adds up the matching rows in one pass: column by column, those before each of `cuts` that are not before the
    /// one to the left of it.
    ///
    /// - Parameters:
    ///   - cuts: Rows in ascending order. Rows from the last one on do not count.
    ///   - makePlace: As in ``BookSums/add(_:to:column:makePlace:)``.
    func sums(
        of filter: BookFilter, by grouping: Grouping, before cuts: [Int],
        makePlace: (BookSums.Group) throws -> Int
    ) throws -> BookSums {
        var sums = BookSums(columns: cuts.count)
        let numbers = grouping == .accounts ? accountsOfRows : categories
        var start = 0
        for (column, end) in cuts.enumerated() where end > start {
            defer { start = end }
            var part = filter
            part.rows = filter.rows.clamped(to: start..<end)
            var failure: (any Error)?
            forEachBlock(of: part) { start, meant in
                do {
                    for place in meant {
                        let row = start &+ Int(place)
                        let group = BookSums.Group(
                            number: numbers[row], currency: currencyOfAccount[Int(accountsOfRows[row])],
                            isIncome: marks[row] & Mark.income != 0)
                        try sums.add(amounts[row], to: group, column: column, makePlace: makePlace)
                    }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
            if let failure { throw failure }
        }
        return sums
    }
}
