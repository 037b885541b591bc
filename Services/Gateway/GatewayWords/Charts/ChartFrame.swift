import Domain
import Drawing

/// Where a chart is drawn in a terminal: how many cells it has, which values it reaches over, what stands beside and below
/// it. Round numbers and dates are those of pictures.
package struct ChartFrame {
    /// Rows of a plot, where nobody says otherwise.
    package static let usualRows = 14
    /// Fewer columns than this no plot has, whatever the terminal.
    static let leastColumns = 10
    /// How far texts below the plot stay apart.
    private static let gap = 2.0

    /// Cells of the plot from left to right.
    let columns: Int
    /// Cells of the plot from top to bottom.
    let rows: Int
    /// From the lowest row to the highest.
    let values: ClosedRange<Double>
    /// From the left edge to the right one.
    let places: ClosedRange<Double>
    /// Whether only ASCII may be used.
    let isASCII: Bool
    /// How many candles are drawn as one, since each takes a column.
    let candlesPerSlot: Int
    private let labels: [Int: String]
    private let labelWidth: Int
    private let ticks: HorizontalTicks
    private let marks: [Mark]
    private let segment: ChartSegment?
    private let language: Language

    /// A frame for a chart.
    ///
    /// - Parameters:
    ///   - width: Columns of the terminal.
    ///   - segment: The part of the axis whose ends are moved.
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

    /// From a round number to a round number, as close around the values as about one step a row allows: a low plot loses
    /// no half of its height to what is drawn nowhere.
    private static func range(around values: ClosedRange<Double>, rows: Int) -> ClosedRange<Double> {
        let steps = NumberSteps(over: values, most: rows)
        return steps.ticks.count > 1 ? steps.range : values
    }

    /// The numbers beside the plot: about one for three rows, and two at least.
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

    /// The row in which a value lies, in parts of `steps` a cell from the top.
    func step(of value: Double, steps: Int = 1) -> Int { Self.step(of: value, values, height: rows * steps) }

    private static func step(of value: Double, _ values: ClosedRange<Double>, height: Int) -> Int {
        // Halved, because the distance of the largest numbers is none.
        let share = (value / 2 - values.lowerBound / 2) / (values.upperBound / 2 - values.lowerBound / 2)
        return min(height - 1, max(0, Int(((1 - share) * Double(height - 1)).rounded())))
    }

    /// The column in which a place lies, in parts of `steps` a cell from the left.
    func column(of place: Double, steps: Int = 1) -> Int {
        let share = (place - places.lowerBound) / (places.upperBound - places.lowerBound)
        return min(columns * steps - 1, max(0, Int(share * Double(columns * steps))))
    }

    /// Whether a row is one of a value that is pointed out.
    func isMarked(row: Int) -> Bool {
        marks.contains { if case .level(let value, _) = $0 { step(of: value) == row } else { false } }
    }

    /// The lines of a chart: the plot's rows with their labels, the axis and what stands below it.
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
            // The ends are whole dates: dates that would touch them make room, and no year has to be told.
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

    /// The line below the plot, with a stroke at each date and marked periods doubled.
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

    /// What the ends are called, below them; beside each other where they are close.
    private func ends(of segment: ChartSegment) -> [(start: Double, text: String)] {
        let texts = [segment.from, segment.to].map { $0.name.spoken(in: language) }
        let widths = texts.map { Double(DisplayText.width(of: $0)) }
        let middles = [segment.from, segment.to].map { Double(column(of: $0.place)) }
        let last = max(0, min(middles[1] - widths[1] / 2, Double(columns) - widths[1]))
        let first = max(0, min(middles[0] - widths[0] / 2, last - Self.gap - widths[0]))
        return [(first, texts[0]), (max(last, first + widths[0] + Self.gap), texts[1])]
    }

    /// Whether there would be too little between two texts.
    private static func touch(_ left: (start: Double, text: String), _ right: (start: Double, text: String)) -> Bool {
        left.start < right.start + Double(DisplayText.width(of: right.text)) + gap
            && right.start < left.start + Double(DisplayText.width(of: left.text)) + gap
    }

    /// Texts on one line, each from its column of the plot on.
    private func written(_ texts: [(start: Double, text: String)]) -> String {
        var line = ""
        var width = 0
        for (start, text) in texts {
            let column = labelWidth + 2 + Int(start.rounded(.down))
            // Rounding may bring two together, never one over the other.
            let gap = max(width > 0 ? 1 : 0, column - width)
            line += String(repeating: " ", count: gap) + text
            width += gap + DisplayText.width(of: text)
        }
        return line
    }
}
