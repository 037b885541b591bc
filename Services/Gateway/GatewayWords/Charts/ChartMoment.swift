import Coordination
import Domain

/// When the candles and closes of services were: days, or moments of RFC 3339.
package enum ChartMoment {
    /// The moment a text names; of a day, its beginning.
    package static func instant(_ text: String) -> Instant? { CalendarDay(text)?.startInUTC ?? Instant(text) }

    /// The moments of what a service answered.
    package static func instants(_ dates: [String]) throws(Fault) -> [Instant] {
        var instants: [Instant] = []
        for date in dates {
            guard let instant = instant(date) else {
                throw Fault(
                    .internalFault,
                    "\(Text("The service answered with a date that is none: \(date).", "Служба ответила датой, которой нет: \(date)."))"
                )
            }
            instants.append(instant)
        }
        return instants
    }
}
