import Domain

@testable import HistoryService

// Sums for reports, moment by moment over all movements.
extension InMemoryHistoryTransaction {
    func sums(
        of filter: MovementFilter, userID: String, by grouping: ReportGrouping, before moments: [Instant]
    ) throws -> [ReportSum] {
        var sums: [ReportSum] = []
        for movement in listed(of: userID) where means(filter, movement) {
            let key: ReportKey
            switch grouping {
            case .account:
                guard let account = account(movement.accountID, of: userID) else { continue }
                key = .account(account)
            case .category(let depth): key = .category(movement.category.map { CategoryPath($0, depth: depth) })
            }
            let currency = movement.amount.currency
            if !sums.contains(where: { $0.key == key && $0.currency == currency }) {
                guard sums.count < ReportLimit.mostRows else { throw ReportLimit.fault }
                let zero = moments.map { _ in Int128(0) }
                sums.append(ReportSum(key: key, currency: currency, income: zero, expense: zero))
            }
            for index in sums.indices where sums[index].key == key && sums[index].currency == currency {
                for (place, moment) in moments.enumerated() where movement.time < moment {
                    switch movement.key.side {
                    case .income: sums[index].income[place] += Int128(movement.amount.minorUnits)
                    case .expense: sums[index].expense[place] += Int128(movement.amount.minorUnits)
                    }
                }
            }
        }
        return sums
    }
}
