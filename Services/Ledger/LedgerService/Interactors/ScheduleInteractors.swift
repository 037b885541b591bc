import Coordination
import Domain
import Signals

import struct Storage.KeyedRequest

/// Sets up a transfer for days to come.
struct MakeScheduleInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let from: String
        let to: String
        let amount: Money
        let description: String
        let start: CalendarDay
        let every: Schedule.Every?
        let times: Int?
        let until: CalendarDay?
        let code: String?
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let store: any LedgerStore
    let gate: CodeGate
    /// Rung when there is something to be done by the clock that was not there before.
    let bell: Bell
    /// Makes ids that nobody guesses.
    let makeID: @Sendable () -> String

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `conflict`,
    ///   `notFound`, `sameAccount`, `currencyMismatch`, `accountClosed`, `limitExceeded`, `confirmationRequired`,
    ///   `wrongCode`, `tooManyAttempts`.
    func execute(_ request: Request, context: SignalContext) async throws -> ScheduleReport {
        let user = try context.caller.requireUser().userID
        try check(request)
        let report = try await gate.pass(with: request.code, context: context) { proof in
            try await store.write(deadline: context.deadline, weight: 1) { books in
                try books.onceValue(request.keyed) {
                    try make(request, of: user, proved: proof, in: books)
                }
            }.get()
        }
        bell.ring()
        return report
    }

    private func check(_ request: Request) throws(Fault) {
        try LedgerLimits.check(request.amount)
        try LedgerLimits.check(request.description, field: "description", limit: LedgerLimits.descriptionLength)
        if let every = request.every {
            guard Recurrence.counts.contains(every.count) else {
                throw Fault.invalidArgument("every.count", "must be 1 to \(Recurrence.counts.upperBound)")
            }
            if let times = request.times, !(1...LedgerLimits.timesPerSchedule).contains(times) {
                throw Fault.invalidArgument("times", "must be 1 to \(LedgerLimits.timesPerSchedule)")
            }
        } else {
            guard request.times == nil else { throw Fault.invalidArgument("times", "only goes with every") }
            guard request.until == nil else { throw Fault.invalidArgument("until", "only goes with every") }
        }
        if let until = request.until, until < request.start {
            throw Fault.invalidArgument("until", "must not lie before start")
        }
    }

    private func make(
        _ request: Request, of user: String, proved proof: Proof, in books: any LedgerBooks
    ) throws -> ScheduleReport {
        // Not among the checks above: the same request, asked again tomorrow, must find what it made today.
        guard request.start >= (try books.orders.zone(of: user).day(at: books.now)) else {
            throw Fault.invalidArgument("start", "must be today or later")
        }
        let (giver, _) = try StandingOrderRules.accounts(
            from: request.from, to: request.to, currency: request.amount.currency, of: user, in: books)
        guard giver.status != .closed else {
            throw Fault(.accountClosed, "The account is closed.", field: "from")
        }
        let active = try books.orders.schedules(of: user, active: true, limit: LedgerLimits.schedulesPerUser)
        guard active.count < LedgerLimits.schedulesPerUser else {
            throw Fault.tooMany("schedules", LedgerLimits.schedulesPerUser)
        }
        try LimitRules.require(
            proof, for: request.amount, from: giver,
            request.every == nil
                ? "\(request.amount) to \(request.to) on \(request.start)"
                : "\(request.amount) to \(request.to), again and again")
        let schedule = Schedule(
            id: makeID(), owner: user, from: request.from, to: request.to, amount: request.amount,
            description: request.description, start: request.start, every: request.every, times: request.times,
            until: request.until, createdAt: books.now)
        try books.orders.put(schedule)
        try books.orders.put(DueRun(schedule: schedule.id, occurrence: 0, attempt: 0, day: request.start), of: user)
        return ScheduleReport(schedule: schedule, next: request.start)
    }
}

/// Lists the schedules of the user: those that go on by their next day, then the last of those that do not.
struct ListSchedulesInteractor: Interactor {
    let store: any LedgerStore

    /// - Throws: ``Fault`` `unauthenticated`, `permissionDenied`.
    func execute(_ request: Void, context: SignalContext) async throws -> [ScheduleReport] {
        let user = try context.caller.requireUser().userID
        return try await store.readOrders { orders in
            let active = try orders.schedules(of: user, active: true, limit: LedgerLimits.schedulesPerUser)
                .map { ScheduleReport(schedule: $0, next: try orders.dueRuns(of: $0.id).first?.day) }
            let past = try orders.schedules(of: user, active: false, limit: LedgerLimits.pastPerList)
                .map { ScheduleReport(schedule: $0, next: nil) }
            return active.sorted {
                ($0.next ?? Recurrence.lastDay, $0.schedule.id) < ($1.next ?? Recurrence.lastDay, $1.schedule.id)
            }
                + past
        }
    }
}

/// Ends, pauses or resumes a schedule. What was to be tried again is not, and days that pass during a pause are skipped.
struct ChangeScheduleInteractor: Interactor {
    /// What becomes of it.
    enum Change: Sendable { case cancel, pause, resume }

    /// What is asked.
    struct Request: Sendable {
        let id: String
        /// The request by its key, if it has one.
        let keyed: KeyedRequest?
    }

    let change: Change
    let store: any LedgerStore
    /// Rung when there is something to be done by the clock that was not there before.
    let bell: Bell

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `conflict` (also for one that is over),
    ///   `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> ScheduleReport {
        let user = try context.caller.requireUser().userID
        let report = try await store.write(deadline: context.deadline, weight: 1) { books in
            try books.onceValue(request.keyed) {
                guard var schedule = try books.orders.schedule(request.id), schedule.owner == user else {
                    throw Fault.noSchedule
                }
                switch change {
                case .cancel: try cancel(&schedule, in: books)
                case .pause: try pause(&schedule, in: books)
                case .resume: try resume(&schedule, in: books)
                }
                return ScheduleReport(schedule: schedule, next: try books.orders.dueRuns(of: schedule.id).first?.day)
            }
        }.get()
        bell.ring()
        return report
    }

    private func cancel(_ schedule: inout Schedule, in books: any LedgerBooks) throws {
        guard schedule.status.isOpen else { return }
        for due in try books.orders.dueRuns(of: schedule.id) { try books.orders.remove(due) }
        schedule.status = .cancelled
        try books.orders.put(schedule)
    }

    private func pause(_ schedule: inout Schedule, in books: any LedgerBooks) throws {
        guard schedule.status.isOpen else { throw Fault(.conflict, "The schedule is over.", field: "id") }
        guard schedule.status == .active else { return }
        let waiting = try books.orders.dueRuns(of: schedule.id)
        for due in waiting { try books.orders.remove(due) }
        // Of one whose last occurrence waits to be tried again, nothing is left to resume.
        schedule.pausedBefore =
            waiting.first { $0.attempt == 0 }?.occurrence
            ?? waiting.map { $0.occurrence + 1 }.max()
        schedule.status = .paused
        try books.orders.put(schedule)
    }

    private func resume(_ schedule: inout Schedule, in books: any LedgerBooks) throws {
        guard schedule.status.isOpen else { throw Fault(.conflict, "The schedule is over.", field: "id") }
        guard schedule.status == .paused else { return }
        let today = try books.orders.zone(of: schedule.owner).day(at: books.now)
        let next = schedule.occurrence(from: schedule.pausedBefore ?? 0, notBefore: today)
        schedule.pausedBefore = nil
        if let next, let day = schedule.day(of: next) {
            schedule.status = .active
            try books.orders.put(
                DueRun(schedule: schedule.id, occurrence: next, attempt: 0, day: day), of: schedule.owner)
        } else {
            schedule.status = .ended
        }
        try books.orders.put(schedule)
    }
}

/// Tells what happened at each occurrence of a schedule, the newest first.
struct ListScheduleRunsInteractor: Interactor {
    /// What is asked.
    struct Request: Sendable {
        let id: String
        let limit: Int?
        let cursor: String?
    }

    /// A page.
    struct Response: Sendable {
        let runs: [ScheduleRun]
        let nextCursor: String?
    }

    let store: any LedgerStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `notFound`.
    func execute(_ request: Request, context: SignalContext) async throws -> Response {
        let user = try context.caller.requireUser().userID
        let paging = try NewestFirst(limit: request.limit, cursor: request.cursor)
        return try await store.readOrders { orders in
            guard let schedule = try orders.schedule(request.id), schedule.owner == user else {
                throw Fault.noSchedule
            }
            let found = try orders.runs(of: schedule.id, before: paging.before, limit: paging.wanted)
            let (page, nextCursor) = paging.cut(found) { $0.number }
            return Response(runs: page.map(\.run), nextCursor: nextCursor)
        }
    }
}

extension Fault {
    /// The schedule is not there, or not the caller's to see.
    fileprivate static var noSchedule: Fault { Fault(.notFound, "You have no schedule of this id.", field: "id") }
}
