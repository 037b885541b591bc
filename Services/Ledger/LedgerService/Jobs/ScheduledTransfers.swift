import Coordination
import Domain
import Reasons
import Signals

/// Makes the scheduled transfers that are due, in the order of their days, each in a transaction of its own together
/// with the note that it was made: whatever is killed, each is made once.
package struct ScheduledTransfers: DueWork {
    /// How many at a time, so that others are not kept waiting.
    private static let atATime = 64

    package let name = "scheduled transfers"
    private let store: any LedgerStore

    package init(store: any LedgerStore) { self.store = store }

    /// When the next one is due; nil when there is none.
    package func nextDue() async throws -> Instant? {
        try await store.read { try $0.nextDueRun()?.dueAt }
    }

    /// Makes some of those that are due.
    /// - Returns: Whether there may be more.
    package func doDue() async throws -> Bool {
        try await store.write(deadline: nil, weight: Self.atATime) { books in
            for _ in 0..<Self.atATime {
                guard let due = try books.nextDueRun(), due.dueAt <= books.now else { return false }
                try attempt(due.run, in: books)
            }
            return true
        }
    }

    private func attempt(_ due: DueRun, in books: any LedgerBooks) throws {
        try books.remove(due)
        guard var schedule = try books.schedule(due.schedule), schedule.status == .active,
            let day = schedule.day(of: due.occurrence)
        else { return }
        let now = books.now
        var run = ScheduleRun(occurrence: due.occurrence, due: day, attempt: due.attempt, at: now)
        do {
            let posting = try books.attempt { try post(schedule, due, in: books) }
            run.transfer = posting.id
            schedule.done += 1
        } catch let fault as Fault {
            run.refusal = fault.code.name
            run.reason = fault.message
            run.explanation = Explanation(of: fault)
            schedule.failed += 1
            if due.attempt < DueRun.retryDays.count {
                // Counted from today, not from the due day: after a time of being down a refusal is not repeated at
                // once.
                let today = try books.zone(of: schedule.owner).day(at: now)
                let next = today.adding(days: DueRun.retryDays[due.attempt])
                run.nextTry = next
                try books.put(
                    DueRun(
                        schedule: schedule.id, occurrence: due.occurrence, attempt: due.attempt + 1, day: next),
                    of: schedule.owner)
            }
        }
        if due.attempt == 0, let next = schedule.day(of: due.occurrence + 1) {
            try books.put(
                DueRun(schedule: schedule.id, occurrence: due.occurrence + 1, attempt: 0, day: next), of: schedule.owner
            )
        }
        if try books.dueRuns(of: schedule.id).isEmpty { schedule.status = .ended }
        try books.append(run, of: schedule.id)
        try books.put(schedule)
        if run.transfer == nil {
            let event = LedgerEvent.ScheduledTransferFailed(
                userId: schedule.owner, schedule: schedule.id, from: schedule.from, to: schedule.to,
                amount: schedule.amount, description: schedule.description, run: LedgerSignal.ScheduleRun(run))
            try books.tell("ledger.scheduledTransferFailed", about: schedule.id, event)
        }
    }

    private func post(_ schedule: Schedule, _ due: DueRun, in books: any LedgerBooks) throws -> Posting {
        let order = TransferOrder(
            kind: .transfer, from: schedule.from, to: schedule.to, amount: schedule.amount,
            description: schedule.description)
        return try TransferRules.post(
            order, of: schedule.owner, in: books,
            allowance: .schedule(id: schedule.id, occurrence: due.occurrence + 1))
    }
}
