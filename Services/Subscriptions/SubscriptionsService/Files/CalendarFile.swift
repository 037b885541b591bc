import Domain
import Signals

/// A writer of iCalendar files whose recurrence rules produce exactly the days of `subscriptions.dates`.
///
/// A day that a month lacks becomes its last day. RFC 5545 expresses this as `BYMONTHDAY` with all days from 28 on and
/// `BYSETPOS=-1`, which picks the last of them.
/// - Source: RFC 5545, 3.1 (folding), 3.3.10 and 3.8.5.3 (rules), 3.6.6 (alarms), 3.8.7.4 (SEQUENCE).
struct CalendarFile {
    /// A subscription and its skipped days.
    struct Entry {
        let subscription: Subscription
        let skipped: [CalendarDay]
    }

    private var lines: [String] = []

    /// Returns the whole file, with CRLF line endings.
    static func write(_ entries: [Entry]) -> String {
        var file = CalendarFile()
        file.lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Kopilka//subscriptions//EN", "CALSCALE:GREGORIAN",
        ]
        for entry in entries { file.add(entry) }
        file.lines.append("END:VCALENDAR")
        return file.lines.map { fold($0) + "\r\n" }.joined()
    }

    private mutating func add(_ entry: Entry) {
        let subscription = entry.subscription
        let (start, ends) = (subscription.recurrence.start, subscription.ends)
        // Days of a trial are not payments: the series begins after the trial.
        let first: CalendarDay? =
            subscription.trialUntil.flatMap { trial in
                guard trial >= start else { return start }
                return subscription.recurrence.firstIndex(notBefore: trial.adding(days: 1))
                    .flatMap(subscription.recurrence.occurrence)
            } ?? start
        guard let first, ends.map({ first <= $0 }) ?? true else { return }
        let amount = subscription.price(on: subscription.next ?? first)
        lines += [
            "BEGIN:VEVENT", "UID:\(subscription.id)@subscriptions.kopilka",
            "DTSTAMP:\(Self.text(subscription.createdAt))",
            "CREATED:\(Self.text(subscription.createdAt))", "SEQUENCE:\(subscription.revision)",
            "DTSTART;VALUE=DATE:\(Self.text(first))", "DTEND;VALUE=DATE:\(Self.text(first.adding(days: 1)))",
            "RRULE:\(Self.rule(of: subscription.recurrence))" + (ends.map { ";UNTIL=\(Self.text($0))" } ?? ""),
        ]
        let skipped = entry.skipped.filter { $0 >= first }.sorted()
        if !skipped.isEmpty { lines.append("EXDATE;VALUE=DATE:" + skipped.map(Self.text).joined(separator: ",")) }
        lines.append(
            "SUMMARY:"
                + Self.escape("\(subscription.title.en), \(amount)"))
        if let note = subscription.description { lines.append("DESCRIPTION:" + Self.escape(note)) }
        if let category = subscription.category { lines.append("CATEGORIES:" + Self.escape(category)) }
        lines.append("TRANSP:TRANSPARENT")
        for days in subscription.reminders {
            lines += [
                "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:" + Self.escape(subscription.title.en),
                days == 0 ? "TRIGGER:PT0S" : "TRIGGER:-P\(days)D", "END:VALARM",
            ]
        }
        lines.append("END:VEVENT")
    }

    static func rule(of recurrence: Recurrence) -> String {
        let (_, month, day) = recurrence.start.components
        let interval = "INTERVAL=\(recurrence.count)"
        switch recurrence.unit {
        case .day: return "FREQ=DAILY;\(interval)"
        case .week: return "FREQ=WEEKLY;\(interval)"
        case .month:
            let days = day <= 28 ? "BYMONTHDAY=\(day)" : lastOf(day)
            return "FREQ=MONTHLY;\(interval);\(days)"
        case .year:
            let days = month == 2 && day == 29 ? lastOf(29) : "BYMONTHDAY=\(day)"
            return "FREQ=YEARLY;\(interval);BYMONTH=\(month);\(days)"
        }
    }

    private static func lastOf(_ day: Int) -> String {
        "BYMONTHDAY=\((28...day).map { String($0) }.joined(separator: ","));BYSETPOS=-1"
    }

    private static func text(_ day: CalendarDay) -> String { "\(day)".filter { $0 != "-" } }

    private static func text(_ instant: Instant) -> String {
        let whole = Instant(microseconds: instant.microseconds - instant.microseconds % 1_000_000)
        return "\(whole)".filter { $0 != "-" && $0 != ":" }
    }

    private static func escape(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            case "\n", "\r\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }

    /// Folds a line at 75 bytes, never within a character.
    private static func fold(_ line: String) -> String {
        var (folded, count) = ("", 0)
        for scalar in line.unicodeScalars {
            let width = UTF8.width(scalar)
            if count + width > 75 {
                folded += "\r\n "
                count = 1
            }
            folded.unicodeScalars.append(scalar)
            count += width
        }
        return folded
    }
}
