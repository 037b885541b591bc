import Domain

/// All movements of one user in memory, column by column, ordered by time: about 50 bytes a row.
///
/// A scan of a million rows takes a few milliseconds for any filter, so there are no indexes for special queries and no
/// sums to maintain. Decision 8 has the figures.
struct UserBook: Sendable {
    /// A row as read from the database.
    struct Row {
        let position: MovementPosition
        let account: Int64
        let amount: Int64
        let other: Int64
        let text: Int64
        /// The category assigned by the user or given with the transfer; 0 for none.
        let category: Int64
        let isReversed: Bool
        /// True when it reverses another.
        let isReversal: Bool
        /// True when its import was withdrawn.
        let isWithdrawn: Bool
        /// True when the other side is the user's too, without being an account of the transfer.
        let isExchange: Bool
    }

    struct Account {
        let number: Int64
        let currency: Currency
    }

    /// Bits of ``marks``.
    enum Mark {
        static let income: UInt8 = 1
        static let reversed: UInt8 = 2
        /// A reversal, or a movement that it reverses.
        static let undone: UInt8 = 4
        /// A transfer between accounts of the user.
        static let own: UInt8 = 8
        /// A row of a withdrawn import, or its reversal: neither counts.
        static let withdrawn: UInt8 = 16
    }

    /// The last change of the database in the book; -1 before the first.
    var change: Int64 = -1
    /// The accounts by place.
    private(set) var accounts: [Account] = []
    /// The places of accounts by number.
    private(set) var accountPlaces: [Int64: UInt32] = [:]
    /// The currencies by place, and the place of the currency of each account.
    private(set) var currencies: [Currency] = []
    private(set) var currencyOfAccount: [Int] = []

    // The columns.
    private(set) var times: [Int64] = []
    private(set) var keys: [Int64] = []
    private(set) var amounts: [Int64] = []
    private(set) var balances: [Int64] = []
    private(set) var accountsOfRows: [UInt32] = []
    private(set) var others: [UInt32] = []
    private(set) var texts: [UInt32] = []
    private(set) var categoriesSaid: [UInt32] = []
    private(set) var marks: [UInt8] = []

    /// The highest number of a text.
    private(set) var newestText: UInt32 = 0
    /// The first row whose balance is not computed yet.
    private var firstUnbalanced = 0
    /// The balance of each account after the last balanced row.
    private var closing: [Int64] = []

    /// The rules of the user.
    var rules = BookRules()
    /// The results of searches.
    var searches = BookTexts()
    /// The totals by filter since the last change.
    var totals: [MovementFilter: [CurrencyTotal]] = [:]

    /// The number of rows.
    var count: Int { keys.count }

    /// The category of each row: the stored one, else that of the first matching rule.
    var categories: [UInt32] { rules.isEmpty ? categoriesSaid : rules.categories }

    // MARK: Finding

    func position(at row: Int) -> MovementPosition {
        MovementPosition(time: Instant(microseconds: times[row]), key: MovementKey(number: keys[row]))
    }

    /// Returns the first row at or after a position.
    func row(notBefore position: MovementPosition) -> Int {
        let (time, key) = (position.time.microseconds, position.key.number)
        return firstRow { row in times[row] != time ? times[row] >= time : keys[row] >= key }
    }

    /// Returns the first row at or after a moment.
    func row(notBefore time: Instant) -> Int { firstRow { times[$0] >= time.microseconds } }

    private func firstRow(where isBeyond: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBeyond(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    // MARK: Adding rows

    /// Adds accounts.
    mutating func take(_ known: [Account]) {
        for account in known where accountPlaces[account.number] == nil {
            accountPlaces[account.number] = UInt32(accounts.count)
            accounts.append(account)
            if !currencies.contains(account.currency) { currencies.append(account.currency) }
            currencyOfAccount.append(currencies.firstIndex(of: account.currency) ?? 0)
            closing.append(0)
        }
    }

    /// Adds new rows and updates changed ones.
    ///
    /// - Parameter rows: Rows of known accounts.
    mutating func take(_ rows: [Row]) {
        var fresh: [Row] = []
        fresh.reserveCapacity(rows.count)
        var last = count == 0 ? nil : position(at: count - 1)
        for row in rows.sorted(by: { $0.position < $1.position }) {
            newestText = max(newestText, UInt32(truncatingIfNeeded: row.text))
            if let end = last, row.position <= end {
                let place = self.row(notBefore: row.position)
                if position(at: place) == row.position {
                    categoriesSaid[place] = UInt32(truncatingIfNeeded: row.category)
                    let marked = marks(of: row)
                    if (marked ^ marks[place]) & Mark.withdrawn != 0 { firstUnbalanced = 0 }
                    marks[place] = marked
                    rules.forget(only: place)
                    continue
                }
            }
            fresh.append(row)
        }
        guard let first = fresh.first else { return }
        if let end = last, first.position < end {
            insert(fresh)
        } else {
            for row in fresh { append(row) }
        }
        last = nil
    }

    private func marks(of row: Row) -> UInt8 {
        (row.position.key.side == .income ? Mark.income : 0) | (row.isReversed ? Mark.reversed : 0)
            | (row.isReversed || row.isReversal ? Mark.undone : 0)
            | (row.isWithdrawn ? Mark.withdrawn : 0)
            | (row.isExchange || accountPlaces[row.other] != nil ? Mark.own : 0)
    }

    private mutating func append(_ row: Row) {
        times.append(row.position.time.microseconds)
        keys.append(row.position.key.number)
        amounts.append(row.amount)
        balances.append(0)
        accountsOfRows.append(accountPlaces[row.account] ?? 0)
        others.append(UInt32(truncatingIfNeeded: row.other))
        texts.append(UInt32(truncatingIfNeeded: row.text))
        categoriesSaid.append(UInt32(truncatingIfNeeded: row.category))
        marks.append(marks(of: row))
    }

    /// Inserts rows at their position in time.
    private mutating func insert(_ rows: [Row]) {
        let places = rows.map { row(notBefore: $0.position) }
        times.insert(rows.map(\.position.time.microseconds), at: places)
        keys.insert(rows.map(\.position.key.number), at: places)
        amounts.insert(rows.map(\.amount), at: places)
        balances.insert(rows.map { _ in 0 }, at: places)
        accountsOfRows.insert(rows.map { accountPlaces[$0.account] ?? 0 }, at: places)
        others.insert(rows.map { UInt32(truncatingIfNeeded: $0.other) }, at: places)
        texts.insert(rows.map { UInt32(truncatingIfNeeded: $0.text) }, at: places)
        categoriesSaid.insert(rows.map { UInt32(truncatingIfNeeded: $0.category) }, at: places)
        marks.insert(rows.map(marks(of:)), at: places)
        firstUnbalanced = 0
        rules.forget(from: places.first ?? 0)
    }

    /// Computes the balances of rows added since the last call.
    mutating func balance() {
        if firstUnbalanced == 0 { closing = closing.map { _ in 0 } }
        for row in firstUnbalanced..<count {
            let account = Int(accountsOfRows[row])
            let isCounted = marks[row] & Mark.withdrawn == 0
            let change = !isCounted ? 0 : marks[row] & Mark.income == 0 ? 0 &- amounts[row] : amounts[row]
            // The sum wraps around where ledger would have refused backdated transfers in this order.
            closing[account] &+= change
            balances[row] = closing[account]
        }
        firstUnbalanced = count
    }
}

extension Array {
    /// Inserts values, each before the element that is now at its place.
    ///
    /// - Parameter places: In ascending order, one for each value.
    fileprivate mutating func insert(_ values: [Element], at places: [Int]) {
        var whole: [Element] = []
        whole.reserveCapacity(count + values.count)
        var done = 0
        for (value, place) in zip(values, places) {
            whole += self[done..<place]
            whole.append(value)
            done = place
        }
        whole += self[done...]
        self = whole
    }
}
