import Domain

/// A filter in terms of a book: what is to be looked at in each row.
struct BookFilter {
    /// The rows of the period.
    var rows: Range<Int>
    /// The marks that are looked at, and how they must be.
    var marksMask: UInt8 = 0
    var marks: UInt8 = 0
    /// By the place of the account: the amounts that are meant; nil when all are.
    var bounds: (least: [Int64], greatest: [Int64])?
    var category: UInt32?
    var other: UInt32?
    /// Of texts, as in ``BookTexts``.
    var texts: [UInt64]?

    mutating func require(_ mark: UInt8, _ isSet: Bool) {
        marksMask |= mark
        if isSet { marks |= mark }
    }
}

extension UserBook {
    /// Whether a row of the period is meant; for one row, not for many.
    func means(_ filter: BookFilter, row: Int) -> Bool {
        var one = filter
        one.rows = row..<(row + 1)
        var isMeant = false
        forEachRow(of: one) { _ in
            isMeant = true
            return false
        }
        return isMeant
    }

    /// Hands the rows that are meant to `body`, newest first, until that says no.
    @inline(__always)
    func forEachRow(of filter: BookFilter, _ body: (Int) -> Bool) {
        // Columns as constants: no look at the book for each row.
        let (marks, amounts, accounts, texts) = (marks, amounts, accountsOfRows, texts)
        let (others, categories) = (others, filter.category == nil ? [] : categories)
        let (least, greatest) = (filter.bounds?.least ?? [], filter.bounds?.greatest ?? [])
        let hasBounds = filter.bounds != nil
        let bits = filter.texts ?? []
        let hasTexts = filter.texts != nil
        let (hasCategory, category) = (filter.category != nil, filter.category ?? 0)
        let (hasOther, other) = (filter.other != nil, filter.other ?? 0)
        var row = filter.rows.upperBound
        while row > filter.rows.lowerBound {
            row -= 1
            if marks[row] & filter.marksMask != filter.marks { continue }
            if hasBounds {
                let account = Int(accounts[row])
                let amount = amounts[row]
                if amount < least[account] || amount > greatest[account] { continue }
            }
            if hasCategory, categories[row] != category { continue }
            if hasOther, others[row] != other { continue }
            if hasTexts {
                let text = texts[row]
                let word = Int(text >> 6)
                if word >= bits.count || bits[word] & (1 << UInt64(text & 63)) == 0 { continue }
            }
            if !body(row) { return }
        }
    }

    /// The newest rows that are meant and stand before `end`, at most `limit`.
    func rows(of filter: BookFilter, before end: Int, limit: Int) -> [Int] {
        var filter = filter
        filter.rows = filter.rows.clamped(to: 0..<max(end, 0))
        var found: [Int] = []
        guard limit > 0 else { return found }
        forEachRow(of: filter) { row in
            found.append(row)
            return found.count < limit
        }
        return found
    }

    /// What the rows that are meant sum up to, by currency.
    func totals(of filter: BookFilter) -> [CurrencyTotal] {
        var incomes = currencies.map { _ in Int64(0) }
        var expenses = incomes
        let (currencies, amounts, accounts, marks) = (currencyOfAccount, amounts, accountsOfRows, marks)
        forEachRow(of: filter) { row in
            let currency = currencies[Int(accounts[row])]
            if marks[row] & Mark.income == 0 {
                expenses[currency] = expenses[currency].addingUpTo(amounts[row])
            } else {
                incomes[currency] = incomes[currency].addingUpTo(amounts[row])
            }
            return true
        }
        return self.currencies.indices.map { index in
            var total = CurrencyTotal(self.currencies[index])
            total.add(incomes[index], to: .income)
            total.add(expenses[index], to: .expense)
            return total
        }.filter { !$0.isEmpty }.sorted { $0.currency.code < $1.currency.code }
    }

    /// What the rows that are meant sum up to, by a number that `group` gives each and by currency.
    func sums(
        of filter: BookFilter, by group: (Int) -> Int
    ) -> [(group: Int, total: CurrencyTotal, count: Int64)] {
        struct Sum {
            let group: Int
            var total: CurrencyTotal
            var count: Int64 = 0
        }
        struct Place: Hashable {
            let group: Int
            let currency: Int
        }
        var places: [Place: Int] = [:]
        var sums: [Sum] = []
        var last = (place: Place(group: .min, currency: -1), index: 0)
        forEachRow(of: filter) { row in
            let currency = currencyOfAccount[Int(accountsOfRows[row])]
            let place = Place(group: group(row), currency: currency)
            if place != last.place {
                if let index = places[place] {
                    last = (place, index)
                } else {
                    last = (place, sums.count)
                    places[place] = sums.count
                    sums.append(Sum(group: place.group, total: CurrencyTotal(currencies[currency])))
                }
            }
            sums[last.index].total.add(amounts[row], to: marks[row] & Mark.income == 0 ? .expense : .income)
            sums[last.index].count += 1
            return true
        }
        return sums.map { ($0.group, $0.total, $0.count) }
    }
}
