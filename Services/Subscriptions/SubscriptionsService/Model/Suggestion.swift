import Domain
import Signals

/// A charge of somebody's account.
package struct Charge: Hashable, Sendable {
    let transfer: String
    let account: String
    let text: String
    let amount: Money
    let day: CalendarDay

    package init(transfer: String, account: String, text: String, amount: Money, day: CalendarDay) {
        self.transfer = transfer
        self.account = account
        self.text = text
        self.amount = amount
        self.day = day
    }
}

/// Charges of the same kind that come regularly.
package struct Suggestion: Hashable, Sendable {
    /// So many charges at least make a habit.
    static let fewest = 3
    /// Amounts lie within so many tenths of a per cent of their median.
    static let spread: Int64 = 75

    let id: String
    /// The oldest first.
    let charges: [Charge]
    let recurrence: Recurrence
    let service: SubscriptionsSignal.Service?

    /// When the next is to be expected.
    var next: CalendarDay? {
        recurrence.firstIndex(notBefore: last.day.adding(days: 1 + recurrence.slack)).flatMap(recurrence.occurrence)
    }
    var last: Charge { charges[charges.count - 1] }

    /// What regular charges there are among `charges`, those of one kind together.
    static func find(among charges: [Charge]) -> [Suggestion] {
        let groups = Dictionary(grouping: charges) { charge in
            Group(account: charge.account, currency: charge.amount.currency, text: group(of: charge.text))
        }
        return groups.compactMap { group, charges in suggestion(of: group, charges) }
            .sorted { $0.id < $1.id }
    }

    private struct Group: Hashable {
        let account: String
        let currency: Currency
        let text: String
    }

    /// Numbers of orders and dates differ from charge to charge; words do not.
    private static func group(of text: String) -> String {
        let words = Catalogue.plain(text).split(separator: " ").filter { word in !word.contains { $0.isNumber } }
        return words.isEmpty ? Catalogue.plain(text) : words.joined(separator: " ")
    }

    private static func suggestion(of group: Group, _ all: [Charge]) -> Suggestion? {
        guard !group.text.allSatisfy({ $0 == " " }) else { return nil }
        let amounts = all.map(\.amount.minorUnits).sorted()
        let median = amounts[amounts.count / 2]
        // Others of the same name, a film bought beside a subscription to films, are no part of it.
        let like = all.filter {
            abs($0.amount.minorUnits - median) <= median / 1000 * spread + median % 1000 * spread / 1000
        }
        .sorted { ($0.day, $0.transfer) < ($1.day, $1.transfer) }
        guard like.count >= fewest, let rhythm = rhythm(of: like.map(\.day)) else { return nil }
        return Suggestion(
            id: "s" + name(of: "\(group.account)|\(group.currency)|\(group.text)"), charges: like, recurrence: rhythm,
            service: Catalogue.service(namedIn: like[like.count - 1].text))
    }

    private static let rhythms: [(Int, Recurrence.Unit)] = [
        (1, .month), (1, .week), (2, .week), (4, .week), (1, .year), (3, .month), (6, .month), (2, .month), (1, .day),
    ]

    /// The rhythm that every charge keeps, a few days off allowed, counted from the first.
    private static func rhythm(of days: [CalendarDay]) -> Recurrence? {
        for (count, unit) in rhythms {
            guard let recurrence = Recurrence(start: days[0], every: count, unit) else { continue }
            let slack = recurrence.slack
            var index = 0
            let isKept = days.dropFirst().allSatisfy { day in
                index += 1
                guard let expected = recurrence.occurrence(index) else { return false }
                return abs(expected.daysSince1970 - day.daysSince1970) <= slack
            }
            if isKept { return recurrence }
        }
        return nil
    }

    /// FNV-1a of a text: an id that is the same whenever the same is found.
    private static func name(of text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 32)
    }
}

extension Recurrence {
    /// How many days a charge may be off: weekends and holidays move them.
    var slack: Int {
        switch unit {
        case .day: 0
        case .week: 1
        case .month: 3
        case .year: 5
        }
    }
}
