import Domain
import Hosting
import Reasons
import Signals
import Storage

/// The queries on a snapshot or within a write transaction.
struct SQLiteHistoryReading: HistoryReading {
    let connection: Connection
    let shelf: BookShelf
    /// True when it sees uncommitted changes, which must not enter the books in memory.
    var isWithinWrite = false

    func zone(of userID: String) throws -> TimeZone {
        try PersonZones(connection: connection).name(of: userID).flatMap(TimeZoneDirectory.system.zone) ?? .utc
    }

    func owns(_ accountID: String, userID: String) throws -> Bool {
        try connection.accountNumber(of: accountID, userID: userID) != nil
    }

    func find(
        _ filter: MovementFilter, of userID: String, before end: MovementPosition?, limit: Int
    ) throws -> FoundMovements {
        let found = try withBook(of: userID) { book in
            guard let meant = try bookFilter(filter, userID: userID, in: &book) else { return FoundMovements() }
            let end = end.map(book.row(notBefore:)) ?? book.count
            let rows: [Int]
            let totals: [CurrencyTotal]
            if let known = book.totals[filter] {
                totals = known
                rows = book.rows(of: meant, before: end, limit: limit)
            } else {
                (rows, totals) = book.rowsAndTotals(of: meant, before: end, limit: limit)
                if book.totals.count >= Self.totalsKept { book.totals = [:] }
                book.totals[filter] = totals
            }
            return FoundMovements(movements: try movements(at: rows, of: userID, in: book), totals: totals)
        }
        return found ?? FoundMovements()
    }

    func summary(
        of filter: MovementFilter, userID: String, by group: HistorySignal.SummaryGroup, in zone: TimeZone
    ) throws -> [SummaryRow] {
        var days = LocalDays(in: zone)
        let rows = try withBook(of: userID) { book -> [SummaryRow] in
            guard let meant = try bookFilter(filter, userID: userID, in: &book) else { return [] }
            switch group {
            case .day:
                let times = book.times
                return book.sums(of: meant, by: { days.day(at: Instant(microseconds: times[$0])).daysSince1970 }).map {
                    sum in
                    SummaryRow(key: .day(sum.group), total: sum.total, count: sum.count)
                }
            case .month:
                var last = (day: CalendarDay(daysSince1970: .min), month: 0)
                let times = book.times
                let sums = book.sums(of: meant) { row in
                    let day = days.day(at: Instant(microseconds: times[row]))
                    if day != last.day { last = (day, day.month) }
                    return last.month
                }
                return sums.map { SummaryRow(key: .month($0.group), total: $0.total, count: $0.count) }
            case .category:
                let categories = book.categories
                return try book.sums(of: meant, by: { Int(categories[$0]) }).map { sum in
                    SummaryRow(
                        key: .category(try connection.category(Int64(sum.group))), total: sum.total, count: sum.count)
                }
            case .account:
                let accounts = try connection.accounts(of: userID)
                let columns = book.accountsOfRows
                return book.sums(of: meant, by: { Int(columns[$0]) }).compactMap { sum in
                    accounts.first { $0.number == book.accounts[sum.group].number }.map {
                        SummaryRow(key: .account($0.account), total: sum.total, count: sum.count)
                    }
                }
            }
        }
        return (rows ?? []).sorted(by: SummaryRow.isListed)
    }

    func movements(ofTransfer transferID: String, userID: String) throws -> [Movement] {
        let found = try withBook(of: userID) { book -> [Movement] in
            guard let user = try connection.user(userID) else { return [] }
            let rows = try connection.all(HistorySQL.transfer, transferID, user) { (key: Int64, time: Instant) in
                book.row(notBefore: MovementPosition(time: time, key: MovementKey(number: key)))
            }
            return try movements(at: rows, of: userID, in: book)
        }
        return found ?? []
    }

    func rules(of userID: String) throws -> [CategoryRule] { try connection.preferences(of: userID).rules }
    func filters(of userID: String) throws -> [SavedFilter] { try connection.preferences(of: userID).filters }
    func layouts(of userID: String) throws -> [HistorySignal.StatementLayout] {
        try connection.preferences(of: userID).layouts
    }
    func movementCount() throws -> Int64 { try connection.first(HistorySQL.count) ?? 0 }
    func lastSequence() throws -> Int64 {
        try connection.first(HistorySQL.cursor, SQLiteHistoryStore.source) ?? 0
    }

    private static let totalsKept = 64

    // MARK: Rows

    /// Completes rows of a book with the columns that the book does not have.
    func movements(at rows: [Int], of userID: String, in book: UserBook) throws -> [Movement] {
        let accounts = try connection.accounts(of: userID).reduce(into: [:]) { $0[$1.number] = $1.account }
        var categories: [UInt32: String?] = [:]
        let categoriesOfRows = book.categories
        var found: [Movement] = []
        found.reserveCapacity(rows.count)
        for row in rows {
            let number = categoriesOfRows[row]
            if categories[number] == nil { categories[number] = .some(try connection.category(Int64(number))) }
            guard let account = accounts[book.accounts[Int(book.accountsOfRows[row])].number] else { continue }
            let position = book.position(at: row)
            let movement = try connection.first(HistorySQL.Detail.self, HistorySQL.details, position.key.number) {
                details in
                try Movement(
                    key: position.key, transferID: details[.transfer], userID: userID, accountID: account.id,
                    otherAccountID: details[.otherAccount],
                    amount: Money(minorUnits: book.amounts[row], currency: account.currency),
                    balanceAfter: Money(minorUnits: book.balances[row], currency: account.currency),
                    description: details[.description], category: categories[number] ?? nil,
                    hasOwnCategory: details[.ownCategory], time: position.time, reverses: details[.reverses],
                    reversedBy: details[.reversedBy])
            }
            if let movement { found.append(movement) }
        }
        return found
    }
}
