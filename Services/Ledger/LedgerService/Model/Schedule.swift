import Coordination
import Domain
import Reasons
import Signals

/// A transfer on a future day, once or recurring. Days are those of its owner.
package struct Schedule: Codable, Hashable, Sendable {
    package let id: String
    package let owner: String
    /// The payer.
    package let from: String
    /// The payee.
    package let to: String
    /// The amount of each occurrence.
    package let amount: Money
    /// The purpose; may be empty.
    package let description: String
    /// The first day. All other days are counted from it.
    package let start: CalendarDay
    /// The interval; nil for a single transfer.
    package let every: LedgerSignal.Every?
    /// The number of occurrences; nil for no end.
    package let times: Int?
    /// The last possible day; nil for no end.
    package let until: CalendarDay?
    package let createdAt: Instant
    /// The number of transfers made.
    package var done = 0
    /// The number of refused attempts.
    package var failed = 0
    package var status = LedgerSignal.ScheduleStatus.active
    /// The next occurrence before a pause, from 0; nil unless paused.
    package var pausedBefore: Int?

    /// Returns the day of an occurrence, counted from 0; nil when there is none.
    package func day(of index: Int) -> CalendarDay? {
        if let times, index >= times { return nil }
        guard let every else { return index == 0 ? start : nil }
        guard let day = Recurrence(start: start, every: every.count, every.unit)?.occurrence(index) else { return nil }
        if let until, day > until { return nil }
        return day
    }

    /// Returns the first occurrence from `index` on that is not before a day; nil when there is none.
    package func occurrence(from index: Int, notBefore today: CalendarDay) -> Int? {
        guard let every else { return index == 0 && start >= today ? 0 : nil }
        let first = Recurrence(start: start, every: every.count, every.unit)?.firstIndex(notBefore: today)
        guard let found = first.map({ max($0, index) }), day(of: found) != nil else { return nil }
        return found
    }
}

/// A due occurrence of a schedule. A schedule has one for its next occurrence and one for each retry.
package struct DueRun: Codable, Hashable, Sendable {
    /// The days between attempts.
    package static let retryDays = [1, 2]

    package let schedule: String
    /// The occurrence, from 0.
    package let occurrence: Int
    /// The attempt, from 0.
    package let attempt: Int
    /// The day of the attempt.
    package let day: CalendarDay
}

/// The result of one attempt.
package struct ScheduleRun: Codable, Hashable, Sendable {
    /// The occurrence, from 0.
    package let occurrence: Int
    /// The due day.
    package let due: CalendarDay
    /// The attempt, from 0.
    package let attempt: Int
    /// When the attempt was made.
    package let at: Instant
    /// The id of the transfer; nil when it was refused.
    package var transfer: String?
    /// The code of the refusal.
    package var refusal: String?
    /// The refusal as an English sentence.
    package var reason: String?
    /// The refusal as a reason with details; nil in runs of earlier versions.
    package var explanation: Explanation?
    /// The day of the next attempt.
    package var nextTry: CalendarDay?
}
