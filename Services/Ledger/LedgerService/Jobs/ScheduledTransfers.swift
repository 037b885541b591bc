import Coordination
import Domain
import Reasons
import Signals

/// The job that makes the scheduled transfers that are due, in the order of their days. A transfer and the record of
/// its run share a transaction, so each is made exactly once.
package struct ScheduledTransfers: ScheduledJob {
    /// The most transfers per round, so that other writes do not wait long.
    private static let atATime = 64

    package let name = "scheduled transfers"
    private let store: any LedgerStore

    package init(store: any LedgerStore) { self.store = store }

    /// Returns when the next transfer is due; nil when none is scheduled.
    package func nextDue() async throws -> Instant? {
        try await store.read { try $0.nextDueRun()?.dueAt }
    }

    /// Makes a bounded number of due transfers.
    /// - Returns: True when more may be due.
    package func doDue() async throws -> Bool {
        try await store.write(deadline: nil, weight: Self.atATime) { transaction in
            for _ in 0..<Self.atATime {
                guard let due = try transaction.nextDueRun(), due.dueAt <= transaction.now else { return false }
                try attempt(due.run, in: transaction)
            }
            return true
        }
    }

    private func attempt(_ due: DueRun, in transaction: any LedgerTransaction) throws {
        try transaction.remove(due)
        guard var schedule = try transaction.schedule(due.schedule), schedule.status == .active,
            let day = schedule.day(of: due.occurrence)
        else { return }
        let now = transaction.now
        var run = ScheduleRun(occurrence: due.occurrence, due: day, attempt: due.attempt, at: now)
        do {
            let record = try transaction.attempt { try post(schedule, due, in: transaction) }
            run.transfer = record.id
            schedule.done += 1
        } catch let fault as Fault {
            run.refusal = fault.code.name
            run.reason = fault.message
            run.explanation = Explanation(of: fault)
            schedule.failed += 1
            if due.attempt < DueRun.retryDays.count {
                // Retries are counted from today, not from the due day. After a downtime a refused transfer is thus not
                // retried at once.
                let today = try transaction.zone(of: schedule.owner).day(at: now)
                let next = today.adding(days: DueRun.retryDays[due.attempt])
                run.nextTry = next
                try transaction.put(
                    DueRun(
                        schedule: schedule.id, occurrence: due.occurrence, attempt: due.attempt + 1, day: next),
                    of: schedule.owner)
            }
        }
        if due.attempt == 0, let next = schedule.day(of: due.occurrence + 1) {
            try transaction.put(
                DueRun(schedule: schedule.id, occurrence: due.occurrence + 1, attempt: 0, day: next), of: schedule.owner
            )
        }
        if try transaction.dueRuns(of: schedule.id).isEmpty { schedule.status = .ended }
        try transaction.append(run, of: schedule.id)
        try transaction.put(schedule)
        if run.transfer == nil {
            let event = LedgerEvent.ScheduledTransferFailed(
                userId: schedule.owner, schedule: schedule.id, from: schedule.from, to: schedule.to,
                amount: schedule.amount, description: schedule.description, run: LedgerSignal.ScheduleRun(run))
            try transaction.tell("ledger.scheduledTransferFailed", about: schedule.id, event)
        }
    }

    private func post(_ schedule: Schedule, _ due: DueRun, in transaction: any LedgerTransaction) throws -> LedgerRecord
    {
        let order = TransferOrder(
            kind: .transfer, from: schedule.from, to: schedule.to, amount: schedule.amount,
            description: schedule.description)
        return try TransferRules.post(
            order, of: schedule.owner, in: transaction,
            allowance: .schedule(id: schedule.id, occurrence: due.occurrence + 1))
    }
}
