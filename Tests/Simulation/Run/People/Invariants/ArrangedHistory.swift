import Domain
import Signals

extension Invariants {
    /// Rules and filters are those that were acknowledged, a filter finds what it says, and summaries are the sums of
    /// the rows.
    static func arrangedHistory(_ town: TownFacts) -> [String] {
        town.people.flatMap { arranged($0, town) + found($0) + summaries($0, town) }
    }

    private static func arranged(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        var problems: [String] = []
        let rules = town.books.rules[person.index] ?? []
        if person.arranged.rules != rules {
            problems.append("Person \(person.index) has the rules \(rules), and is told \(person.arranged.rules).")
        }
        let filters = (town.books.filters[person.index] ?? [:]).values.sorted { $0.name < $1.name }
        if person.arranged.filters != filters {
            problems.append(
                "Person \(person.index) saved the filters \(filters), and is told \(person.arranged.filters).")
        }
        return problems
    }

    private static func found(_ person: PersonFacts) -> [String] {
        guard let (filter, rows) = person.arranged.found else { return [] }
        let expected = person.history.filter(filter.finds)
        if rows == expected { return [] }
        return [
            "\(filter) of person \(person.index) finds \(rows.count) rows instead of \(expected.count): missing "
                + "\(Set(expected).subtracting(rows).map(\.id).sorted().prefix(5)), too many "
                + "\(Set(rows).subtracting(expected).map(\.id).sorted().prefix(5))."
        ]
    }

    private static func summaries(_ person: PersonFacts, _ town: TownFacts) -> [String] {
        person.arranged.summaries.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { group, rows in
            let told = Dictionary(rows.map { (GroupKey(key: $0.key, currency: $0.currency), GroupSum($0)) }) { $0 + $1 }
            let zones = group == .day || group == .month ? town.zonesNow(of: person.index) : ["UTC"]
            let expected = zones.map { zone in
                Dictionary(person.history.map { (GroupKey($0, by: group, in: zone), GroupSum($0)) }) { $0 + $1 }
            }
            if expected.contains(told), told.count == rows.count { return nil }
            let made = expected.map { sums in sums.map { "\($0.key): \($0.value)" }.sorted() }
            return "The summary by \(group) of person \(person.index) is \(rows); the rows of history make "
                + "\(made), by the clocks of \(zones)."
        }
    }
}

/// What rows are summed up by.
private struct GroupKey: Hashable {
    let key: String?
    let currency: Currency

    init(key: String?, currency: Currency) { (self.key, self.currency) = (key, currency) }

    init(_ row: HistorySignal.Transaction, by group: HistorySignal.SummaryGroup, in zone: String) {
        currency = row.amount.currency
        let day = TownFacts.day(of: row.date, in: zone).description
        key =
            switch group {
            case .day: day
            case .month: String(day.prefix(7))
            case .category: row.category
            case .account: row.account
            }
    }
}

/// Money that came and went, in minor units, and how many rows that were.
private struct GroupSum: Hashable {
    var income: Int64
    var expense: Int64
    var count: Int64

    init(_ row: HistorySignal.SummaryRow) {
        (income, expense, count) = (row.income.minorUnits, row.expense.minorUnits, row.count)
    }

    init(_ row: HistorySignal.Transaction) {
        let units = row.amount.minorUnits
        (income, expense, count) = row.type == .income ? (units, 0, 1) : (0, units, 1)
    }

    static func + (left: GroupSum, right: GroupSum) -> GroupSum {
        var sum = left
        sum.income += right.income
        sum.expense += right.expense
        sum.count += right.count
        return sum
    }
}
