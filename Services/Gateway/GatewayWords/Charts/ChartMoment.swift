import Coordination
import Domain

/// The times of candles and closes as services write them: days, or timestamps of RFC 3339.
package enum ChartMoment {
    /// Returns the moment that a text names; for a day, its beginning.
    package static func instant(_ text: String) -> Instant? { CalendarDay(text)?.startInUTC ?? Instant(text) }

    /// Returns the moments of a service's answer.
    package static func instants(_ dates: [String]) throws(Fault) -> [Instant] {
        var instants: [Instant] = []
        for date in dates {
            guard let instant = instant(date) else {
                throw Fault(
                    .internalFault,
                    """
                    \(Text(
                    "The service answered with an invalid date: \(date).",
                    "Служба ответила датой, которой нет: \(date)."))
                    """
                )
            }
            instants.append(instant)
        }
        return instants
    }
}
