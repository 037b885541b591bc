import Coordination
import Domain
import Signals

@testable import LedgerService

// What people set up: exchange rates, mandates, schedules; and what comes of it.
extension ModelBank {
    struct Mandate {
        let id: String
        let owner: String
        let service: String
        let account: String
        let amount: Money
        let period: LedgerSignal.MandatePeriod
        var isLive = true
        /// What was taken, by the first day of the period it was taken in.
        var spent: [CalendarDay: Int64] = [:]

        func spent(_ now: Instant) -> Int64 {
            spent[period.calendar.start(of: now.dayInUTC), default: 0]
        }

        mutating func spend(_ amount: Int64, _ now: Instant) {
            spent[period.calendar.start(of: now.dayInUTC), default: 0] += amount
        }

        /// What is told of it, but for what was taken, which a repeated answer tells as of now.
        var told: String {
            "\(id) \(service) \(account) \(amount.minorUnits) \(period) \(isLive ? "active" : "revoked")"
        }
    }

    struct Schedule {
        var id: String
        let owner: String
        let from: String
        let to: String
        let amount: Money
        let start: CalendarDay
        let every: LedgerSignal.Every?
        let times: Int?
        var status = "active"
        /// While it is paused: the occurrence that was next.
        var pausedBefore = 0
        /// What happened at each attempt.
        var runs: [String] = []
        var done = 0
        var failed = 0

        /// The day of an occurrence, 0 being the first; nil when there is none.
        func day(_ index: Int) -> CalendarDay? {
            if index >= times ?? (every == nil ? 1 : .max) { return nil }
            guard let every else { return start }
            return Recurrence(start: start, every: every.count, every.unit)?.occurrence(index)
        }
    }

    /// An occurrence that is to be made, or tried again.
    struct Due {
        let schedule: String
        let occurrence: Int
        let attempt: Int
        let day: CalendarDay
    }

    // MARK: Exchange

    mutating func exchange(
        _ from: String, _ to: String, _ money: Money, _ user: String, _ now: Instant
    ) throws(Refusal) -> String {
        let (payer, payee) = (try own(from, user), try own(to, user))
        if from == to { throw Self.refuse(.sameAccount) }
        if money.currency != payer.currency || payer.currency == payee.currency {
            throw Self.refuse(.currencyMismatch)
        }
        try standing([from, to])
        guard let rate = rates["\(user) \(payer.currency) \(payee.currency)"] else { throw Self.refuse(.rateMissing) }
        if !covers(payer, money.minorUnits) { throw Self.refuse(.insufficientFunds) }
        try checkLimits(money.minorUnits, from: payer, now)
        // Both currencies of the model have two decimals.
        let got = money.minorUnits.multipliedFullWidth(by: rate)
        guard got.high == 0, let units = Int64(exactly: got.low / 10_000), units <= LedgerLimits.largestAmount else {
            throw Self.refuse(.amountOverflow)
        }
        if units == 0 { throw Self.refuse(.invalidArgument) }
        spend(money.minorUnits, from: from, on: now.dayInUTC)
        let (mine, theirs) = (world(payer.currency), world(payee.currency))
        var told: [String] = []
        for (payer, payee, amount) in [(from, mine, money.minorUnits), (theirs, to, units)] {
            change(payer) { $0.balance -= amount }
            change(payee) { $0.balance += amount }
            told.append(
                record(
                    Transfer(from: payer, to: payee, amount: amount, status: "posted", kind: "exchange"), user,
                    touched: []))
        }
        return told.joined(separator: " ")
    }

    // MARK: Mandates

    mutating func grant(
        _ service: String, _ id: String, _ money: Money, _ period: LedgerSignal.MandatePeriod, _ user: String,
        _ now: Instant
    ) throws(Refusal) -> String {
        let account = try own(id, user)
        if money.currency != account.currency { throw Self.refuse(.currencyMismatch) }
        if account.status == "closed" { throw Self.refuse(.accountClosed) }
        var mandate = Mandate(
            id: newID(), owner: user, service: service, account: id, amount: money, period: period)
        if let before = mandates.firstIndex(where: { $0.isLive && $0.service == service && $0.account == id }) {
            mandates[before].isLive = false
            // A mandate in place of another is no second allowance.
            if mandates[before].period == period { mandate.spend(mandates[before].spent(now), now) }
        }
        mandates.append(mandate)
        return mandate.told
    }

    mutating func revoke(_ id: String, _ user: String) throws(Refusal) -> String {
        guard let index = mandates.firstIndex(where: { $0.id == id && $0.owner == user }) else {
            throw Self.refuse(.notFound)
        }
        mandates[index].isLive = false
        return mandates[index].told
    }

    mutating func debit(
        _ id: String?, _ account: String?, _ money: Money, by service: String, _ now: Instant
    ) throws(Refusal) -> String {
        guard
            let index = mandates.firstIndex(where: {
                $0.isLive && $0.service == service && ($0.id == id || $0.account == account)
            })
        else { throw Self.refuse(.permissionDenied) }
        let mandate = mandates[index]
        guard let payer = self.account(mandate.account), payer.currency == money.currency else {
            throw Self.refuse(.currencyMismatch)
        }
        let world = world(money.currency)
        let amount = try admit(payer.id, world, money, now)
        if amount > mandate.amount.minorUnits - mandate.spent(now) { throw Self.refuse(.limitExceeded) }
        mandates[index].spend(amount, now)
        return try move(payer.id, world, money, "withdrawal", service, now)
    }

    // MARK: Schedules

    mutating func schedule(_ wanted: Schedule, _ now: Instant) throws(Refusal) -> String {
        if wanted.start < now.dayInUTC { throw Self.refuse(.invalidArgument) }
        let (payer, payee) = (try own(wanted.from, wanted.owner), try receiver(wanted.to))
        if payer.id == payee.id { throw Self.refuse(.sameAccount) }
        if payer.currency != wanted.amount.currency || payer.currency != payee.currency {
            throw Self.refuse(.currencyMismatch)
        }
        if payer.status == "closed" { throw Self.refuse(.accountClosed) }
        var schedule = wanted
        schedule.id = newID()
        schedules.append(schedule)
        due.append(Due(schedule: schedule.id, occurrence: 0, attempt: 0, day: schedule.start))
        return told(schedule)
    }

    mutating func cancel(_ id: String, _ user: String) throws(Refusal) -> String {
        let index = try ownSchedule(id, user)
        if ["active", "paused"].contains(schedules[index].status) { schedules[index].status = "cancelled" }
        due.removeAll { $0.schedule == id }
        return told(schedules[index])
    }

    mutating func pause(_ id: String, _ user: String) throws(Refusal) -> String {
        let index = try ownSchedule(id, user)
        guard ["active", "paused"].contains(schedules[index].status) else { throw Self.refuse(.conflict) }
        if schedules[index].status == "active" {
            let waiting = due.filter { $0.schedule == id }
            schedules[index].pausedBefore =
                waiting.first { $0.attempt == 0 }?.occurrence ?? (waiting.map(\.occurrence).max() ?? 0) + 1
            schedules[index].status = "paused"
            due.removeAll { $0.schedule == id }
        }
        return told(schedules[index])
    }

    mutating func resume(_ id: String, _ user: String, _ now: Instant) throws(Refusal) -> String {
        let index = try ownSchedule(id, user)
        guard ["active", "paused"].contains(schedules[index].status) else { throw Self.refuse(.conflict) }
        if schedules[index].status == "paused" {
            var occurrence = schedules[index].pausedBefore
            while let day = schedules[index].day(occurrence), day < now.dayInUTC { occurrence += 1 }
            let day = schedules[index].day(occurrence)
            schedules[index].status = day == nil ? "ended" : "active"
            if let day { due.append(Due(schedule: id, occurrence: occurrence, attempt: 0, day: day)) }
        }
        return told(schedules[index])
    }

    private func ownSchedule(_ id: String, _ user: String) throws(Refusal) -> Int {
        guard let index = schedules.firstIndex(where: { $0.id == id && $0.owner == user }) else {
            throw Self.refuse(.notFound)
        }
        return index
    }

    /// Makes all scheduled transfers that are due, in the order of their days.
    mutating func makeDue(_ now: Instant) {
        func order(_ due: Due) -> (CalendarDay, String, Int) { (due.day, due.schedule, due.occurrence) }
        while let next = due.indices.min(by: { order(due[$0]) < order(due[$1]) }), due[next].day <= now.dayInUTC {
            make(due.remove(at: next), now)
        }
    }

    private mutating func make(_ due: Due, _ now: Instant) {
        guard let index = schedules.firstIndex(where: { $0.id == due.schedule }) else { return }
        let schedule = schedules[index]
        var run = "\(due.occurrence + 1) \(due.attempt + 1) "
        do throws(Refusal) {
            run += try attempt { bank throws(Refusal) in
                _ = try bank.own(schedule.from, schedule.owner)
                _ = try bank.receiver(schedule.to)
                let told = try bank.move(
                    schedule.from, schedule.to, schedule.amount, "transfer", schedule.owner, now)
                return String(told.prefix { $0 != " " })
            }
            schedules[index].done += 1
        } catch {
            run += error.code.name
            schedules[index].failed += 1
            // After a day, and after two more.
            if due.attempt < 2 {
                self.due.append(
                    Due(
                        schedule: due.schedule, occurrence: due.occurrence, attempt: due.attempt + 1,
                        day: now.dayInUTC.adding(days: due.attempt + 1)))
            }
        }
        if due.attempt == 0, let next = schedule.day(due.occurrence + 1) {
            self.due.append(Due(schedule: due.schedule, occurrence: due.occurrence + 1, attempt: 0, day: next))
        }
        schedules[index].runs.append(run)
        if !self.due.contains(where: { $0.schedule == due.schedule }) { schedules[index].status = "ended" }
    }

    func told(_ schedule: Schedule) -> String {
        let next = due.filter { $0.schedule == schedule.id }.map(\.day).min()
        return "\(schedule.id) \(next.map { "\($0)" } ?? "-") \(schedule.done) \(schedule.failed) \(schedule.status)"
    }
}
