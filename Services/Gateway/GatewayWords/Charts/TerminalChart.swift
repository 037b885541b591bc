import Domain
import Drawing

/// Draws a chart as lines of a terminal: lines in braille, candles in half blocks, bars with names from left to right.
/// Pictures are drawn from the same description.
package enum TerminalChart {
    /// The look of each series, by its number. With `signs`, series differ without colours, too.
    private static let looks: [StyledText.Look] = [.plain, .blue, .yellow, .red]
    private static let signs: [Character] = ["*", "o", "x", "+", "#", "%"]

    /// Returns the lines of a chart, none wider than the terminal, which has at least 30 columns.
    ///
    /// - Parameter segment: The part of the axis whose ends the user moves.
    package static func lines(
        _ chart: CheckedChart, width: Int, rows: Int = ChartFrame.usualRows, isASCII: Bool,
        hasLegend: Bool = true, segment: ChartSegment? = nil
    ) -> [[StyledText]] {
        var lines: [[StyledText]] = []
        let title = DisplayText.cut(chart.title, to: width)
        if !title.isEmpty { lines.append([StyledText(title, .bold)]) }
        if let subtitle = chart.subtitle, !subtitle.isEmpty {
            lines.append([StyledText(DisplayText.cut(subtitle, to: width), .dim)])
        }
        if case .names(let names) = chart.horizontal {
            lines += key(chart, perSlot: 1, width: width, isASCII: isASCII)
            lines += NameBars.lines(chart, names, width: width, isASCII: isASCII)
        } else {
            let frame = ChartFrame(chart, width: width, rows: rows, isASCII: isASCII, segment: segment)
            lines += key(chart, perSlot: frame.candlesPerSlot, width: width, isASCII: isASCII)
            lines += plot(chart, frame)
        }
        return hasLegend ? lines + legend(chart, width: width, isASCII: isASCII) : lines
    }

    /// Returns a line that explains the values, the candles, and how many candles are drawn as one; empty when none of
    /// these applies.
    private static func key(
        _ chart: CheckedChart, perSlot: Int, width: Int, isASCII: Bool
    ) -> [[StyledText]] {
        var pieces: [StyledText] = []
        var left = width
        func add(_ text: String, _ look: StyledText.Look, gap: String = "") {
            guard left > gap.count else { return }
            let shown = DisplayText.cut(text, to: left - gap.count)
            pieces.append(StyledText(gap + shown, look))
            left -= gap.count + DisplayText.width(of: shown)
        }
        if let title = chart.verticalTitle { add(title, .dim) }
        if chart.hasCandles {
            let gap = pieces.isEmpty ? "" : "   "
            add(isASCII ? "O" : "┃", .green, gap: gap)
            add(CandleKey.text(isRising: true, in: chart.language), .dim, gap: " ")
            add(isASCII ? "#" : "█", .red, gap: "  ")
            add(CandleKey.text(isRising: false, in: chart.language), .dim, gap: " ")
            if let merged = chart.mergedText(perSlot) { add(merged, .dim, gap: "   ") }
        }
        return pieces.isEmpty ? [] : [pieces]
    }

    static func look(ofSeries number: Int) -> StyledText.Look { looks[number % looks.count] }

    // MARK: Plots

    private static func plot(_ chart: CheckedChart, _ frame: ChartFrame) -> [[StyledText]] {
        // The main series is drawn over the ones it is compared with.
        let numbered = Array(chart.series.enumerated())
        let ordered = numbered.filter { !$0.element.isMain } + numbered.filter { $0.element.isMain }
        let layers = ordered.map { number, series in
            switch series.content {
            case .line(let points), .area(let points):
                ChartCells.line(
                    points, frame, sign(series, number), look(ofSeries: number), isDotted: series.isDashed,
                    isThick: series.isMain)
            case .bars(let points): ChartCells.bars(points, frame, sign(series, number), look(ofSeries: number))
            case .candles(let candles): ChartCells.candles(candles, from: series.start, frame)
            }
        }
        return frame.lines { row in
            var pieces: [StyledText] = []
            var (text, look) = ("", StyledText.Look.plain)
            let isMarked = frame.isMarked(row: row)
            for column in 0..<frame.columns {
                var cell = ChartCells.Cell.empty
                for layer in layers { cell = cell.covered(by: layer.cell(row: row, column: column), frame.isASCII) }
                if cell.isEmpty, isMarked { cell = ChartCells.Cell(frame.isASCII ? "." : "┄", .yellow) }
                let (character, cellLook) = (cell.character, cell.look)
                if cellLook != look, character != " ", !text.isEmpty {
                    pieces.append(StyledText(text, look))
                    text = ""
                }
                if character != " " || text.isEmpty { look = cellLook }
                text.append(character)
            }
            while text.last == " " { text.removeLast() }
            return text.isEmpty ? pieces : pieces + [StyledText(text, look)]
        }
    }

    private static func sign(_ series: Series, _ number: Int) -> Character {
        series.isDashed ? "." : signs[number % signs.count]
    }

    // MARK: Legend

    /// Returns the legend that tells series and marks apart, one entry per line.
    private static func legend(_ chart: CheckedChart, width: Int, isASCII: Bool) -> [[StyledText]] {
        var lines: [[StyledText]] = []
        if chart.series.count > 1 {
            for (number, series) in chart.series.enumerated() where !series.content.isCandles {
                let line =
                    isASCII
                    ? String(repeating: sign(series, number), count: 3)
                    : series.isDashed ? "┄┄┄" : series.isMain ? "━━━" : "───"
                lines.append([
                    StyledText(line, look(ofSeries: number)),
                    StyledText(" " + DisplayText.cut(series.name, to: width - 4)),
                ])
            }
        }
        for mark in chart.marks {
            let line: (String, StyledText.Look) =
                switch mark {
                case .period: (isASCII ? "===" : "═══", .dim)
                case .level: (isASCII ? "..." : "┄┄┄", .yellow)
                }
            lines.append([StyledText(line.0, line.1), StyledText(" " + DisplayText.cut(mark.name, to: width - 4))])
        }
        return lines
    }
}

/// Bars with names, one per line from left to right, so that every name is readable.
private enum NameBars {
    private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    static func lines(
        _ chart: CheckedChart, _ names: [String], width: Int, isASCII: Bool
    ) -> [[StyledText]] {
        let values = chart.series.map { series -> [Int: Double] in
            switch series.content {
            case .bars(let points), .line(let points), .area(let points):
                points.reduce(into: [:]) { all, point in
                    if let value = point.value, value.isFinite { all[Int(point.place)] = value }
                }
            case .candles: [:]
            }
        }
        let labels = values.map { $0.mapValues { label($0, in: chart.language) } }
        let labelWidth = labels.flatMap(\.values).map(\.count).max() ?? 0
        let nameWidth = min(names.map { DisplayText.width(of: $0) }.max() ?? 0, max(8, width / 3))
        let room = max(4, width - nameWidth - labelWidth - 3)
        let greatest = values.flatMap(\.values).map(abs).max() ?? 0
        var lines: [[StyledText]] = []
        for (index, name) in names.enumerated() {
            for number in values.indices {
                guard let value = values[number][index], let label = labels[number][index] else { continue }
                let shown = number == 0 ? DisplayText.cut(name, to: nameWidth) : ""
                let padding = String(repeating: " ", count: nameWidth - DisplayText.width(of: shown) + 1)
                let bar = bar(greatest > 0 ? abs(value) / greatest : 0, room, isASCII: isASCII)
                let look = value < 0 ? .red : TerminalChart.look(ofSeries: number)
                let gap = String(repeating: " ", count: room - bar.count + 1 + labelWidth - label.count)
                lines.append([StyledText(shown + padding), StyledText(bar, look), StyledText(gap + label, .dim)])
            }
        }
        return lines
    }

    /// Formats a value with its decimals and separated thousands.
    private static func label(_ value: Double, in language: Language) -> String {
        abs(value) >= 1000 && abs(value) < 1e12
            ? AmountText.grouped(NumberLabel.trimmed(value, places: 2), in: language)
            : ChartSummary.text(value, in: language)
    }

    private static func bar(_ share: Double, _ room: Int, isASCII: Bool) -> String {
        let length = share * Double(room)
        if isASCII { return String(repeating: "#", count: Int(length.rounded())) }
        let whole = min(room, Int(length))
        let rest = Int((length - Double(whole)) * 8)
        // Every value above zero is visible.
        let last = whole == room ? "" : rest > 0 ? String(eighths[rest - 1]) : whole == 0 && share > 0 ? "▏" : ""
        return String(repeating: "█", count: whole) + last
    }
}
