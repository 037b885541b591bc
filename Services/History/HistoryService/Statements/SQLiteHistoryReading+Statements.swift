import Domain
import Storage

// Statements are read from the book of the user, like lists: the same rows, the same balances.

extension SQLiteHistoryReading {
    func account(_ id: String, of userID: String) throws -> OwnedAccount? {
        try connection.accounts(of: userID).first { $0.account.id == id }?.account
    }

    func balance(of account: OwnedAccount, before moment: Instant) throws -> Int64 {
        let period = Period(start: nil, end: moment)
        return try withRows(of: account, in: period) { book, rows in
            book.rows(of: rows, before: book.count, limit: 1).first.map { book.balances[$0] } ?? 0
        } ?? 0
    }

    func newestKey() throws -> MovementKey? {
        try connection.first(HistorySQL.newestKey).map(MovementKey.init(number:))
    }

    func movements(
        of account: OwnedAccount, in period: Period, after place: StatementPlace?, upTo newest: MovementKey, limit: Int
    ) throws -> [Movement] {
        try withRows(of: account, in: period) { book, meant in
            let after = place.map { place in
                let position = MovementPosition(time: place.time, key: place.key)
                let row = book.row(notBefore: position)
                return row < book.count && book.position(at: row) == position ? row + 1 : row
            }
            var rows: [Int] = []
            var row = max(meant.rows.lowerBound, after ?? 0)
            while row < meant.rows.upperBound, rows.count < limit {
                if book.keys[row] <= newest.number, book.means(meant, row: row) { rows.append(row) }
                row += 1
            }
            return try movements(at: rows, of: account.userID, in: book)
        } ?? []
    }

    private func withRows<Value: Sendable>(
        of account: OwnedAccount, in period: Period, _ body: (UserBook, BookFilter) throws -> Value
    ) throws -> Value? {
        var filter = MovementFilter()
        filter.accountID = account.id
        filter.period = period
        let found = try withBook(of: account.userID) { book -> Value? in
            guard let rows = try bookFilter(filter, userID: account.userID, in: &book) else { return nil }
            return try body(book, rows)
        }
        return found ?? nil
    }
}
