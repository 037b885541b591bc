import Domain
import Signals

extension LedgerSignal.Rate {
    /// A rate that a user entered.
    init(_ rate: ExchangeRate) {
        self.init(from: rate.from, to: rate.to, rate: rate.rate.description, source: rate.source, asOf: rate.asOf)
    }
}

extension LedgerSignal.Template {
    /// A template of a user.
    init(_ template: TransferTemplate) {
        self.init(
            name: template.name, from: template.from, to: template.to, amount: template.amount,
            description: template.description)
    }
}

extension LedgerSignal.Mandate {
    /// A mandate at a moment.
    ///
    /// - Parameter zone: The zone of the owner, by whose clocks periods are counted.
    init(_ mandate: Mandate, at now: Instant, in zone: TimeZone) {
        func money(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: mandate.amount.currency) }
        self.init(
            id: mandate.id, service: mandate.service, account: mandate.account, amount: mandate.amount,
            per: mandate.period, spent: money(mandate.spent(at: now, in: zone)),
            left: money(mandate.isLive ? mandate.left(at: now, in: zone) : 0),
            periodEndsAt: mandate.counted.current(at: now, in: zone).next(in: zone),
            status: mandate.isLive ? .active : .revoked,
            grantedAt: mandate.grantedAt, revokedAt: mandate.revokedAt)
    }
}

extension LedgerSignal.Schedule {
    /// A schedule of a user.
    ///
    /// - Parameter next: The day on which something of it is done next; nil when nothing is to come.
    init(_ schedule: Schedule, next: CalendarDay?) {
        self.init(
            id: schedule.id, from: schedule.from, to: schedule.to, amount: schedule.amount,
            description: schedule.description, start: schedule.start, every: schedule.every, times: schedule.times,
            until: schedule.until, next: next, done: schedule.done, failed: schedule.failed, status: schedule.status,
            createdAt: schedule.createdAt)
    }
}

extension LedgerSignal.ScheduleRun {
    /// What happened at one attempt.
    init(_ run: ScheduleRun) {
        self.init(
            occurrence: run.occurrence + 1, due: run.due, attempt: run.attempt + 1, at: run.at, transfer: run.transfer,
            fault: run.refusal, reason: run.reason, explanation: run.explanation, nextTry: run.nextTry)
    }
}

extension LedgerSignal.Payee {
    /// A payee of a user.
    ///
    /// - Parameter people: Those who are known; the owner of the account may be among them.
    init(_ payee: Payee, _ account: Account, people: [String: KnownPerson]) {
        self.init(
            name: payee.name, account: account.id, currency: account.currency, status: account.status,
            owner: account.owner.flatMap { people[$0] }?.shownName)
    }
}
