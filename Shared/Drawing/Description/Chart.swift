import Domain

/// The content of a chart, independent of its rendering: the same description becomes a picture (``ChartPicture``) or
/// lines of a terminal.
public struct Chart: Hashable, Sendable {
    /// The heading, shortened where necessary.
    public var title: String
    /// The line below the heading.
    public var subtitle: String?
    /// The series in drawing order: later ones cover earlier ones.
    public var series: [Series]
    /// The horizontal axis.
    public var horizontal: HorizontalAxis
    /// The meaning of the values: `price`, `yield`.
    public var measure: String?
    /// The unit of the values: `RUB`, `%`.
    public var unit: String?
    /// The highlighted periods and levels.
    public var marks: [Mark]
    /// The small line at the bottom, such as the source of the data.
    public var footnote: String?
    /// The language of generated text: months, the summary, decimal marks.
    public var language: Language

    public init(
        title: String, subtitle: String? = nil, series: [Series], horizontal: HorizontalAxis,
        measure: String? = nil, unit: String? = nil, marks: [Mark] = [], footnote: String? = nil,
        language: Language = .english
    ) {
        self.title = title
        self.subtitle = subtitle
        self.series = series
        self.horizontal = horizontal
        self.measure = measure
        self.unit = unit
        self.marks = marks
        self.footnote = footnote
        self.language = language
    }
}

/// The meaning of places on the horizontal axis.
public enum HorizontalAxis: Hashable, Sendable {
    /// Time: a place is a number of seconds since 1970 in UTC.
    case time
    /// Moments at equal distances, so that weekends leave no gaps. A place is the index of a moment. Moments ascend.
    case moments([Instant])
    /// Names at equal distances. A place is the index of a name.
    case names([String])
    /// Numbers and their meaning; whole numbers are labelled where there is room.
    case numbers(String?)
    /// Groups of candles side by side, separated by an empty place. The first candle of the first group has place 0.
    case groups([Group])

    /// A group of candles.
    public struct Group: Hashable, Sendable {
        /// The name of the group.
        public let name: String
        /// The number of candles.
        public let count: Int

        /// Creates a group.
        public init(_ name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// Returns the places of the groups' first candles, in order.
    public static func starts(of groups: [Group]) -> [Int] {
        var starts: [Int] = []
        var next = 0
        for group in groups {
            starts.append(next)
            next += group.count + 1
        }
        return starts
    }
}

/// A series of the chart.
public struct Series: Hashable, Sendable {
    /// The data and their form.
    public enum Content: Hashable, Sendable {
        /// A line through points. A point without a value interrupts it. Places ascend.
        case line([Point])
        /// A line, with the area between it and zero.
        case area([Point])
        /// A bar from zero for each point.
        case bars([Point])
        /// A candle for each place from ``Series/start`` on, on ``HorizontalAxis/moments(_:)`` or
        /// ``HorizontalAxis/groups(_:)``.
        case candles([Candle])
    }

    /// The name in the legend.
    public let name: String
    /// The data of the series.
    public let content: Content
    /// True for a dashed line, which marks a reference for comparison.
    public let isDashed: Bool
    /// True for the main series, whose line is the thickest and on top of all others.
    public let isMain: Bool
    /// The place of the first candle.
    public let start: Int

    public init(_ name: String, _ content: Content, isDashed: Bool = false, isMain: Bool = false, start: Int = 0) {
        self.name = name
        self.content = content
        self.isDashed = isDashed
        self.isMain = isMain
        self.start = start
    }
}

/// A value at a place of the horizontal axis.
public struct Point: Hashable, Sendable {
    /// The place on the axis.
    public let place: Double
    /// The value; nil when unknown. NaN and infinity count as unknown.
    public let value: Double?

    /// Creates a point at a place of the axis.
    public init(_ place: Double, _ value: Double?) {
        self.place = place
        self.value = value
    }

    /// Creates a point in time, for ``HorizontalAxis/time``.
    public init(at instant: Instant, _ value: Double?) {
        self.init(Double(instant.microseconds) / 1e6, value)
    }
}

/// The movement of a price within a period.
public struct Candle: Hashable, Sendable {
    /// The first price.
    public let open: Double
    /// The highest price.
    public let high: Double
    /// The lowest price.
    public let low: Double
    /// The last price.
    public let close: Double

    /// True when the price did not fall; the candle is drawn hollow.
    public var isRising: Bool { close >= open }

    public init(open: Double, high: Double, low: Double, close: Double) {
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }
}

/// A highlighted part of the chart.
public enum Mark: Hashable, Sendable {
    /// A part of the horizontal axis, both ends inclusive.
    case period(from: Double, to: Double, String)
    /// A value.
    case level(Double, String)

    /// The name in the legend.
    public var name: String {
        switch self {
        case .period(_, _, let name), .level(_, let name): name
        }
    }
}
