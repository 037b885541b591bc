import Domain
import Signals

/// A charge of an account.
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

/// Similar charges that recur regularly.
package struct Suggestion: Hashable, Sendable {
    /// The smallest number of charges that count as a rhythm.
    static let fewest = 3
    /// The largest deviation of an amount from the median, in tenths of a per cent.
    static let spread: Int64 = 75

    let id: String
    /// The charges, oldest first.
    let charges: [Charge]
    let recurrence: Recurrence
    let service: SubscriptionsSignal.Service?

    /// The day when the next charge is expected.
    var next: CalendarDay? {
        recurrence.firstIndex(notBefore: last.day.adding(days: 1 + recurrence.slack)).flatMap(recurrence.occurrence)
    }
    var last: Charge { charges[charges.count - 1] }

    /// Returns the regular charges among `charges`, grouped by kind.
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

    /// Returns the words of a text without numbers: order numbers and dates differ from charge to charge, words do not.
    private static func group(of text: String) -> String {
        let words = Catalogue.plain(text).split(separator: " ").filter { word in !word.contains { $0.isNumber } }
        return words.isEmpty ? Catalogue.plain(text) : words.joined(separator: " ")
    }

    private static func suggestion(of group: Group, _ all: [Charge]) -> Suggestion? {
        guard !group.text.allSatisfy({ $0 == " " }) else { return nil }
        let amounts = all.map(\.amount.minorUnits).sorted()
        let median = amounts[amounts.count / 2]
        // Charges under the same name with other amounts, such as a film bought beside a film subscription, are left
        // out.
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

    /// Returns the rhythm that every charge keeps, counted from the first charge and within the slack of a few days.
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

    /// Returns the FNV-1a hash of a text: a stable id for the same finding.
    private static func name(of text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 32)
    }
}

extension Recurrence {
    /// The number of days that a charge may be off, because weekends and holidays move charges.
    var slack: Int {
        switch unit {
        case .day: 0
        case .week: 1
        case .month: 3
        case .year: 5
        }
    }
}
