import Coordination
import Domain
import Signals

/// Gives the line of a bond's prices or yields over a period, in no more points than a picture needs.
struct ChartInteractor: Interactor {
    /// Points when nobody says how many.
    static let usualPoints = 1_000
    /// Points at most.
    static let mostPoints = 10_000

    /// A line, and what it is a picture of.
    struct Response: Hashable, Sendable {
        let points: [Point]
        let from: Instant
        let to: Instant
        let quotes: Int
        let lowest: Point
        let highest: Point
        let change: Double
        /// Whose line it is.
        let bond: Bond
    }

    struct Point: Hashable, Sendable {
        let time: Instant
        let value: Double
    }

    let store: any BondsStore

    /// - Throws: ``Fault``, first match wins: `unauthenticated`, `permissionDenied`, `invalidArgument`, `periodMissing`,
    ///   `periodReversed`, `periodEmpty` for a period without length, `notFound`, `periodEmpty` for one without quotes,
    ///   `termsMissing`, `noYield`.
    func execute(_ request: BondsSignal.Chart, context: SignalContext) async throws -> Response {
        _ = try context.caller.requireUser()
        let points = request.points ?? Self.usualPoints
        guard (2...Self.mostPoints).contains(points) else {
            throw Fault.invalidArgument("points", "must be 2 to \(Self.mostPoints)")
        }
        let period = try ChartPeriod(request)
        let response = try await store.read(request.isin) { bond, quotes in
            guard let first = bond.first, let last = bond.last else {
                throw Fault(.periodEmpty, "There are no quotes of \(bond.isin) yet; import some.", field: "isin")
            }
            let (start, end) = period.bounds(newest: last)
            let columns = try quotes.quotes(from: start, through: end)
            let range = columns.range(from: start.microseconds, through: end.microseconds)
            guard !range.isEmpty else {
                throw Fault(
                    .periodEmpty, "No quote of \(bond.isin) lies from \(start) to \(end).", field: "from",
                    details: ["first": .text("\(first)"), "last": .text("\(last)")])
            }
            let line =
                switch request.kind {
                case .price: ChartLine(times: columns.times[range], values: columns.prices[range])
                case .yield: try YieldLine(bond: bond, columns: columns, range: range, points: points).line()
                }
            return try line.response(of: bond, points: points, quotes: range.count)
        }
        guard let response else { throw Fault(.notFound, "There is no bond \(request.isin) here.", field: "isin") }
        return response
    }
}

/// From when to when.
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
                throw Fault.invalidArgument("period", "must not come together with a beginning and an end")
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
        case (_?, nil): throw Fault(.periodMissing, "The end of the period is missing.", field: "to")
        case (nil, _?): throw Fault(.periodMissing, "The start of the period is missing.", field: "from")
        case (let from?, let to?):
            guard from.instant <= to.end else {
                throw Fault(.periodReversed, "The period ends before it starts.", field: "from")
            }
            guard from.instant.hour != to.instant.hour else {
                throw Fault(.periodEmpty, "The period starts and ends in the same hour.", field: "to")
            }
            bounds = .between(from.instant, to.end)
        }
    }

    /// The first and the last moment.
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
