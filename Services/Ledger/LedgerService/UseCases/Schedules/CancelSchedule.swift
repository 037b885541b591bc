import Coordination
import Domain
import Signals

/// Cancels a schedule with its pending retries.
struct CancelSchedule: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict`, `notFound`.
    func answer(
        _ signal: LedgerSignal.CancelSchedule, context: SignalContext
    ) async throws -> LedgerSignal.ScheduleAnswer {
        try await dependencies.change(signal.id, signal, context, by: ScheduleChange.cancel)
    }
}

/// Pauses a schedule. Days that pass during the pause are skipped.
struct PauseSchedule: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict` (also for an ended
    ///   schedule), `notFound`.
    func answer(
        _ signal: LedgerSignal.PauseSchedule, context: SignalContext
    ) async throws -> LedgerSignal.ScheduleAnswer {
        try await dependencies.change(signal.id, signal, context, by: ScheduleChange.pause)
    }
}

/// Resumes a schedule on its first day from today on.
struct ResumeSchedule: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, as ``PauseSchedule``.
    func answer(
        _ signal: LedgerSignal.ResumeSchedule, context: SignalContext
    ) async throws -> LedgerSignal.ScheduleAnswer {
        try await dependencies.change(signal.id, signal, context, by: ScheduleChange.resume)
    }
}

extension LedgerDependencies {
    fileprivate func change<S: Signal>(
        _ id: String, _ signal: S, _ context: SignalContext,
        by change: @escaping @Sendable (inout Schedule, any LedgerTransaction) throws -> Void
    ) async throws -> LedgerSignal.ScheduleAnswer where S.Answer == LedgerSignal.ScheduleAnswer {
        let user = try context.caller.requireUser().userID
        let answer = try await store.once(signal, by: user, context: context) { transaction in
            guard var schedule = try transaction.schedule(id), schedule.owner == user else { throw Fault.noSchedule }
            try change(&schedule, transaction)
            return LedgerSignal.ScheduleAnswer(
                schedule: LedgerSignal.Schedule(schedule, next: try transaction.dueRuns(of: id).first?.day))
        }
        wake()
        return answer
    }
}

/// A change of a schedule.
private enum ScheduleChange {
    @Sendable static func cancel(_ schedule: inout Schedule, _ transaction: any LedgerTransaction) throws {
        guard schedule.status.isOpen else { return }
        for due in try transaction.dueRuns(of: schedule.id) { try transaction.remove(due) }
        schedule.status = .cancelled
        try transaction.put(schedule)
    }

    @Sendable static func pause(_ schedule: inout Schedule, _ transaction: any LedgerTransaction) throws {
        guard schedule.status.isOpen else { throw Fault(.conflict, .scheduleIsOver, field: "id") }
        guard schedule.status == .active else { return }
        let waiting = try transaction.dueRuns(of: schedule.id)
        for due in waiting { try transaction.remove(due) }
        // If only a retry of the last occurrence is left, there is nothing to resume.
        schedule.pausedBefore =
            waiting.first { $0.attempt == 0 }?.occurrence
            ?? waiting.map { $0.occurrence + 1 }.max()
        schedule.status = .paused
        try transaction.put(schedule)
    }

    @Sendable static func resume(_ schedule: inout Schedule, _ transaction: any LedgerTransaction) throws {
        guard schedule.status.isOpen else { throw Fault(.conflict, .scheduleIsOver, field: "id") }
        guard schedule.status == .paused else { return }
        let today = try transaction.zone(of: schedule.owner).day(at: transaction.now)
        let next = schedule.occurrence(from: schedule.pausedBefore ?? 0, notBefore: today)
        schedule.pausedBefore = nil
        if let next, let day = schedule.day(of: next) {
            schedule.status = .active
            try transaction.put(
                DueRun(schedule: schedule.id, occurrence: next, attempt: 0, day: day), of: schedule.owner)
        } else {
            schedule.status = .ended
        }
        try transaction.put(schedule)
    }
}

extension Fault {
    /// The fault for a schedule that is unknown or not the caller's.
    static var noSchedule: Fault { Fault(.notFound, .noSchedule, field: "id") }
}
