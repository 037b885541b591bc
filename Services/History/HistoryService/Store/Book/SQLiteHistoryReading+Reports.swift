import Domain
import Storage

// Reports are summed up from the book of the user, in one pass.

extension SQLiteHistoryReading {
    func sums(
        of filter: MovementFilter, userID: String, by grouping: ReportGrouping, before moments: [Instant]
    ) throws -> [ReportSum] {
        let found = try withBook(of: userID) { book -> [ReportSum] in
            // Not before: the book may lead to a newer snapshot.
            let accounts = try connection.accounts(of: userID).reduce(into: [:]) { $0[$1.number] = $1.account }
            guard let meant = try bookFilter(filter, userID: userID, in: &book) else { return [] }
            var places: [Place: Int] = [:]
            var sums: [ReportSum] = []
            let bySums = try book.sums(
                of: meant, by: grouping == .account ? .accounts : .categories,
                before: moments.map(book.row(notBefore:))
            ) { group in
                let key: ReportKey
                switch grouping {
                case .account:
                    let number = book.accounts[Int(group.number)].number
                    guard let account = accounts[number] else { preconditionFailure("A book has known accounts.") }
                    key = .account(account)
                case .category(let depth):
                    key = .category(try connection.category(Int64(group.number)).map { CategoryPath($0, depth: depth) })
                }
                let place = Place(key: key, currency: group.currency)
                if places[place] == nil {
                    guard sums.count < ReportLimit.mostRows else { throw ReportLimit.fault }
                    places[place] = sums.count
                    sums.append(
                        ReportSum(key: key, currency: book.currencies[group.currency], income: [], expense: []))
                }
                // Two places for each sum, the expense first.
                return (places[place] ?? 0) * 2 + (group.isIncome ? 1 : 0)
            }
            for index in sums.indices {
                sums[index].expense = bySums.runningSums(at: index * 2)
                sums[index].income = bySums.runningSums(at: index * 2 + 1)
            }
            return sums
        }
        return found ?? []
    }

    private struct Place: Hashable {
        let key: ReportKey
        let currency: Int
    }
}
