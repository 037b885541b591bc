import Coordination
import Domain
import Signals

/// Lists the schedules of the user: the open ones by their next day, then the last ended ones.
struct ListSchedules: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func answer(_ signal: LedgerSignal.Schedules, context: SignalContext) async throws -> LedgerSignal.ScheduleList {
        let user = try context.caller.requireUser().userID
        return try await dependencies.store.read { reading in
            let active = try reading.schedules(of: user, active: true, limit: LedgerLimits.schedulesPerUser)
                .map { LedgerSignal.Schedule($0, next: try reading.dueRuns(of: $0.id).first?.day) }
                .sorted { ($0.next ?? Recurrence.lastDay, $0.id) < ($1.next ?? Recurrence.lastDay, $1.id) }
            let past = try reading.schedules(of: user, active: false, limit: LedgerLimits.pastPerList)
                .map { LedgerSignal.Schedule($0, next: nil) }
            return LedgerSignal.ScheduleList(schedules: active + past)
        }
    }
}

/// Lists the past runs of a schedule, newest first.
struct ListScheduleRuns: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func answer(
        _ signal: LedgerSignal.ScheduleRuns, context: SignalContext
    ) async throws -> LedgerSignal.ScheduleRunList {
        let user = try context.caller.requireUser().userID
        let paging = try NewestFirst(limit: signal.limit, cursor: signal.cursor)
        return try await dependencies.store.read { reading in
            guard let schedule = try reading.schedule(signal.id), schedule.owner == user else {
                throw Fault.noSchedule
            }
            let found = try reading.runs(of: schedule.id, before: paging.before, limit: paging.wanted)
            let (page, nextCursor) = paging.cut(found) { $0.number }
            return LedgerSignal.ScheduleRunList(
                runs: page.map { LedgerSignal.ScheduleRun($0.run) }, nextCursor: nextCursor)
        }
    }
}
