/// Where a chart is drawn: how large it is, which values it reaches over, what stands beside and below it.
struct ChartFrame {
    /// The least and most rows of a plot.
    static let usualRows = 14

    /// Cells of the plot from left to right.
    let columns: Int
    /// Cells of the plot from top to bottom.
    let rows: Int
    /// The lowest and highest value.
    let values: ClosedRange<Double>
    /// Whether only ASCII may be used.
    let isPlain: Bool
    private let labels: [Int: String]
    private let labelWidth: Int

    /// A frame for these values.
    ///
    /// - Parameter width: Columns of the terminal.
    init(values: [Double], width: Int, rows: Int = usualRows, isPlain: Bool) {
        let least = values.min() ?? 0
        let greatest = values.max() ?? 0
        // What does not move is drawn in the middle.
        let margin = greatest > least ? 0 : max(abs(least) * 0.01, 1e-9)
        self.values = (least - margin)...(greatest + margin)
        self.rows = rows
        self.isPlain = isPlain
        var labels: [Int: String] = [:]
        for row in [0, rows / 3, rows - 1 - rows / 3, rows - 1] {
            let share = 1 - Double(row) / Double(rows - 1)
            let value = self.values.lowerBound + share * (self.values.upperBound - self.values.lowerBound)
            labels[row] = NumberText.price(value)
        }
        self.labels = labels
        labelWidth = labels.values.map(\.count).max() ?? 0
        columns = max(10, width - labelWidth - 2)
    }

    /// The row in which a value lies, in parts of `steps` a cell from the top.
    func step(of value: Double, steps: Int = 1) -> Int {
        let height = rows * steps
        let share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
        return min(height - 1, max(0, Int(((1 - share) * Double(height - 1)).rounded())))
    }

    /// The lines of a chart: the plot's rows with their labels, the axis and what stands below it.
    func lines(_ plot: (_ row: Int) -> [StyledText], from first: String, to last: String) -> [[StyledText]] {
        var lines: [[StyledText]] = (0..<rows).map { row in
            let label = labels[row] ?? ""
            let padded = String(repeating: " ", count: labelWidth - label.count) + label
            let edge = isPlain ? (labels[row] == nil ? " |" : " +") : labels[row] == nil ? " │" : " ┤"
            return [StyledText(padded + edge, .dim)] + plot(row)
        }
        let indent = String(repeating: " ", count: labelWidth + 1)
        lines.append([
            StyledText(
                indent + (isPlain ? "+" : "└") + String(repeating: isPlain ? "-" : "─", count: columns), .dim)
        ])
        let gap = max(1, columns - first.count - last.count)
        lines.append([StyledText(indent + " " + first + String(repeating: " ", count: gap) + last, .dim)])
        return lines
    }
}

/// Prices and shares as people read them.
enum NumberText {
    /// A price: more decimals the smaller it is.
    static func price(_ value: Double) -> String {
        let size = abs(value)
        return decimal(value, places: size >= 1000 ? 0 : size >= 10 ? 2 : size >= 0.1 ? 4 : 8)
    }

    /// `+1.3 %`, with a no-break space.
    static func change(_ share: Double) -> String { (share > 0 ? "+" : "") + percent(share, places: 1) }

    /// `62 %`, with a no-break space.
    static func percent(_ share: Double, places: Int = 0) -> String {
        decimal(share * 100, places: places) + ValueText.noBreakSpace + "%"
    }

    /// A number with so many decimals.
    static func decimal(_ value: Double, places: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
        let rounded = (abs(value) * scale).rounded()
        guard rounded < 9e18 else { return "\(value)" }
        let digits = String(Int64(rounded))
        let sign = value < 0 && rounded > 0 ? "-" : ""
        guard places > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return sign + padded.dropLast(places) + "." + padded.suffix(places)
    }
}
