import Domain

/// A validated chart: its texts are clean, its numbers are finite, its places ascend, and its ranges are known.
/// Pictures and terminals are both made from it.
public struct CheckedChart: Sendable {
    /// The largest number of points and candles in all series together.
    public static let mostPoints = 5_000_000
    /// The largest number of series.
    public static let mostSeries = 24
    /// The largest number of marks.
    public static let mostMarks = 32
    /// The largest number of names below an axis.
    public static let mostNames = 2_000
    /// The largest number of Unicode scalars in a text.
    public static let mostScalars = 500
    /// The largest absolute value.
    public static let mostValue = 1e100
    /// The largest absolute place.
    public static let mostPlace = 1e15
    /// The allowed seconds since 1970: the years 1 ... 9999.
    static let time = -62_135_596_800.0...253_402_300_799.0

    /// The heading.
    public let title: String
    /// The line below the heading.
    public let subtitle: String?
    /// The series; at least one has a value.
    public let series: [Series]
    /// The horizontal axis.
    public let horizontal: HorizontalAxis
    /// The meaning of the values.
    public let measure: String?
    /// The unit of the values.
    public let unit: String?
    /// The marks, as far as they are within the chart.
    public let marks: [Mark]
    /// The small line at the bottom.
    public let footnote: String?
    /// The language of months, numbers and the summary.
    public let language: Language
    /// The range of places, from the left to the right edge.
    public let places: ClosedRange<Double>
    /// True when all places are whole days, so that no time of day is shown.
    public let isDaily: Bool
    /// The range of values; it includes zero for bars and areas.
    public let values: ClosedRange<Double>

    /// Validates a chart.
    ///
    /// - Throws: ``ChartError``: `tooMuch`, `outOfRange`, `disordered`, `empty`.
    public init(_ chart: Chart) throws(ChartError) {
        try Self.checkCounts(chart)
        func text(_ text: String) -> String { PlainText.clean(text, most: Self.mostScalars) }
        title = text(chart.title)
        subtitle = chart.subtitle.map(text)
        measure = chart.measure.map(text)
        unit = chart.unit.map(text)
        footnote = chart.footnote.map(text)
        language = chart.language
        series = chart.series.map {
            Series(text($0.name), $0.content, isDashed: $0.isDashed, isMain: $0.isMain, start: $0.start)
        }
        switch chart.horizontal {
        case .time: horizontal = .time
        case .moments(let moments):
            guard zip(moments, moments.dropFirst()).allSatisfy({ $0 < $1 }) else {
                throw ChartError(.disordered, "The moments of an axis must ascend.")
            }
            horizontal = .moments(moments)
        case .names(let names): horizontal = .names(names.map(text))
        case .numbers(let name): horizontal = .numbers(name.map(text))
        case .groups(let groups):
            horizontal = .groups(groups.map { HorizontalAxis.Group(text($0.name), count: $0.count) })
        }
        var reach = Reach(
            count: Self.count(of: chart.horizontal),
            possible: chart.horizontal == .time ? Self.time : -Self.mostPlace...Self.mostPlace)
        for series in chart.series { try reach.include(series) }
        places = try reach.places()
        isDaily = Self.isDaily(chart)
        let values = try reach.values()
        self.values = values
        marks = try Self.marks(chart.marks, within: places, values)
    }

    /// The title of the vertical axis: `price, RUB`; nil when the chart has none.
    public var verticalTitle: String? {
        let parts = [measure, unit].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// True when the chart contains candles.
    public var hasCandles: Bool { series.contains { $0.content.isCandles } }

    /// Returns the note that several candles are merged into one; nil when each candle is drawn.
    public func mergedText(_ perSlot: Int) -> String? {
        guard perSlot > 1 else { return nil }
        switch language {
        case .english: return "merged: \(perSlot) candles in one"
        case .russian:
            return "слиты: \(perSlot) \(PluralForm(of: perSlot, in: .russian).of("свеча", "свечи", "свечей")) в одной"
        }
    }

    /// The summaries of all series that have values.
    public var summaries: [ChartSummary] {
        series.compactMap { ChartSummary($0, on: horizontal, unit: unit, isDaily: isDaily, in: language) }
    }

    private static func checkCounts(_ chart: Chart) throws(ChartError) {
        guard chart.series.count <= mostSeries, chart.marks.count <= mostMarks else {
            throw ChartError(.tooMuch, "A chart has at most \(mostSeries) series and \(mostMarks) marks.")
        }
        guard chart.series.reduce(0, { $0 + $1.content.count }) <= mostPoints else {
            throw ChartError(.tooMuch, "A chart has at most \(mostPoints) points.")
        }
        if case .names(let names) = chart.horizontal, names.count > mostNames {
            throw ChartError(.tooMuch, "An axis has at most \(mostNames) names.")
        }
        if case .groups(let groups) = chart.horizontal {
            guard groups.count <= mostSeries, groups.allSatisfy({ (0...mostPoints).contains($0.count) }) else {
                throw ChartError(.tooMuch, "An axis has at most \(mostSeries) groups.")
            }
        }
    }

    /// Returns the number of places of an axis with counted places.
    private static func count(of axis: HorizontalAxis) -> Int? {
        switch axis {
        case .moments(let moments): moments.count
        case .names(let names): names.count
        case .groups(let groups): groups.reduce(0) { $0 + $1.count } + max(0, groups.count - 1)
        case .time, .numbers: nil
        }
    }

    private static func isDaily(_ chart: Chart) -> Bool {
        switch chart.horizontal {
        case .moments(let moments): moments.allSatisfy { $0.microseconds % 86_400_000_000 == 0 }
        case .time:
            chart.series.allSatisfy { series in
                switch series.content {
                case .line(let points), .area(let points), .bars(let points):
                    points.allSatisfy { $0.place.truncatingRemainder(dividingBy: 86_400) == 0 }
                case .candles: false
                }
            }
        case .names, .numbers, .groups: false
        }
    }

    private static func marks(
        _ marks: [Mark], within places: ClosedRange<Double>, _ values: ClosedRange<Double>
    ) throws(ChartError) -> [Mark] {
        var kept: [Mark] = []
        for mark in marks {
            let name = PlainText.clean(mark.name, most: mostScalars)
            switch mark {
            case .period(let from, let to, _):
                guard from.isFinite, to.isFinite else {
                    throw ChartError(.outOfRange, "A marked period must have two ends that are numbers.")
                }
                guard from <= to else {
                    throw ChartError(.disordered, "A marked period must not end before it begins.")
                }
                guard from <= places.upperBound, to >= places.lowerBound else { continue }
                kept.append(.period(from: max(from, places.lowerBound), to: min(to, places.upperBound), name))
            case .level(let value, _):
                guard value.isFinite else { throw ChartError(.outOfRange, "A marked value must be a number.") }
                if values.contains(value) { kept.append(.level(value, name)) }
            }
        }
        return kept
    }
}

extension Series.Content {
    /// The number of points or candles.
    public var count: Int {
        switch self {
        case .line(let points), .area(let points), .bars(let points): points.count
        case .candles(let candles): candles.count
        }
    }

    /// True for candles.
    public var isCandles: Bool { if case .candles = self { true } else { false } }

    /// True for bars.
    var isBars: Bool { if case .bars = self { true } else { false } }

    /// True for shapes with a width, which need room on both sides.
    public var hasWidth: Bool {
        switch self {
        case .bars, .candles: true
        case .line, .area: false
        }
    }
}

/// The ranges that the series cover.
private struct Reach {
    private let count: Int?
    private let possible: ClosedRange<Double>
    private var least = Double.infinity
    private var greatest = -Double.infinity
    private var first = Double.infinity
    private var last = -Double.infinity
    private var nearest = Double.infinity
    private var hasWidth = false

    init(count: Int?, possible: ClosedRange<Double>) {
        self.count = count
        self.possible = possible
    }

    mutating func include(_ series: Series) throws(ChartError) {
        hasWidth = hasWidth || series.content.hasWidth
        switch series.content {
        case .line(let points): try include(points)
        case .area(let points), .bars(let points):
            try include(points)
            if least <= greatest { try include(value: 0) }
        case .candles(let candles):
            guard let count, series.start >= 0, series.start <= count - candles.count else {
                throw ChartError(.outOfRange, "Each candle needs its moment on the axis.")
            }
            for candle in candles { try include(candle) }
        }
    }

    private mutating func include(_ points: [Point]) throws(ChartError) {
        var before = -Double.infinity
        for point in points {
            let place = point.place
            guard possible.contains(place) else {
                throw ChartError(.outOfRange, "The place \(place) of a point cannot be drawn.")
            }
            if let count, place < 0 || place > Double(count - 1) {
                throw ChartError(.outOfRange, "The place \(place) is not on the axis, which has \(count).")
            }
            guard place >= before else { throw ChartError(.disordered, "The places of points must ascend.") }
            if place > before { nearest = min(nearest, place - before) }
            before = place
            guard let value = point.value, value.isFinite else { continue }
            try include(value: value)
            first = min(first, place)
            last = max(last, place)
        }
    }

    private mutating func include(_ candle: Candle) throws(ChartError) {
        for price in [candle.open, candle.high, candle.low, candle.close] { try include(value: price) }
        guard candle.low <= min(candle.open, candle.close), candle.high >= max(candle.open, candle.close) else {
            throw ChartError(.disordered, "A candle's prices must lie between its lowest and its highest.")
        }
    }

    private mutating func include(value: Double) throws(ChartError) {
        guard value.isFinite, abs(value) <= CheckedChart.mostValue else {
            throw ChartError(.outOfRange, "A value must be a number of at most 1e100.")
        }
        least = min(least, value)
        greatest = max(greatest, value)
    }

    /// Returns the range of places, from the left to the right edge; never empty.
    func places() throws(ChartError) -> ClosedRange<Double> {
        if let count {
            guard count > 0 else { throw ChartError(.empty, "There is nothing on the axis.") }
            let margin = hasWidth || count == 1 ? 0.5 : 0
            return -margin...Double(count - 1) + margin
        }
        guard first <= last else { throw ChartError(.empty, "There are no values to draw.") }
        // A single point is placed in the middle of a day, or of a step.
        guard first < last else {
            let margin = max(abs(first) * 1e-9, abs(first) > 1e6 ? 43_200 : 0.5)
            return first - margin...first + margin
        }
        let margin = hasWidth ? min(nearest, last - first) / 2 : 0
        return first - margin...last + margin
    }

    /// Returns the range of values. A constant value is in the middle.
    func values() throws(ChartError) -> ClosedRange<Double> {
        guard least <= greatest else { throw ChartError(.empty, "There are no values to draw.") }
        // Differences below a billionth of the values are rounding errors.
        let size = max(abs(least), abs(greatest))
        guard greatest - least <= max(size * 1e-9, 1e-100) else { return least...greatest }
        let margin = size > 1e-90 ? size * 0.01 : 1
        return least - margin...greatest + margin
    }
}
