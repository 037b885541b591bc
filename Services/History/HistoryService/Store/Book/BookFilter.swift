import Domain

/// A filter translated to a book: the conditions on the columns of a row.
struct BookFilter {
    /// The rows of the period.
    var rows: Range<Int>
    /// The mask of the marks to check, and their required values.
    var marksMask: UInt8 = 0
    var marks: UInt8 = 0
    /// The matching amounts for each account; nil for all.
    var bounds: (least: [Int64], greatest: [Int64])?
    var category: UInt32?
    var other: UInt32?
    /// A bit for each matching text, as in ``BookTexts``, up to the newest of the book.
    var texts: [UInt64]?
    /// What a query asks beyond that; nil for nothing.
    var conditions: BookConditions?

    /// True when the period is the only condition.
    var meansAll: Bool {
        marksMask == 0 && bounds == nil && category == nil && other == nil && texts == nil && conditions == nil
    }

    mutating func require(_ mark: UInt8, _ isSet: Bool) {
        marksMask |= mark
        if isSet { marks |= mark }
    }
}

extension UserBook {
    private static let rowsOfABlock = 2048

    /// True when a row matches. For single rows; use the functions below for many.
    func means(_ filter: BookFilter, row: Int) -> Bool {
        var one = filter
        one.rows = row..<(row + 1)
        return !rows(of: one, before: row + 1, limit: 1).isEmpty
    }

    /// Returns the newest matching rows before `end`, at most `limit`, newest first.
    func rows(of filter: BookFilter, before end: Int, limit: Int) -> [Int] {
        var filter = filter
        filter.rows = filter.rows.clamped(to: 0..<max(end, 0))
        var found: [Int] = []
        guard limit > 0 else { return found }
        forEachBlock(of: filter) { start, meant in
            for row in meant.reversed() where found.count < limit { found.append(start + Int(row)) }
            return found.count < limit
        }
        return found
    }

    /// Returns the newest matching rows before `end`, at most `limit`, newest first, and the totals of all matching
    /// rows by currency.
    func rowsAndTotals(of filter: BookFilter, before end: Int, limit: Int) -> (rows: [Int], totals: [CurrencyTotal]) {
        var rows: [Int] = []
        // By currency and side, the expense first.
        var sums = [Int64](repeating: 0, count: currencies.count * 2)
        func look(at start: Int, _ meant: UnsafeBufferPointer<Int32>) {
            guard rows.count < limit, start < end else { return }
            for row in meant.reversed() where rows.count < limit && start + Int(row) < end {
                rows.append(start + Int(row))
            }
        }
        amounts.withUnsafeBufferPointer { amounts in
            marks.withUnsafeBufferPointer { marks in
                sums.withUnsafeMutableBufferPointer { sums in
                    if currencies.count == 1 {
                        // Most users have one currency. Then the account of a row does not matter.
                        forEachBlock(of: filter) { start, meant in
                            look(at: start, meant)
                            for row in meant {
                                let row = start &+ Int(row)
                                let place = Int(marks[row] & Mark.income)
                                sums[place] = sums[place].addingUpTo(amounts[row])
                            }
                            return true
                        }
                        return
                    }
                    let places = currencyOfAccount.map { $0 * 2 }
                    let accounts = accountsOfRows
                    forEachBlock(of: filter) { start, meant in
                        look(at: start, meant)
                        for row in meant {
                            let row = start &+ Int(row)
                            let place = places[Int(accounts[row])] &+ Int(marks[row] & Mark.income)
                            sums[place] = sums[place].addingUpTo(amounts[row])
                        }
                        return true
                    }
                }
            }
        }
        let totals = currencies.indices.map { index in
            var total = CurrencyTotal(currencies[index])
            total.add(sums[index * 2], to: .expense)
            total.add(sums[index * 2 + 1], to: .income)
            return total
        }
        return (rows, totals.filter { !$0.isEmpty }.sorted { $0.currency.code < $1.currency.code })
    }

    /// Returns the totals of matching rows by currency and by the number that `group` gives each row.
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
        forEachBlock(of: filter) { start, meant in
            for row in meant {
                let row = start + Int(row)
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
            }
            return true
        }
        return sums.map { ($0.group, $0.total, $0.count) }
    }

    // MARK: Blocks

    /// Passes the matching rows to `body`, newest block first, until it returns false: the start of a block, and the
    /// places of the rows in it, oldest first.
    ///
    /// Each condition is applied to a whole block, without branches that depend on a row: an unpredictable branch costs
    /// more than all the rest.
    @inline(__always)
    func forEachBlock(of filter: BookFilter, _ body: (Int, UnsafeBufferPointer<Int32>) -> Bool) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.rowsOfABlock) { marks in
            // One extra place, because a place is written before its row is known to match.
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.rowsOfABlock + 1) { places in
                var end = filter.rows.upperBound
                while end > filter.rows.lowerBound {
                    let start = max(filter.rows.lowerBound, end - Self.rowsOfABlock)
                    var block = BookBlock(
                        start: start, isMeant: UnsafeMutableBufferPointer(rebasing: marks[..<(end - start)]),
                        places: places)
                    let count = look(at: &block, for: filter)
                    guard body(start, UnsafeBufferPointer(rebasing: places[..<count])) else { return }
                    end = start
                }
            }
        }
    }

    /// Gathers the places of the matching rows of a block.
    ///
    /// - Returns: Their number.
    private func look(at block: inout BookBlock, for filter: BookFilter) -> Int {
        if filter.meansAll { return block.gatherAll() }
        if filter.marksMask == 0 {
            block.begin()
        } else {
            block.begin(marks) { $0 & filter.marksMask == filter.marks }
        }
        if let (least, greatest) = filter.bounds { block.keep(accountsOfRows, amounts, from: least, to: greatest) }
        if let category = filter.category { block.keep(categories) { $0 == category } }
        if let other = filter.other { block.keep(others) { $0 == other } }
        if let conditions = filter.conditions { keep(conditions, in: &block) }
        return filter.texts.map { block.gather(self.texts, within: $0) } ?? block.gather()
    }
}

extension UserBook {
    /// Applies the conditions of a query to a block.
    private func keep(_ conditions: BookConditions, in block: inout BookBlock) {
        for rows in conditions.rowsLeftOut { block.leaveOut(rows) }
        for wanted in conditions.categories { block.keep(categories) { wanted.contains($0) } }
        for other in conditions.othersLeftOut { block.keep(others) { $0 != other } }
        for (least, greatest) in conditions.amountsLeftOut {
            block.leaveOut(accountsOfRows, amounts, from: least, to: greatest)
        }
    }
}

/// Consecutive rows with a flag for each: 1 if it matches, else 0.
private struct BookBlock {
    let start: Int
    let isMeant: UnsafeMutableBufferPointer<UInt8>
    /// The places of the matching rows, once they are gathered.
    let places: UnsafeMutableBufferPointer<Int32>

    /// Begins without a first condition.
    mutating func begin() { isMeant.update(repeating: 1) }

    /// Applies the first condition.
    @inline(__always)
    mutating func begin<Value>(_ column: [Value], where isMet: (Value) -> Bool) {
        column.withUnsafeBufferPointer { column in
            for place in isMeant.indices { isMeant[place] = isMet(column[start &+ place]) ? 1 : 0 }
        }
    }

    /// Applies another condition.
    @inline(__always)
    mutating func keep<Value>(_ column: [Value], where isMet: (Value) -> Bool) {
        column.withUnsafeBufferPointer { column in
            for place in isMeant.indices { isMeant[place] &= isMet(column[start &+ place]) ? 1 : 0 }
        }
    }

    /// Leaves out rows of the book.
    mutating func leaveOut(_ rows: Range<Int>) {
        let places = rows.clamped(to: start..<(start + isMeant.count))
        for row in places { isMeant[row - start] = 0 }
    }

    /// Keeps amounts within the bounds of their accounts.
    mutating func keep(_ accounts: [UInt32], _ amounts: [Int64], from least: [Int64], to greatest: [Int64]) {
        look(at: accounts, amounts, from: least, to: greatest, flipping: 0)
    }

    /// Leaves out amounts within the bounds of their accounts.
    mutating func leaveOut(_ accounts: [UInt32], _ amounts: [Int64], from least: [Int64], to greatest: [Int64]) {
        look(at: accounts, amounts, from: least, to: greatest, flipping: 1)
    }

    @inline(__always)
    private mutating func look(
        at accounts: [UInt32], _ amounts: [Int64], from least: [Int64], to greatest: [Int64], flipping: UInt8
    ) {
        least.withUnsafeBufferPointer { least in
            greatest.withUnsafeBufferPointer { greatest in
                accounts.withUnsafeBufferPointer { accounts in
                    amounts.withUnsafeBufferPointer { amounts in
                        for place in isMeant.indices {
                            let account = Int(accounts[start &+ place])
                            let amount = amounts[start &+ place]
                            let isWithin: UInt8 =
                                (amount >= least[account] ? 1 : 0) & (amount <= greatest[account] ? 1 : 0)
                            isMeant[place] &= isWithin ^ flipping
                        }
                    }
                }
            }
        }
    }

    // MARK: Gathering

    /// Gathers all places without conditions.
    mutating func gatherAll() -> Int {
        for place in isMeant.indices { places[place] = Int32(truncatingIfNeeded: place) }
        return isMeant.count
    }

    /// Gathers the places of matching rows.
    mutating func gather() -> Int {
        var count = 0
        for place in isMeant.indices {
            places[count] = Int32(truncatingIfNeeded: place)
            count &+= Int(isMeant[place])
        }
        return count
    }

    /// Applies the last condition, that the text is among the found ones, and gathers the places in the same pass: it
    /// is the most expensive condition.
    mutating func gather(_ texts: [UInt32], within bits: [UInt64]) -> Int {
        var count = 0
        bits.withUnsafeBufferPointer { bits in
            texts.withUnsafeBufferPointer { texts in
                for place in isMeant.indices {
                    let text = texts[start &+ place]
                    let isFound = bits[Int(text >> 6)] &>> UInt64(text & 63)
                    places[count] = Int32(truncatingIfNeeded: place)
                    count &+= Int(isFound & UInt64(isMeant[place]))
                }
            }
        }
        return count
    }
}
