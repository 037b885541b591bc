import Coordination
import Domain
import Reasons
import Signals

/// Sets up a schedule.
struct MakeSchedule: UseCase {
    let dependencies: LedgerDependencies

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`, `limitExceeded`, `confirmationRequired`,
    ///   `wrongCode`, `tooManyAttempts`.
    func answer(_ signal: LedgerSignal.MakeSchedule, context: SignalContext) async throws -> LedgerSignal.ScheduleAnswer
    {
        let user = try context.caller.requireUser().userID
        try check(signal)
        let answer = try await dependencies.gate.pass(with: signal.code, context: context) { proof in
            try await dependencies.store.once(signal, by: user, context: context) { transaction in
                LedgerSignal.ScheduleAnswer(schedule: try make(signal, of: user, proved: proof, in: transaction))
            }
        }
        dependencies.wake()
        return answer
    }

    private func check(_ signal: LedgerSignal.MakeSchedule) throws(Fault) {
        try LedgerLimits.check(signal.amount)
        try LedgerLimits.check(signal.description ?? "", field: "description", limit: LedgerLimits.descriptionLength)
        if let every = signal.every {
            guard Recurrence.counts.contains(every.count) else {
                throw Fault.invalidArgument(
                    "every.count", .mustBeBetween, ["least": 1, "most": .number(Recurrence.counts.upperBound)])
            }
            if let times = signal.times, !(1...LedgerLimits.timesPerSchedule).contains(times) {
                throw Fault.invalidArgument(
                    "times", .mustBeBetween, ["least": 1, "most": .number(LedgerLimits.timesPerSchedule)])
            }
        } else {
            guard signal.times == nil else { throw Fault.invalidArgument("times", .onlyGoesWith, ["other": "every"]) }
            guard signal.until == nil else { throw Fault.invalidArgument("until", .onlyGoesWith, ["other": "every"]) }
        }
        if let until = signal.until, until < signal.start {
            throw Fault.invalidArgument("until", .mustNotBeBefore, ["other": "start"])
        }
    }

    private func make(
        _ signal: LedgerSignal.MakeSchedule, of user: String, proved proof: Proof, in transaction: any LedgerTransaction
    ) throws -> LedgerSignal.Schedule {
        // Checked here and not above: the same signal, repeated tomorrow, must find what it made today.
        guard signal.start >= (try transaction.zone(of: user).day(at: transaction.now)) else {
            throw Fault.invalidArgument("start", .mustBeTodayOrLater)
        }
        let (payer, _) = try StandingOrderRules.accounts(
            from: signal.from, to: signal.to, currency: signal.amount.currency, of: user, in: transaction)
        guard payer.status != .closed else {
            throw Fault(.accountClosed, .accountIsClosed, field: "from")
        }
        let active = try transaction.schedules(of: user, active: true, limit: LedgerLimits.schedulesPerUser)
        guard active.count < LedgerLimits.schedulesPerUser else {
            throw Fault.tooMany(.schedules, LedgerLimits.schedulesPerUser)
        }
        try LimitRules.require(
            proof, for: signal.amount, from: payer, signal.every == nil ? .toPayOn : .toPayAgainAndAgain,
            ["account": .text(signal.to), "day": .text("\(signal.start)")])
        let schedule = Schedule(
            id: dependencies.makeID(), owner: user, from: signal.from, to: signal.to, amount: signal.amount,
            description: signal.description ?? "", start: signal.start, every: signal.every, times: signal.times,
            until: signal.until, createdAt: transaction.now)
        try transaction.put(schedule)
        try transaction.put(DueRun(schedule: schedule.id, occurrence: 0, attempt: 0, day: signal.start), of: user)
        return LedgerSignal.Schedule(schedule, next: signal.start)
    }
}
