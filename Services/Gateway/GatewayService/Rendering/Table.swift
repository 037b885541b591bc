/// Rows and columns for people.
struct Table: Sendable {
    /// A column.
    struct Column: Sendable {
        /// What stands above it.
        let title: Text
        /// Numbers end on one line.
        let isRightAligned: Bool
        /// Gives way when the terminal is narrow, down to eight columns.
        let isFlexible: Bool

        /// A column of words.
        static func words(_ title: Text) -> Column { Column(title: title, isRightAligned: false, isFlexible: false) }
        /// A column of free text.
        static func text(_ title: Text) -> Column { Column(title: title, isRightAligned: false, isFlexible: true) }
        /// A column of numbers.
        static func numbers(_ title: Text) -> Column { Column(title: title, isRightAligned: true, isFlexible: false) }
    }

    private static let gap = "  "
    private static let leastFlexibleWidth = 8

    /// From left to right.
    let columns: [Column]
    /// Each as long as `columns`.
    private(set) var rows: [[StyledText]] = []

    init(_ columns: [Column]) { self.columns = columns }

    /// Adds a row.
    /// - Precondition: It has a cell for each column.
    mutating func add(_ cells: [StyledText]) {
        precondition(cells.count == columns.count, "a row has a cell for each column")
        rows.append(cells)
    }

    /// The lines, headings first; a column that is empty in every row is left out.
    ///
    /// - Parameter width: The columns of the terminal, nil for as many as it takes.
    func lines(width: Int?, hasColor: Bool) -> [String] {
        let shown = columns.indices.filter { column in rows.contains { !$0[column].text.isEmpty } }
        guard !shown.isEmpty else { return [] }
        var widths = columns.indices.map { column in
            max(DisplayText.width(of: columns[column].title.description), rows.map { $0[column].width }.max() ?? 0)
        }
        if let width {
            let total = shown.reduce(0) { $0 + widths[$1] } + Self.gap.count * (shown.count - 1)
            var excess = total - width
            for column in shown.reversed() where columns[column].isFlexible && excess > 0 {
                let given = min(excess, max(0, widths[column] - Self.leastFlexibleWidth))
                widths[column] -= given
                excess -= given
            }
        }
        let heading = columns.map { StyledText($0.title, .dim) }
        return ([heading] + rows).map { row in
            let cells = shown.map { column in
                let cell = row[column].cut(to: widths[column])
                let padding = String(repeating: " ", count: widths[column] - cell.width)
                let text = cell.rendered(hasColor: hasColor)
                if columns[column].isRightAligned { return padding + text }
                return text + padding
            }
            let line = cells.joined(separator: Self.gap)
            return String(line[..<(line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex)])
        }
    }
}
