import Coordination
import Domain
import Reasons
import Signals

/// The period of a chart.
struct ChartPeriod: Hashable, Sendable {
    private enum Bounds: Hashable, Sendable {
        case all
        case between(Instant, Instant)
        case before(months: Int, days: Int)
    }

    private let bounds: Bounds

    /// - Throws: ``Fault`` `invalidArgument`, `periodMissing`, `periodReversed`, `periodEmpty`.
    init(_ chart: BondsSignal.Chart) throws(Fault) {
        if let period = chart.period {
            guard chart.from == nil, chart.to == nil else {
                throw Fault.invalidArgument("period", .notWithBounds, ["other": "from", "another": "to"])
            }
            bounds =
                switch period {
                case .week: .before(months: 0, days: 7)
                case .month: .before(months: 1, days: 0)
                case .threeMonths: .before(months: 3, days: 0)
                case .sixMonths: .before(months: 6, days: 0)
                case .year: .before(months: 12, days: 0)
                case .twoYears: .before(months: 24, days: 0)
                case .all: .all
                }
            return
        }
        switch (chart.from, chart.to) {
        case (nil, nil): bounds = .all
        case (_?, nil): throw Fault(.periodMissing, .periodEndMissing, field: "to")
        case (nil, _?): throw Fault(.periodMissing, .periodStartMissing, field: "from")
        case (let from?, let to?):
            guard from.instant <= to.end else {
                throw Fault(.periodReversed, .periodEndsTooEarly, field: "from")
            }
            guard from.instant.hour != to.instant.hour else {
                throw Fault(.periodEmpty, .periodWithinHour, field: "to")
            }
            bounds = .between(from.instant, to.end)
        }
    }

    /// Returns the first and the last moment of the period.
    func bounds(newest: Instant) -> (start: Instant, end: Instant) {
        switch bounds {
        case .all: return (Instant(microseconds: .min), newest)
        case .between(let start, let end): return (start, end)
        case .before(let months, let days):
            let day = newest.dayInUTC
            let moved = (day.adding(clampedMonths: -months) ?? day).adding(days: -days)
            let difference = Int64(day.daysSince1970 - moved.daysSince1970) * 86_400_000_000
            return (Instant(microseconds: newest.microseconds - difference), newest)
        }
    }
}

extension Instant {
    fileprivate var hour: Int64 { microseconds / 3_600_000_000 }
}
