import Domain
import Drawing

/// The layout of a chart in a terminal: its size in cells, its range of values, and the labels beside and below it.
/// Pictures use the same round numbers and dates.
package struct ChartFrame {
    /// The default number of rows of a plot.
    package static let usualRows = 14
    /// The minimum number of columns of a plot, whatever the terminal's width.
    static let leastColumns = 10
    /// The minimum gap between texts below the plot.
    private static let gap = 2.0

    /// The plot's width in cells.
    let columns: Int
    /// The plot's height in cells.
    let rows: Int
    /// The values from the lowest row to the highest.
    let values: ClosedRange<Double>
    /// The places from the left edge to the right.
    let places: ClosedRange<Double>
    /// True when only ASCII may be used.
    let isASCII: Bool
    /// The number of candles drawn as one, since each takes a column.
    let candlesPerSlot: Int
    private let labels: [Int: String]
    private let labelWidth: Int
    private let ticks: HorizontalTicks
    private let marks: [Mark]
    private let segment: ChartSegment?
    private let language: Language

    /// Creates the frame of a chart.
    ///
    /// - Parameters:
    ///   - width: The columns of the terminal.
    ///   - segment: The part of the axis whose ends the user moves.
    init(
        _ chart: CheckedChart, width: Int, rows: Int = usualRows, isASCII: Bool, segment: ChartSegment? = nil
    ) {
        self.segment = segment
        language = chart.language
        let values = Self.range(around: chart.values, rows: rows)
        let steps = Self.steps(over: values, rows: rows)
        self.values = values
        self.rows = rows
        self.isASCII = isASCII
        places = chart.places
        marks = chart.marks
        var labels: [Int: String] = [:]
        for (value, number) in zip(steps.ticks, steps.labels) {
            let label = AmountText.decimals(number, in: chart.language)
            labels[Self.step(of: value, values, height: rows)] = isASCII ? Self.withPlainSpaces(label) : label
        }
        self.labels = labels
        labelWidth = labels.values.map(\.count).max() ?? 0
        columns = max(Self.leastColumns, width - labelWidth - 2)
        candlesPerSlot = Self.candlesPerSlot(chart, columns: columns)
        ticks = HorizontalTicks(
            of: chart, in: HorizontalTicks.Room(width: Double(columns), before: Double(labelWidth) + 1, gap: Self.gap)
        ) { Double(DisplayText.width(of: $0)) }
    }

    /// Returns the range from one round number to another that encloses the values, in steps of about one row. Larger
    /// steps would leave up to half of a low plot empty.
    private static func range(around values: ClosedRange<Double>, rows: Int) -> ClosedRange<Double> {
        let steps = NumberSteps(over: values, most: rows)
        return steps.ticks.count > 1 ? steps.range : values
    }

    /// Returns the numbers beside the plot: about one for every three rows, at least two.
    private static func steps(over range: ClosedRange<Double>, rows: Int) -> NumberSteps {
        let coarse = max(2, rows / 3)
        let enough = (coarse...max(coarse, rows)).lazy
            .map { NumberSteps(over: range, most: $0, isWithin: true) }
            .first { $0.ticks.count > 1 }
        return enough ?? NumberSteps(over: range, most: rows)
    }

    private static func candlesPerSlot(_ chart: CheckedChart, columns: Int) -> Int {
        guard chart.hasCandles else { return 1 }
        return Candle.perSlot(
            Int((chart.places.upperBound - chart.places.lowerBound).rounded()), most: columns)
    }

    private static func withPlainSpaces(_ label: String) -> String {
        String(label.map { $0 == "\u{A0}" ? " " : $0 })
    }

    /// Returns the row of a value, in units of 1/`steps` of a cell from the top.
    func step(of value: Double, steps: Int = 1) -> Int { Self.step(of: value, values, height: rows * steps) }

    private static func step(of value: Double, _ values: ClosedRange<Double>, height: Int) -> Int {
        // Both are halved: the difference of the largest numbers would overflow.
        let share = (value / 2 - values.lowerBound / 2) / (values.upperBound / 2 - values.lowerBound / 2)
        return min(height - 1, max(0, Int(((1 - share) * Double(height - 1)).rounded())))
    }

    /// Returns the column of a place, in units of 1/`steps` of a cell from the left.
    func column(of place: Double, steps: Int = 1) -> Int {
        let share = (place - places.lowerBound) / (places.upperBound - places.lowerBound)
        return min(columns * steps - 1, max(0, Int(share * Double(columns * steps))))
    }

    /// True when the row shows a marked value.
    func isMarked(row: Int) -> Bool {
        marks.contains { if case .level(let value, _) = $0 { step(of: value) == row } else { false } }
    }

    /// Returns the lines of a chart: the plot's rows with their labels, the axis, and the texts below it.
    func lines(_ plot: (_ row: Int) -> [StyledText]) -> [[StyledText]] {
        var lines: [[StyledText]] = (0..<rows).map { row in
            let label = labels[row] ?? ""
            let padded = String(repeating: " ", count: labelWidth - label.count) + label
            let edge = isASCII ? (labels[row] == nil ? " |" : " +") : labels[row] == nil ? " │" : " ┤"
            return [StyledText(padded + edge, .dim)] + plot(row)
        }
        lines.append(axis())
        var dates = ticks.ticks.compactMap { tick in tick.label.map { (start: tick.start, text: $0) } }
        if let segment {
            // The ends are complete dates: dates too close to them are dropped, and the year need not be added.
            let ends = ends(of: segment)
            dates = (dates.filter { date in !ends.contains { Self.touch(date, $0) } } + ends)
                .sorted { $0.start < $1.start }
            return lines + [[StyledText(written(dates), .dim)]]
        }
        let contexts = ticks.ticks.compactMap { tick in tick.context.map { (start: tick.contextStart, text: $0) } }
        let title = DisplayText.cut(ticks.title ?? "", to: columns)
        let below: [[(start: Double, text: String)]] = [dates, contexts, title.isEmpty ? [] : [(0, title)]]
        for texts in below where !texts.isEmpty { lines.append([StyledText(written(texts), .dim)]) }
        return lines
    }

    /// Returns the axis, with a tick at each date; marked periods are drawn as a double line.
    private func axis() -> [StyledText] {
        var signs = Array(repeating: Character(isASCII ? "-" : "─"), count: columns)
        for tick in ticks.ticks { signs[min(columns - 1, max(0, Int(tick.position)))] = isASCII ? "+" : "┬" }
        for case .period(let from, let to, _) in marks {
            let (first, last) = (column(of: from), column(of: to))
            for column in first...max(first, last) { signs[column] = isASCII ? "=" : "═" }
        }
        if let segment {
            let (first, last) = (column(of: segment.from.place), column(of: segment.to.place))
            for column in first...max(first, last) { signs[column] = isASCII ? "=" : "═" }
            signs[first] = segment.movesEnd ? "[" : isASCII ? "^" : "▲"
            signs[last] = segment.movesEnd ? (isASCII ? "^" : "▲") : "]"
        }
        let indent = String(repeating: " ", count: labelWidth + 1)
        var pieces = [StyledText(indent + (isASCII ? "+" : "└"), .dim)]
        for sign in signs {
            let look: StyledText.Look = "═=[]▲^".contains(sign) ? .magenta : .dim
            if let last = pieces.last, last.look == look {
                pieces[pieces.count - 1] = StyledText(last.text + String(sign), look)
            } else {
                pieces.append(StyledText(String(sign), look))
            }
        }
        return pieces
    }

    /// Returns the names of both ends for the line below them, placed side by side when the ends are close.
    private func ends(of segment: ChartSegment) -> [(start: Double, text: String)] {
        let texts = [segment.from, segment.to].map { $0.name.spoken(in: language) }
        let widths = texts.map { Double(DisplayText.width(of: $0)) }
        let middles = [segment.from, segment.to].map { Double(column(of: $0.place)) }
        let last = max(0, min(middles[1] - widths[1] / 2, Double(columns) - widths[1]))
        let first = max(0, min(middles[0] - widths[0] / 2, last - Self.gap - widths[0]))
        return [(first, texts[0]), (max(last, first + widths[0] + Self.gap), texts[1])]
    }

    /// True when the gap between two texts would be too small.
    private static func touch(_ left: (start: Double, text: String), _ right: (start: Double, text: String)) -> Bool {
        left.start < right.start + Double(DisplayText.width(of: right.text)) + gap
            && right.start < left.start + Double(DisplayText.width(of: left.text)) + gap
    }

    /// Returns texts on one line, each starting at its column of the plot.
    private func written(_ texts: [(start: Double, text: String)]) -> String {
        var line = ""
        var width = 0
        for (start, text) in texts {
            let column = labelWidth + 2 + Int(start.rounded(.down))
            // Rounding may close the gap between two texts but never makes them overlap.
            let gap = max(width > 0 ? 1 : 0, column - width)
            line += String(repeating: " ", count: gap) + text
            width += gap + DisplayText.width(of: text)
        }
        return line
    }
}
