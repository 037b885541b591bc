import Coordination
import Domain
import Reasons

extension LedgerSignal {
    /// How often something comes again.
    public struct Every: Codable, Hashable, Sendable {
        /// How many units, 1 to 1,000.
        public let count: Int
        /// Of what.
        public let unit: Recurrence.Unit

        public init(count: Int, unit: Recurrence.Unit) {
            self.count = count
            self.unit = unit
        }
    }

    /// Whether a schedule goes on.
    public enum ScheduleStatus: String, Codable, CaseIterable, Hashable, Sendable {
        /// More is to come.
        case active
        /// Nothing is made of it until its user resumes it.
        case paused
        /// All of it has been.
        case ended
        /// Its user has ended it.
        case cancelled

        /// True while more is to come, also once a pause is over.
        public var isOpen: Bool { self == .active || self == .paused }
    }

    /// A transfer that is made at the start of a future day in the user's time zone, once or repeatedly.
    public struct Schedule: Codable, Hashable, Sendable {
        /// The id.
        public let id: String
        /// The payer.
        public let from: String
        /// The payee.
        public let to: String
        /// How much, each time.
        public let amount: Money
        /// The purpose; may be empty.
        public let description: String
        /// The first day. All others are counted from it.
        public let start: CalendarDay
        /// How often; absent for once.
        public let every: Every?
        /// How many times in all; absent for no end.
        public let times: Int?
        /// The last possible day; absent for no end.
        public let until: CalendarDay?
        /// The day of the next transfer or retry; absent when there is none.
        public let next: CalendarDay?
        /// How many times it was made.
        public let done: Int
        /// How many attempts were refused.
        public let failed: Int
        /// Whether it goes on.
        public let status: ScheduleStatus
        /// When it was set up.
        public let createdAt: Instant

        public init(
            id: String, from: String, to: String, amount: Money, description: String, start: CalendarDay,
            every: Every?, times: Int?, until: CalendarDay?, next: CalendarDay?, done: Int, failed: Int,
            status: ScheduleStatus, createdAt: Instant
        ) {
            self.id = id
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.start = start
            self.every = every
            self.times = times
            self.until = until
            self.next = next
            self.done = done
            self.failed = failed
            self.status = status
            self.createdAt = createdAt
        }
    }

    /// One schedule.
    public struct ScheduleAnswer: Codable, Hashable, Sendable {
        /// The schedule as it is now.
        public let schedule: Schedule

        public init(schedule: Schedule) {
            self.schedule = schedule
        }
    }

    /// Schedules a transfer at the start of a future day in the user's time zone, once or repeatedly.
    ///
    /// An amount above the account's `confirmAbove` needs a code now, and none when the transfer is made.
    /// - Answer: ``ScheduleAnswer``.
    /// - Faults, first match wins: `invalidArgument`, `conflict`, `notFound`, `sameAccount`, `currencyMismatch`,
    ///   `accountClosed`, `limitExceeded` (100 active schedules a user), `confirmationRequired`, `wrongCode`,
    ///   `tooManyAttempts`.
    public struct MakeSchedule: Signal {
        public typealias Answer = ScheduleAnswer
        public static let method: SignalMethod = "ledger.schedule"
        public static let summary = "Schedules a transfer for a future day, once or recurring."

        /// The payer, one of the user's accounts.
        public let from: String
        /// The payee.
        public let to: String
        /// How much, more than zero.
        public let amount: Money
        /// The first day, today or later.
        public let start: CalendarDay
        /// The purpose, at most 500 characters.
        public let description: String?
        /// How often; once when absent.
        public let every: Every?
        /// How many times in all, 1 to 10,000.
        public let times: Int?
        /// The last day it may happen on.
        public let until: CalendarDay?
        /// A code of the authenticator app, when one is needed.
        public let code: String?

        public init(
            from: String, to: String, amount: Money, description: String? = nil, start: CalendarDay,
            every: Every? = nil, times: Int? = nil, until: CalendarDay? = nil, code: String? = nil
        ) {
            self.from = from
            self.to = to
            self.amount = amount
            self.description = description
            self.start = start
            self.every = every
            self.times = times
            self.until = until
            self.code = code
        }
    }

    /// Lists the schedules of the user: active ones by their next day, then the last 100 inactive ones.
    ///
    /// - Answer: ``ScheduleList``.
    public struct Schedules: Signal {
        public typealias Answer = ScheduleList
        public static let method: SignalMethod = "ledger.schedules"
        public static let summary = "Lists your scheduled transfers."
        public static let effect = SignalEffect.reads

        public init() {}
    }

    /// Schedules.
    public struct ScheduleList: Codable, Hashable, Sendable {
        /// Those that go on first.
        public let schedules: [Schedule]

        public init(schedules: [Schedule]) {
            self.schedules = schedules
        }
    }

    /// Cancels a schedule and its pending retries. Cancelling twice changes nothing.
    ///
    /// - Answer: ``ScheduleAnswer``.
    /// - Faults, first match wins: `conflict`, `notFound`.
    public struct CancelSchedule: Signal {
        public typealias Answer = ScheduleAnswer
        public static let method: SignalMethod = "ledger.cancelSchedule"
        public static let summary = "Ends a scheduled transfer."

        /// The id of the schedule.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// Pauses a schedule: nothing is made of it, nor tried again, until it is resumed. A second time changes nothing.
    ///
    /// - Answer: ``ScheduleAnswer``.
    /// - Faults, first match wins: `conflict` (also for one that is over), `notFound`.
    public struct PauseSchedule: Signal {
        public typealias Answer = ScheduleAnswer
        public static let method: SignalMethod = "ledger.pauseSchedule"
        public static let summary = "Pauses a scheduled transfer; its days are skipped meanwhile."

        /// The id of the schedule.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// Resumes a schedule with its first day from today on. Days that passed during the pause are skipped and not made
    /// up for; they count among `times`. It has ended if no day is left. A second time changes nothing.
    ///
    /// - Answer: ``ScheduleAnswer``.
    /// - Faults, first match wins: `conflict` (also for one that is over), `notFound`.
    public struct ResumeSchedule: Signal {
        public typealias Answer = ScheduleAnswer
        public static let method: SignalMethod = "ledger.resumeSchedule"
        public static let summary = "Resumes a paused scheduled transfer."

        /// The id of the schedule.
        public let id: String

        public init(id: String) {
            self.id = id
        }
    }

    /// The result of one attempt of a schedule.
    public struct ScheduleRun: Codable, Hashable, Sendable {
        /// Which occurrence it was: 1, 2, 3 ...
        public let occurrence: Int
        /// The day it was due on.
        public let due: CalendarDay
        /// Which attempt it was: 1, 2 or 3.
        public let attempt: Int
        /// When it was made.
        public let at: Instant
        /// The transfer; absent when it was refused.
        public let transfer: String?
        /// Why it was refused: the code of the fault.
        public let fault: String?
        /// Why it was refused, as a sentence in English.
        public let reason: String?
        /// Why it was refused, as a reason with its details.
        public let explanation: Explanation?
        /// When it is retried; absent when it is not.
        public let nextTry: CalendarDay?

        public init(
            occurrence: Int, due: CalendarDay, attempt: Int, at: Instant, transfer: String? = nil,
            fault: String? = nil, reason: String? = nil, explanation: Explanation? = nil, nextTry: CalendarDay? = nil
        ) {
            self.occurrence = occurrence
            self.due = due
            self.attempt = attempt
            self.at = at
            self.transfer = transfer
            self.fault = fault
            self.reason = reason
            self.explanation = explanation
            self.nextTry = nextTry
        }
    }

    /// Lists the results of the occurrences of a schedule, newest first.
    ///
    /// - Answer: ``ScheduleRunList``.
    /// - Faults, first match wins: `invalidArgument`, `notFound`.
    public struct ScheduleRuns: Signal {
        public typealias Answer = ScheduleRunList
        public static let method: SignalMethod = "ledger.scheduleRuns"
        public static let summary = "Lists what happened on each run of a schedule."
        public static let effect = SignalEffect.reads

        /// The id of the schedule.
        public let id: String
        /// How many, 1 to 1,000; 50 when absent.
        public let limit: Int?
        /// Where the page before ended.
        public let cursor: String?

        public init(id: String, limit: Int? = nil, cursor: String? = nil) {
            self.id = id
            self.limit = limit
            self.cursor = cursor
        }
    }

    /// Runs of a schedule.
    public struct ScheduleRunList: Codable, Hashable, Sendable {
        /// The newest first.
        public let runs: [ScheduleRun]
        /// Where the next page begins; absent on the last.
        public let nextCursor: String?

        public init(runs: [ScheduleRun], nextCursor: String? = nil) {
            self.runs = runs
            self.nextCursor = nextCursor
        }
    }
}
