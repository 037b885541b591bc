import Domain
import GatewayCommandLine
import GatewayWords

/// Reads moments as people type them: `2026-11-30T08:51:48Z`, or a day, which stands for its end.
///
/// Days are in the user's time zone, like all days that the gateway shows and takes.
enum MomentArgument {
    /// Completes a field to a moment, if it has a value.
    ///
    /// - Parameter now: The present, if today means now; the field is then emptied.
    /// - Throws: ``UsageError`` for a text that is neither a moment nor a day.
    static func complete(
        _ field: String, in arguments: inout ParsedArguments, todayIs now: Instant? = nil
    ) throws(UsageError) {
        guard let text = arguments.text(field) else { return }
        if let day = CalendarDay(text) {
            arguments[field] = day == now?.localDay ? nil : .text(end(of: day).description)
        } else if Instant(text) == nil {
            let flag = FlagShape.flagName(ofField: field)
            throw UsageError(
                Text(
                    "--\(flag) must be a day or a moment, not \(text.debugDescription).",
                    "--\(flag) — день или миг, а не \(text.debugDescription)."),
                hint: Text(
                    "write 2026-11-30 or 2026-11-30T08:51:48Z", "напишите 2026-11-30 или 2026-11-30T08:51:48Z"),
                field: flag)
        }
    }

    /// Returns the last microsecond of a day.
    static func end(of day: CalendarDay) -> Instant {
        Instant(microseconds: WallClocks.zone.start(of: day.adding(days: 1)).microseconds - 1)
    }
}
