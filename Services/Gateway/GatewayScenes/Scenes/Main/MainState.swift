import Domain
import GatewaySession
import GatewayWords
import Signals

/// What the main scene has.
struct MainState: Sendable {
    /// The accounts, the first opened first.
    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    /// Rates that the person entered.
    var rates: Loadable<[LedgerSignal.Rate]> = .loading
    /// The number of the chosen one.
    var selected = 0
    /// What the chosen one offers.
    var features: Loadable<[LedgerSignal.Feature]> = .loading
    /// The security that looks best; nil when no pattern ends now.
    var best: Loadable<PatternsSignal.BestPattern?> = .loading
    /// Coupons to come, the next first.
    var payments: Loadable<[NextPayment]> = .loading
    /// The next payment of each subscription.
    var subscriptions: Loadable<[NextPayment]> = .loading
    /// Transfers that are set up for days to come.
    var schedules: Loadable<[LedgerSignal.Schedule]> = .loading
    /// What the services had to tell last.
    var inbox: Loadable<NotificationsSignal.Inbox> = .loading
    /// Patterns that end now, the likeliest first.
    var patterns: Loadable<PatternsSignal.PatternList> = .loading
    /// Bonds that are held.
    var holdings: Loadable<BondsSignal.HoldingList> = .loading
    /// What was and will be in the chosen account.
    var money: Loadable<MoneyLine> = .loading
    /// What went in this month, by category.
    var spent: Loadable<[HistorySignal.SummaryRow]> = .loading
    /// The chosen rows of the panes beside the accounts.
    var chosen: [PaneName: Int] = [:]
    /// The day from which days are counted.
    var today: CalendarDay

    /// The chosen account.
    var account: LedgerSignal.Account? {
        guard let all = accounts.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// Whether there is none at all, which is known.
    var hasNoAccount: Bool { accounts.value?.isEmpty == true }

    /// All accounts together; nil while accounts or rates are not known.
    var totals: MoneyTotals? {
        guard let accounts = accounts.value, let rates = rates.value else { return nil }
        return MoneyTotals(of: accounts, rates: rates)
    }

    /// Everything that is due within 30 days, the soonest first.
    var due: [NextPayment] {
        let planned = (schedules.value ?? []).filter { $0.status == .active }.flatMap { schedule in
            schedule.days(from: today, through: today.adding(days: Shortage.days)).map { day in
                NextPayment(
                    date: day, title: schedule.title(among: accounts.value ?? []),
                    amount: Money(minorUnits: -schedule.amount.minorUnits, currency: schedule.amount.currency),
                    isBetweenOwn: accounts.value?.contains { $0.id == schedule.to } == true)
            }
        }
        return (planned + (payments.value ?? []) + (subscriptions.value ?? [])).sorted { $0.date < $1.date }
    }

    /// Where money will not do, the soonest first.
    var shortages: [Shortage] {
        Shortage.all(among: accounts.value ?? [], schedules.value ?? [], from: today)
    }
}

/// A payment to come.
struct NextPayment: Hashable, Sendable {
    let date: CalendarDay
    /// What for.
    let title: Text
    /// How much; below zero what leaves.
    let amount: Money
    /// Whether it stays with the person: a transfer to an account of their own, which no sum counts.
    var isBetweenOwn = false
}

/// An account that holds less than what is set up to leave it.
struct Shortage: Hashable, Sendable {
    /// How far ahead is looked.
    static let days = 30

    let account: LedgerSignal.Account
    /// The first day on which money is missing.
    let day: CalendarDay
    /// What would be there then.
    let balance: Money
    /// What for; nil when it is missing now.
    let payment: Text?

    /// What is missing where, within the next days; transfers between one's own accounts count on both sides.
    static func all(
        among accounts: [LedgerSignal.Account], _ schedules: [LedgerSignal.Schedule], from today: CalendarDay
    ) -> [Shortage] {
        var moves: [(day: CalendarDay, schedule: LedgerSignal.Schedule)] = []
        for schedule in schedules where schedule.status == .active {
            for day in schedule.days(from: today, through: today.adding(days: days)) { moves.append((day, schedule)) }
        }
        moves.sort { $0.day < $1.day }
        return accounts.filter { $0.status != .closed }.compactMap { account in
            var left = account.available.minorUnits
            if left < 0 { return Shortage(account: account, day: today, balance: account.available, payment: nil) }
            for (day, schedule) in moves where schedule.amount.currency == account.currency {
                if schedule.to == account.id {
                    left = left.addingReportingOverflow(schedule.amount.minorUnits).partialValue
                }
                guard schedule.from == account.id else { continue }
                left -= schedule.amount.minorUnits
                if left < 0 {
                    return Shortage(
                        account: account, day: day, balance: Money(minorUnits: left, currency: account.currency),
                        payment: schedule.title(among: accounts))
                }
            }
            return nil
        }.sorted { $0.day < $1.day }
    }
}

extension LedgerSignal.Schedule {
    /// What it is for; where nobody said so, where it goes.
    func title(among accounts: [LedgerSignal.Account]) -> Text {
        guard description.isEmpty else { return Text(verbatim: description) }
        let name = accounts.first { $0.id == to }?.name ?? to
        return Text("transfer to \(name)", "перевод на \(name)")
    }

    /// The days on which it is due, ends included.
    func days(from first: CalendarDay, through last: CalendarDay) -> [CalendarDay] {
        guard let next else { return [] }
        guard let every, let recurrence = Recurrence(start: start, every: every.count, every.unit) else {
            return (first...last).contains(next) ? [next] : []
        }
        var days: [CalendarDay] = []
        var index = recurrence.firstIndex(notBefore: max(first, next))
        while let number = index, let day = recurrence.occurrence(number), day <= last {
            if let until, day > until { break }
            if let times, number >= times { break }
            days.append(day)
            index = number + 1
        }
        return days
    }
}
