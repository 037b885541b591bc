import Coordination
import Domain
import Signals

/// Shows what people set up beside the books.
struct OrderPresenter {
    /// What the time is; periods and days are those of this moment.
    let now: Instant
    /// Whose clocks periods are counted by.
    var zone = TimeZone.utc

    func present(_ rate: ExchangeRate) -> LedgerSignal.Rate {
        LedgerSignal.Rate(
            from: rate.from, to: rate.to, rate: rate.rate.description, source: rate.source, asOf: rate.asOf)
    }

    func present(_ template: TransferTemplate) -> LedgerSignal.Template {
        LedgerSignal.Template(
            name: template.name, from: template.from, to: template.to, amount: template.amount,
            description: template.description)
    }

    func present(_ mandate: Mandate) -> LedgerSignal.Mandate {
        func money(_ minorUnits: Int64) -> Money {
            Money(minorUnits: minorUnits, currency: mandate.amount.currency)
        }
        return LedgerSignal.Mandate(
            id: mandate.id, service: mandate.service, account: mandate.account, amount: mandate.amount,
            per: present(mandate.period), spent: money(mandate.spent(at: now, in: zone)),
            left: money(mandate.isLive ? mandate.left(at: now, in: zone) : 0),
            periodEndsAt: mandate.counted.current(at: now, in: zone).next(in: zone),
            status: mandate.isLive ? .active : .revoked,
            grantedAt: mandate.grantedAt, revokedAt: mandate.revokedAt)
    }

    func present(_ report: LimitsReport) -> LedgerSignal.Limits {
        func money(_ minorUnits: Int64?) -> Money? {
            minorUnits.map { Money(minorUnits: $0, currency: report.currency) }
        }
        return LedgerSignal.Limits(
            account: report.account, perTransfer: money(report.limits.perTransfer), daily: money(report.limits.daily),
            confirmAbove: money(report.limits.confirmAbove),
            spentToday: Money(minorUnits: report.spent, currency: report.currency),
            leftToday: money(report.limits.daily.map { max(0, $0 - report.spent) }),
            resetsAt: report.resetsAt ?? report.asOf.dayInUTC.adding(days: 1).startInUTC)
    }

    func present(_ report: ScheduleReport) -> LedgerSignal.Schedule {
        let schedule = report.schedule
        return LedgerSignal.Schedule(
            id: schedule.id, from: schedule.from, to: schedule.to, amount: schedule.amount,
            description: schedule.description, start: schedule.start,
            every: schedule.every.map { LedgerSignal.Every(count: $0.count, unit: $0.unit) }, times: schedule.times,
            until: schedule.until, next: report.next, done: schedule.done, failed: schedule.failed,
            status: present(schedule.status), createdAt: schedule.createdAt)
    }

    func present(_ run: ScheduleRun) -> LedgerSignal.ScheduleRun {
        LedgerSignal.ScheduleRun(
            occurrence: run.occurrence + 1, due: run.due, attempt: run.attempt + 1, at: run.at, transfer: run.transfer,
            fault: run.refusal, reason: run.reason, nextTry: run.nextTry)
    }

    private func present(_ period: CalendarPeriod) -> LedgerSignal.MandatePeriod {
        switch period {
        case .day: .day
        case .week: .week
        case .month: .month
        case .year: .year
        }
    }

    private func present(_ status: Schedule.Status) -> LedgerSignal.ScheduleStatus {
        switch status {
        case .active: .active
        case .paused: .paused
        case .ended: .ended
        case .cancelled: .cancelled
        }
    }
}
