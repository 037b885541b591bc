import Domain

/// What a chart shows, and nothing about how: the same description becomes a picture (``ChartPicture``) or lines of a
/// terminal.
public struct Chart: Hashable, Sendable {
    /// The heading; shortened where it does not fit.
    public var title: String
    /// A line below the heading.
    public var subtitle: String?
    /// What is drawn, in order: what comes later lies above.
    public var series: [Series]
    /// What stands from left to right.
    public var horizontal: HorizontalAxis
    /// What the values are: `price`, `yield`.
    public var measure: String?
    /// What values are counted in: `RUB`, `%`.
    public var unit: String?
    /// What is pointed out.
    public var marks: [Mark]
    /// A small line at the bottom: where the data come from.
    public var footnote: String?
    /// The language of what is said that the chart does not say itself: months, the summary, the point of numbers.
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

/// What stands from left to right.
public enum HorizontalAxis: Hashable, Sendable {
    /// Time: the place of a point is that many seconds since 1970 in UTC.
    case time
    /// Moments that stand evenly apart, whatever lies between them, so that weekends leave no holes. The place of a
    /// point is the number of its moment, 0 for the first. Moments ascend.
    case moments([Instant])
    /// Names that stand evenly apart. The place of a point is the number of its name.
    case names([String])
    /// Numbers, and what they count; where there is room for it, whole ones are named.
    case numbers(String?)
    /// Runs of candles beside each other, with an empty place between two runs. The place of the first candle of the first
    /// run is 0.
    case groups([Group])

    /// Candles that belong together.
    public struct Group: Hashable, Sendable {
        /// What they are candles of.
        public let name: String
        /// How many.
        public let count: Int

        /// A run of so many.
        public init(_ name: String, count: Int) {
            self.name = name
            self.count = count
        }
    }

    /// The places of the first candles of groups, in order.
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

/// One thing that is drawn.
public struct Series: Hashable, Sendable {
    /// How it is drawn.
    public enum Content: Hashable, Sendable {
        /// A line from point to point; a point without a value breaks it. Places ascend.
        case line([Point])
        /// A line, and what lies between it and zero.
        case area([Point])
        /// A bar for each point, from zero.
        case bars([Point])
        /// A candle for each place from ``Series/start`` on, of ``HorizontalAxis/moments(_:)`` or
        /// ``HorizontalAxis/groups(_:)``.
        case candles([Candle])
    }

    /// How it is called in the legend.
    public let name: String
    /// What it is.
    public let content: Content
    /// Whether it is drawn less firmly than others, as what they are compared with.
    public let isDashed: Bool
    /// Whether it is what the chart is about: its line is the thickest, and lies above all others.
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

/// A value somewhere on the horizontal axis.
public struct Point: Hashable, Sendable {
    /// Where.
    public let place: Double
    /// How much; nil where it is not known. What is not a number counts as not known.
    public let value: Double?

    /// A point at a place of the axis.
    public init(_ place: Double, _ value: Double?) {
        self.place = place
        self.value = value
    }

    /// A point in time, for ``HorizontalAxis/time``.
    public init(at instant: Instant, _ value: Double?) {
        self.init(Double(instant.microseconds) / 1e6, value)
    }
}

/// What became of a price in a while.
public struct Candle: Hashable, Sendable {
    /// The first price.
    public let open: Double
    /// The highest.
    public let high: Double
    /// The lowest.
    public let low: Double
    /// The last.
    public let close: Double

    /// Whether it counts as one that rose, so that it is drawn hollow: it did not fall.
    public var isRising: Bool { close >= open }

    public init(open: Double, high: Double, low: Double, close: Double) {
        self.open = open
        self.high = high
        self.low = low
        self.close = close
    }
}

/// What is pointed out.
public enum Mark: Hashable, Sendable {
    /// A part of the axis, from one place to another, ends included.
    case period(from: Double, to: Double, String)
    /// A value.
    case level(Double, String)

    /// How it is called in the legend.
    public var name: String {
        switch self {
        case .period(_, _, let name), .level(_, let name): name
        }
    }
}
