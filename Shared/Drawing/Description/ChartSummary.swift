import Domain

/// A series in words: first, last, lowest, highest, change.
public struct ChartSummary: Hashable, Sendable {
    /// A value and where it stands.
    public struct Entry: Hashable, Sendable {
        /// How much.
        public let value: Double
        /// Where: a day, a name, a number.
        public let place: String
    }

    /// How the series is called.
    public let name: String
    /// What the values are counted in, when that was said.
    public let unit: String?
    /// How many values there are.
    public let count: Int
    /// The first; of candles, what the first one began with.
    public let first: Entry
    /// The last; of candles, what the last one ended with.
    public let last: Entry
    /// The first of the lowest.
    public let lowest: Entry
    /// The first of the highest.
    public let highest: Entry

    /// By which share the last is more than the first; nil where the first is not more than zero, and for names, which do
    /// not follow each other.
    public let change: Double?
    /// The language that it is said in.
    public let language: Language

    /// A series in words; nil when it has no value.
    init?(_ series: Series, on axis: HorizontalAxis, unit: String?, isDaily: Bool, in language: Language) {
        self.language = language
        let places = PlaceText(axis: axis, isDaily: isDaily, language: language)
        var (count, first, last, low, high) = (0, (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
        func add(_ place: Double, open: Double, low least: Double, high greatest: Double, close: Double) {
            if count == 0 { (first, low, high) = ((place, open), (place, least), (place, greatest)) }
            last = (place, close)
            if least < low.1 { low = (place, least) }
            if greatest > high.1 { high = (place, greatest) }
            count += 1
        }
        switch series.content {
        case .line(let points), .area(let points), .bars(let points):
            for point in points {
                guard let value = point.value, value.isFinite else { continue }
                add(point.place, open: value, low: value, high: value, close: value)
            }
        case .candles(let candles):
            for (index, candle) in candles.enumerated() {
                add(
                    Double(series.start + index), open: candle.open, low: candle.low, high: candle.high,
                    close: candle.close)
            }
        }
        guard count > 0 else { return nil }
        name = series.name
        self.unit = unit
        let isFollowing = if case .names = axis { false } else { true }
        change = isFollowing && first.1 > 0 ? last.1 / first.1 - 1 : nil
        self.count = count
        self.first = Entry(value: first.1, place: places.text(first.0))
        self.last = Entry(value: last.1, place: places.text(last.0))
        lowest = Entry(value: low.1, place: places.text(low.0))
        highest = Entry(value: high.1, place: places.text(high.0))
    }
}

/// Places of an axis as people read them.
struct PlaceText {
    let axis: HorizontalAxis
    /// Whether no time of a day is needed.
    let isDaily: Bool
    let language: Language

    func text(_ place: Double) -> String {
        switch axis {
        case .time:
            let instant = Instant(microseconds: Int64(place) * 1_000_000)
            return text(instant)
        case .moments(let moments):
            guard moments.indices.contains(Int(place)) else { return "" }
            return text(moments[Int(place)])
        case .names(let names): return names.indices.contains(Int(place)) ? names[Int(place)] : ""
        case .numbers: return AmountText.decimals(NumberLabel.trimmed(place, places: 3), in: language)
        case .groups(let groups):
            let starts = HorizontalAxis.starts(of: groups)
            guard let index = starts.lastIndex(where: { Double($0) <= place }) else { return "" }
            return "\(groups[index].name), \(Int(place) - starts[index] + 1)"
        }
    }

    private func text(_ instant: Instant) -> String {
        let day = DayText.of(instant.dayInUTC, in: language)
        return isDaily ? day : day + instant.minuteInUTC.dropFirst(10)
    }
}

extension ChartSummary {
    /// The whole in a sentence: `SBER in RUB: first 250.1 (2025-01-03), last ..., lowest ..., highest ..., change +3.2 %.`
    public var sentence: String {
        let words = Words(language)
        let entries = zip(words.entries, [first, last, lowest, highest]).map {
            "\($0) \(Self.text($1.value, in: language)) (\($1.place))"
        }
        let change = self.change.map { ", \(words.change) \(signed($0 * 100))\u{A0}%" } ?? ""
        let subject = [name, unit.map { "\(words.unit) \($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return (subject.isEmpty ? "" : subject + ": ") + entries.joined(separator: ", ") + change + "."
    }

    /// What stands around the numbers.
    private struct Words {
        let entries: [String]
        let change: String
        let unit: String

        init(_ language: Language) {
            switch language {
            case .english: (entries, change, unit) = (["first", "last", "lowest", "highest"], "change", "in")
            case .russian:
                (entries, change, unit) = (["первое", "последнее", "наименьшее", "наибольшее"], "изменение", "в")
            }
        }
    }

    /// A value: more decimals the smaller it is.
    public static func text(_ value: Double, in language: Language = .english) -> String {
        let size = abs(value)
        let isUsual = size < 1e15 && size >= 1e-6 || size == 0
        let places = size >= 10 || size == 0 ? 2 : size >= 0.1 ? 4 : 8
        let number = isUsual ? NumberLabel.trimmed(value, places: places) : NumberLabel.scientific(value)
        return isUsual ? AmountText.grouped(number, in: language) : AmountText.decimals(number, in: language)
    }

    private func signed(_ percent: Double) -> String {
        (percent > 0 ? "+" : "") + AmountText.decimals(NumberLabel.decimal(percent, places: 1), in: language)
    }
}
