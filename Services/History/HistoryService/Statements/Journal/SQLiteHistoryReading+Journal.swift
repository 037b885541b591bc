import Domain
import Storage

// Journals are read from the book of the user, like statements.

extension SQLiteHistoryReading {
    func accounts(of userID: String) throws -> [OwnedAccount] {
        try connection.accounts(of: userID).sorted { $0.number < $1.number }.map(\.account)
    }

    func categories(of userID: String) throws -> [String] {
        guard let user = try connection.user(userID) else { return [] }
        return try connection.all(HistorySQL.categories, user) { (number: Int64, name: String) in (number, name) }
            .sorted { $0.0 < $1.0 }.map(\.1)
    }

    func lastChange() throws -> Int64 { try connection.first(HistorySQL.lastChange) ?? 0 }

    func hasChanged(since change: Int64, of userID: String, upTo newest: MovementKey) throws -> Bool {
        guard let user = try connection.user(userID) else { return true }
        let isOther = try connection.first(HistorySQL.state, user) {
            (_: Int64, cleared: Int64, rulesChange: Int64, isForgotten: Bool) in
            cleared > change || rulesChange > change || isForgotten
        }
        let changed: Int64? = try connection.first(HistorySQL.changedSince, user, change, newest.number)
        return isOther ?? true || changed != nil
    }

    func outline(of userID: String, in period: Period, upTo newest: MovementKey) throws -> JournalOutline {
        let ids = try connection.accounts(of: userID).reduce(into: [:]) { $0[$1.number] = $1.account.id }
        let found = try withBook(of: userID) { book -> JournalOutline in
            let rows = Self.rows(of: period, in: book)
            let marks = book.marks
            let columns = book.accountsOfRows
            var sums = book.accounts.map { _ in AccountOutline() }
            var isUsed = book.accounts.map { _ in false }
            var whole = JournalOutline()
            var groups: Set<CategoryGroup> = []
            for row in 0..<book.count
            where book.keys[row] <= newest.number && marks[row] & UserBook.Mark.withdrawn == 0 {
                let account = Int(columns[row])
                isUsed[account] = true
                guard row < rows.upperBound else {
                    sums[account].isUsedLater = true
                    continue
                }
                let time = Instant(microseconds: book.times[row])
                let change = marks[row] & UserBook.Mark.income == 0 ? 0 &- book.amounts[row] : book.amounts[row]
                sums[account].closing &+= change
                if sums[account].first == nil { sums[account].first = time }
                sums[account].last = time
                guard row >= rows.lowerBound else {
                    sums[account].opening &+= change
                    continue
                }
                sums[account].lastInPeriod = time
                if whole.first == nil { whole.first = time }
                if marks[row] & UserBook.Mark.own == 0 { groups.insert(try group(of: row, in: book)) }
            }
            for (place, account) in book.accounts.enumerated() where isUsed[place] {
                if let id = ids[account.number] { whole.accounts[id] = sums[place] }
            }
            whole.categories = Set(try groups.map(place))
            return whole
        }
        return found ?? JournalOutline()
    }

    func journalRows(
        of userID: String, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) throws -> [JournalRow] {
        try withBook(of: userID) { book in
            let meant = Self.rows(of: period, in: book)
            var rows: [Int] = []
            var row = meant.lowerBound
            if let place {
                let position = MovementPosition(time: place.time, key: place.key)
                let after = book.row(notBefore: position)
                let isThere = after < book.count && book.position(at: after) == position
                row = max(row, isThere ? after + 1 : after)
            }
            while row < meant.upperBound, rows.count < limit {
                if book.keys[row] <= newest.number, book.marks[row] & UserBook.Mark.withdrawn == 0 { rows.append(row) }
                row += 1
            }
            var places: [CategoryGroup: JournalPlace] = [:]
            return try movements(at: rows, of: userID, in: book).map { movement in
                let row = book.row(notBefore: movement.position)
                guard book.marks[row] & UserBook.Mark.own == 0 else {
                    return JournalRow(movement: movement, kind: book.others[row] == 0 ? .exchange : .own)
                }
                let group = try group(of: row, in: book)
                let known = try places[group] ?? self.place(of: group)
                places[group] = known
                return JournalRow(movement: movement, kind: .outside(known))
            }
        } ?? []
    }

    func exchangeHalf(_ key: MovementKey, of userID: String) throws -> Movement? {
        let found = try withBook(of: userID) { book -> Movement? in
            let time: Instant? = try connection.first(HistorySQL.timeOfExchange, key.number)
            guard let time else { return nil }
            let position = MovementPosition(time: time, key: key)
            let row = book.row(notBefore: position)
            guard row < book.count, book.position(at: row) == position else { return nil }
            return try movements(at: [row], of: userID, in: book).first
        }
        return found ?? nil
    }

    // MARK: Categories of rows

    /// An account of income or expenses, before its category is read.
    private struct CategoryGroup: Hashable {
        let side: Side
        let category: UInt32
    }

    private static func rows(of period: Period, in book: UserBook) -> Range<Int> {
        let start = period.start.map(book.row(notBefore:)) ?? 0
        return start..<max(start, period.end.map(book.row(notBefore:)) ?? book.count)
    }

    /// Returns the account on the other side of a row. A reversal takes back what its transfer did, so it belongs where
    /// that one does, whatever rules and the user say of the reversal.
    private func group(of row: Int, in book: UserBook) throws -> CategoryGroup {
        let marks = book.marks[row]
        let side: Side = marks & UserBook.Mark.income == 0 ? .expense : .income
        let isReversal = marks & (UserBook.Mark.undone | UserBook.Mark.reversed) == UserBook.Mark.undone
        guard isReversal, let reversed = try reversedRow(by: row, in: book) else {
            return CategoryGroup(side: side, category: book.categories[row])
        }
        return CategoryGroup(side: side == .income ? .expense : .income, category: book.categories[reversed])
    }

    private func reversedRow(by row: Int, in book: UserBook) throws -> Int? {
        let key = book.keys[row]
        let found = try connection.first(HistorySQL.reversedRow, key) { (key: Int64, time: Instant) in
            MovementPosition(time: time, key: MovementKey(number: key))
        }
        guard let position = found else { return nil }
        let row = book.row(notBefore: position)
        return row < book.count && book.position(at: row) == position ? row : nil
    }

    private func place(of group: CategoryGroup) throws -> JournalPlace {
        JournalPlace(side: group.side, category: try connection.category(Int64(group.category)))
    }
}
