import Domain
import Signals

extension LedgerSignal.Rate {
    /// Creates the answer for a rate.
    init(_ rate: ExchangeRate) {
        self.init(from: rate.from, to: rate.to, rate: rate.rate.description, source: rate.source, asOf: rate.asOf)
    }
}

extension LedgerSignal.Template {
    /// Creates the answer for a template.
    init(_ template: TransferTemplate) {
        self.init(
            name: template.name, from: template.from, to: template.to, amount: template.amount,
            description: template.description)
    }
}

extension LedgerSignal.Mandate {
    /// Creates the answer for a mandate at a moment.
    ///
    /// - Parameter zone: The time zone of the owner, in which periods are counted.
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
    /// Creates the answer for a schedule.
    ///
    /// - Parameter next: The day of the next run; nil when none is left.
    init(_ schedule: Schedule, next: CalendarDay?) {
        self.init(
            id: schedule.id, from: schedule.from, to: schedule.to, amount: schedule.amount,
            description: schedule.description, start: schedule.start, every: schedule.every, times: schedule.times,
            until: schedule.until, next: next, done: schedule.done, failed: schedule.failed, status: schedule.status,
            createdAt: schedule.createdAt)
    }
}

extension LedgerSignal.ScheduleRun {
    /// Creates the answer for a past run.
    init(_ run: ScheduleRun) {
        self.init(
            occurrence: run.occurrence + 1, due: run.due, attempt: run.attempt + 1, at: run.at, transfer: run.transfer,
            fault: run.refusal, reason: run.reason, explanation: run.explanation, nextTry: run.nextTry)
    }
}

extension LedgerSignal.Payee {
    /// Creates the answer for a saved payee.
    ///
    /// - Parameter people: Known users, possibly with the owner of the account.
    init(_ payee: Payee, _ account: Account, people: [String: KnownPerson]) {
        self.init(
            name: payee.name, account: account.id, currency: account.currency, status: account.status,
            owner: account.owner.flatMap { people[$0] }?.shownName)
    }
}
