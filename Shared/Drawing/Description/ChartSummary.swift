import Domain

/// A summary of a series: first, last, lowest, highest, change.
public struct ChartSummary: Hashable, Sendable {
    /// A value and its place.
    public struct Entry: Hashable, Sendable {
        /// The value.
        public let value: Double
        /// The place: a day, a name or a number.
        public let place: String
    }

    /// The name of the series.
    public let name: String
    /// The unit of the values, if there is one.
    public let unit: String?
    /// The number of values.
    public let count: Int
    /// The first value; for candles, the first opening price.
    public let first: Entry
    /// The last value; for candles, the last closing price.
    public let last: Entry
    /// The lowest value, at its first place.
    public let lowest: Entry
    /// The highest value, at its first place.
    public let highest: Entry

    /// The relative change from the first to the last value; nil when the first is not above zero, and for names, which
    /// have no order.
    public let change: Double?
    /// The language of the summary.
    public let language: Language

    /// Creates the summary of a series; nil when it has no values.
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

/// The text of places on an axis.
struct PlaceText {
    let axis: HorizontalAxis
    /// True when no time of day is needed.
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
    /// The summary as a sentence: `SBER in RUB: first 250.1 (2025-01-03), last ..., lowest ..., highest ..., change
    /// +3.2 %.`
    public var sentence: String {
        let words = Words(language)
        let entries = zip(words.entries, [first, last, lowest, highest]).map {
            "\($0) \(Self.text($1.value, in: language)) (\($1.place))"
        }
        let change = self.change.map { ", \(words.change) \(signed($0 * 100))\u{A0}%" } ?? ""
        let subject = [name, unit.map { "\(words.unit) \($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return (subject.isEmpty ? "" : subject + ": ") + entries.joined(separator: ", ") + change + "."
    }

    /// The words of the sentence.
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

    /// Returns the text of a value: the smaller the value, the more decimals.
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
