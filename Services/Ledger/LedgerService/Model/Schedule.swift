import Coordination
import Domain
import Reasons
import Signals

/// A transfer that is made on days to come, as they begin for its owner.
package struct Schedule: Codable, Hashable, Sendable {
    /// The id.
    package let id: String
    /// Whose it is.
    package let owner: String
    /// The payer.
    package let from: String
    /// The payee.
    package let to: String
    /// How much, each time.
    package let amount: Money
    /// What for; may be empty.
    package let description: String
    /// The first day, from which all others are counted.
    package let start: CalendarDay
    /// How often; nil for once.
    package let every: LedgerSignal.Every?
    /// How many times in all; nil for no end.
    package let times: Int?
    /// The last day it may happen on; nil for no end.
    package let until: CalendarDay?
    /// When it was set up.
    package let createdAt: Instant
    /// How many times it was made.
    package var done = 0
    /// How many attempts were refused.
    package var failed = 0
    /// Whether it goes on.
    package var status = LedgerSignal.ScheduleStatus.active
    /// While it is paused: the occurrence that was next, 0 being the first.
    package var pausedBefore: Int?

    /// The day of occurrence `index`, 0 being the first; nil when there is none.
    package func day(of index: Int) -> CalendarDay? {
        if let times, index >= times { return nil }
        guard let every else { return index == 0 ? start : nil }
        guard let day = Recurrence(start: start, every: every.count, every.unit)?.occurrence(index) else { return nil }
        if let until, day > until { return nil }
        return day
    }

    /// The first occurrence from `index` on that is not before a day; nil when there is none.
    package func occurrence(from index: Int, notBefore today: CalendarDay) -> Int? {
        guard let every else { return index == 0 && start >= today ? 0 : nil }
        let first = Recurrence(start: start, every: every.count, every.unit)?.firstIndex(notBefore: today)
        guard let found = first.map({ max($0, index) }), day(of: found) != nil else { return nil }
        return found
    }
}

/// An occurrence of a schedule that is to be made, or tried again. A schedule has one for its next occurrence and one
/// for each that was refused and waits.
package struct DueRun: Codable, Hashable, Sendable {
    /// How many days after an attempt that was refused the next one is made.
    package static let retryDays = [1, 2]

    /// The schedule.
    package let schedule: String
    /// The occurrence, 0 being the first.
    package let occurrence: Int
    /// Which attempt it is, 0 being the first.
    package let attempt: Int
    /// The day on which to make it.
    package let day: CalendarDay
}

/// What happened at one attempt.
package struct ScheduleRun: Codable, Hashable, Sendable {
    /// The occurrence, 0 being the first.
    package let occurrence: Int
    /// The day it was due on.
    package let due: CalendarDay
    /// Which attempt it was, 0 being the first.
    package let attempt: Int
    /// When it was made.
    package let at: Instant
    /// The id of the transfer; nil when it was refused.
    package var transfer: String?
    /// The code of the refusal.
    package var refusal: String?
    /// The refusal as a sentence in English.
    package var reason: String?
    /// The refusal as a reason with its details; nil in runs of earlier versions.
    package var explanation: Explanation?
    /// When it is tried again.
    package var nextTry: CalendarDay?
}
