import Domain
import Reasons
import Storage

extension SQLiteHistoryReading {
    func similar(
        to wanted: [DailyChange: Int], in account: OwnedAccount, except taken: Set<String>, in zone: TimeZone
    ) throws -> [DailyChange: [SimilarMovement]] {
        let found = try withBook(of: account.userID) { book -> [DailyChange: [SimilarMovement]] in
            guard let number = try connection.accountNumber(of: account.id, userID: account.userID),
                let place = book.accountPlaces[number]
            else { return [:] }
            var found: [DailyChange: [SimilarMovement]] = [:]
            for day in Set(wanted.keys.map(\.day)) {
                let end = book.row(notBefore: zone.start(of: day.adding(days: 1)))
                for row in book.row(notBefore: zone.start(of: day))..<end where book.accountsOfRows[row] == place {
                    let marks = book.marks[row]
                    guard marks & UserBook.Mark.undone == 0 else { continue }
                    let amount = book.amounts[row]
                    let change = DailyChange(day: day, change: marks & UserBook.Mark.income == 0 ? -amount : amount)
                    guard let count = wanted[change], found[change]?.count ?? 0 < count + Self.moreToChooseFrom,
                        let movement = try similarMovement(at: row, in: book), !taken.contains(movement.transferID)
                    else { continue }
                    found[change, default: []].append(movement)
                }
            }
            return found
        }
        return found ?? [:]
    }

    private func similarMovement(at row: Int, in book: borrowing UserBook) throws -> SimilarMovement? {
        let position = book.position(at: row)
        return try connection.first(HistorySQL.Detail.self, HistorySQL.details, position.key.number) { details in
            try SimilarMovement(
                transferID: details[.transfer], time: position.time, description: details[.description])
        }
    }
}
