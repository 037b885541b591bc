import Terminal

/// Draws rows to choose from; those around the chosen one, where there are more than rows of the window.
struct ListRenderer {
    private static let gap = 2
    private static let leastFlexibleWidth = 8

    let page: GridRenderer
    let width: Int

    func draw(_ list: ListBlock, _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        let titles = list.hasTitles ? 1 : 0
        let visible = max(0, height - titles)
        let first = Self.firstRow(count: list.rows.count, visible: visible, selected: list.selected ?? 0)
        let shown = Array(list.rows.enumerated().dropFirst(first).prefix(visible))
        let widths = widths(of: list)
        if titles == 1 {
            var place = column + 2
            for (index, item) in list.columns.enumerated() where widths[index] > 0 {
                put([Span(item.title, .dim)], &grid, row: row, column: place, item, width: widths[index])
                place += widths[index] + Self.gap
            }
            if list.rows.count > visible, let selected = list.selected {
                let position = "\(selected + 1)/\(list.rows.count)"
                if let place = Self.room(for: position.count, in: grid, row: row, columns: column..<(column + width)) {
                    grid.put(position, row: row, column: place, style: .dim)
                }
            }
        }
        for (number, (index, cells)) in shown.enumerated() {
            let line = row + titles + number
            let isSelected = index == list.selected
            if isSelected { grid.put(page.isASCII ? ">" : "▸", row: line, column: column, style: .bold) }
            var place = column + 2
            for (cell, item) in list.columns.enumerated() where widths[cell] > 0 {
                put([cells[cell]], &grid, row: line, column: place, item, width: widths[cell])
                place += widths[cell] + Self.gap
            }
            if isSelected {
                grid.restyle(row: line, columns: column..<(column + width)) { $0.isReverse = true }
            }
        }
    }

    /// Where so many columns are free, as far to the right as there are, with a blank to each side: titles stay readable.
    private static func room(for count: Int, in grid: CellGrid, row: Int, columns: Range<Int>) -> Int? {
        let columns = columns.clamped(to: 0..<grid.columns)
        guard (0..<grid.rows).contains(row), columns.count >= count else { return nil }
        return (columns.lowerBound...(columns.upperBound - count)).reversed().first { start in
            ((start - 1)...(start + count)).allSatisfy { !columns.contains($0) || grid[row, $0].text == " " }
        }
    }

    /// The row that is shown first.
    static func firstRow(count: Int, visible: Int, selected: Int) -> Int {
        max(0, min(selected - visible / 2, count - visible))
    }

    private func put(
        _ spans: [Span], _ grid: inout CellGrid, row: Int, column: Int, _ item: ListBlock.Column, width: Int
    ) {
        let indent = item.isRightAligned ? max(0, width - page.width(of: spans)) : 0
        page.put(spans, &grid, row: row, column: column + indent, width: width - indent)
    }

    /// The widths of the columns; 0 for one that is empty in every row.
    private func widths(of list: ListBlock) -> [Int] {
        var widths = list.columns.indices.map { index -> Int in
            let widest = list.rows.map { page.width(of: [$0[index]]) }.max() ?? 0
            return widest == 0 ? 0 : max(widest, DisplayText.width(of: page.say(list.columns[index].title)))
        }
        let shown = widths.filter { $0 > 0 }
        var excess = shown.reduce(0, +) + Self.gap * max(0, shown.count - 1) + 2 - width
        for index in list.columns.indices.reversed() where list.columns[index].isFlexible && excess > 0 {
            let given = min(excess, max(0, widths[index] - Self.leastFlexibleWidth))
            widths[index] -= given
            excess -= given
        }
        return widths
    }
}
