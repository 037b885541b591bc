import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the main scene.
struct MainState: Sendable {
    /// The accounts, the oldest first.
    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    /// The rates that the user entered.
    var rates: Loadable<[LedgerSignal.Rate]> = .loading
    /// The index of the selected account.
    var selected = 0
    /// The operations available for the selected account.
    var features: Loadable<[LedgerSignal.Feature]> = .loading
    /// The best pattern; nil when no pattern ends now.
    var best: Loadable<PatternsSignal.BestPattern?> = .loading
    /// The upcoming coupons, the next first.
    var payments: Loadable<[NextPayment]> = .loading
    /// The next payment of each subscription.
    var subscriptions: Loadable<[NextPayment]> = .loading
    /// The scheduled transfers.
    var schedules: Loadable<[LedgerSignal.Schedule]> = .loading
    /// The latest notifications.
    var inbox: Loadable<NotificationsSignal.Inbox> = .loading
    /// Patterns that end now, the most probable first.
    var patterns: Loadable<PatternsSignal.PatternList> = .loading
    /// The bonds held.
    var holdings: Loadable<BondsSignal.HoldingList> = .loading
    /// The past and future balance of the selected account.
    var money: Loadable<MoneyLine> = .loading
    /// This month's spending by category.
    var spent: Loadable<[HistorySignal.SummaryRow]> = .loading
    /// The selected rows of the panes beside the accounts.
    var chosen: [PaneName: Int] = [:]
    /// The present day, which days are counted from.
    var today: CalendarDay

    /// The selected account.
    var account: LedgerSignal.Account? {
        guard let all = accounts.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// True once it is known that there is no account.
    var hasNoAccount: Bool { accounts.value?.isEmpty == true }

    /// The total of all accounts; nil while accounts or rates are unknown.
    var totals: MoneyTotals? {
        guard let accounts = accounts.value, let rates = rates.value else { return nil }
        return MoneyTotals(of: accounts, rates: rates)
    }

    /// The payments due within 30 days, the soonest first.
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

    /// The shortages of money, the soonest first.
    var shortages: [Shortage] {
        Shortage.all(among: accounts.value ?? [], schedules.value ?? [], from: today)
    }
}

/// An upcoming payment.
struct NextPayment: Hashable, Sendable {
    let date: CalendarDay
    /// The purpose.
    let title: Text
    /// The amount; negative for an expense.
    let amount: Money
    /// True for a transfer to another account of the user, which no sum includes.
    var isBetweenOwn = false
}

/// An account with less money than its scheduled payments need.
struct Shortage: Hashable, Sendable {
    /// The number of days to look ahead.
    static let days = 30

    let account: LedgerSignal.Account
    /// The first day on which money is missing.
    let day: CalendarDay
    /// The balance on that day.
    let balance: Money
    /// The payment that causes it; nil when money is missing now.
    let payment: Text?

    /// Returns the shortages of the next days. A transfer between own accounts counts on both sides.
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
    /// Returns the description, or without one the payee.
    func title(among accounts: [LedgerSignal.Account]) -> Text {
        guard description.isEmpty else { return Text(verbatim: description) }
        let name = accounts.first { $0.id == to }?.name ?? to
        return Text("transfer to \(name)", "перевод на \(name)")
    }

    /// Returns the due days, both ends included.
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
