import Coordination
import Domain
import Reasons
import Signals

/// A column of a report: a period, cut to the days asked for.
struct ReportSpan: Hashable, Sendable {
    let key: String
    let first: CalendarDay
    /// The last day, included to its end.
    let last: CalendarDay
}

/// The columns of a report, and what they are compared with.
struct ReportColumns: Hashable, Sendable {
    static let most = 120
    static let usual = 6

    /// Oldest first, without gaps.
    let spans: [ReportSpan]
    /// What each column is compared with.
    let compared: [ReportSpan]?

    /// Divides the days from `first` to `last`.
    ///
    /// - Parameter first: The first day; when nil, such that there are ``usual`` columns.
    /// - Throws: ``Fault`` `invalidArgument` for days in reverse, or more than ``most`` columns.
    init(
        _ interval: HistorySignal.ReportInterval, from first: CalendarDay?, to last: CalendarDay,
        comparedWith comparison: HistorySignal.ReportComparison?
    ) throws(Fault) {
        let first = first ?? interval.start(Self.usual - 1, before: last)
        guard first <= last else { throw .invalidArgument("to", .mustNotBeBefore, ["other": "from"]) }
        var spans: [ReportSpan] = []
        var start = first
        while start <= last {
            guard spans.count < Self.most else {
                throw .invalidArgument("by", .tooManyPeriods, ["most": .number(Self.most)])
            }
            let end = interval.end(of: start)
            spans.append(
                ReportSpan(key: interval.key(of: start), first: start, last: min(last, end.adding(days: -1))))
            start = end
        }
        self.spans = spans
        switch comparison {
        case .previous:
            let before = interval.start(1, before: first)
            let whole = ReportSpan(
                key: interval.key(of: before), first: before, last: interval.end(of: before).adding(days: -1))
            compared = [whole] + spans.dropLast()
        case .year: compared = spans.map { Self.yearBefore($0, interval) }
        case nil: compared = nil
        }
    }

    /// A whole period has a whole one a year before it, also where a leap day makes one of them longer.
    private static func yearBefore(_ span: ReportSpan, _ interval: HistorySignal.ReportInterval) -> ReportSpan {
        let end = span.last.adding(days: 1)
        let isCut = end < interval.end(of: span.first)
        let first = interval.yearBefore(span.first)
        let last = isCut ? interval.yearBefore(span.last) : interval.yearBefore(end).adding(days: -1)
        return ReportSpan(key: interval.key(of: first), first: first, last: max(first, last))
    }
}

/// The moments between which a report sums up.
struct ReportCuts: Sendable {
    /// In ascending order, without duplicates.
    let moments: [Instant]
    /// The places of the start and the end of each column in ``moments``.
    let columns: [(start: Int, end: Int)]
    /// The same for what each column is compared with.
    let compared: [(start: Int, end: Int)]?

    init(_ columns: ReportColumns, in zone: TimeZone) {
        func bounds(of span: ReportSpan) -> (start: Instant, end: Instant) {
            (zone.start(of: span.first), zone.start(of: span.last.adding(days: 1)))
        }
        let own = columns.spans.map(bounds)
        let other = columns.compared?.map(bounds)
        let moments = Set((own + (other ?? [])).flatMap { [$0.start, $0.end] }).sorted()
        let places = Dictionary(uniqueKeysWithValues: moments.enumerated().map { ($0.element, $0.offset) })
        func place(_ bounds: (start: Instant, end: Instant)) -> (start: Int, end: Int) {
            (places[bounds.start] ?? 0, places[bounds.end] ?? 0)
        }
        self.moments = moments
        self.columns = own.map(place)
        compared = other?.map(place)
    }

    /// From the first moment to the last.
    var period: Period { Period(start: moments.first, end: moments.last) }
}
