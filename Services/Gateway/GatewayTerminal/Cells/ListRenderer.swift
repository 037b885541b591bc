import GatewayScenes
import GatewayWords
import Terminal

/// The visible part of a list: the lines around the selected one, when there are more lines than rows.
struct ListWindow {
    let list: ListBlock
    /// The number of rows for the column titles.
    let heads: Int
    /// The number of rows for lines.
    let visible: Int
    let lines: [ListBlock.Line]
    /// The first visible line.
    let first: Int

    init(_ list: ListBlock, rows: Int) {
        self.list = list
        heads = list.hasTitles ? 1 : 0
        visible = max(0, rows - heads)
        lines = list.lines
        let chosen = list.selected ?? 0
        let line =
            list.groups.isEmpty
            ? chosen : chosen + list.groups.keys.count { $0 <= chosen }
        first = max(0, min(line - visible / 2, lines.count - visible))
    }

    /// True when all rows of the list are visible.
    var isWhole: Bool {
        guard lines.count <= visible else { return false }
        switch list.count {
        case .exactly(let count): return count <= list.rows.count
        case .atLeast: return false
        case .uncounted: return true
        }
    }

    /// The visible lines.
    var shown: ArraySlice<ListBlock.Line> { lines.dropFirst(first).prefix(visible) }

    /// Returns the list's row at an offset below the first row; nil for none.
    func row(at offset: Int) -> Int? {
        let line = first + offset - heads
        guard offset >= heads, lines.indices.contains(line), case .row(let row) = lines[line] else { return nil }
        return row
    }
}

/// Draws a list to select from or to read.
struct ListRenderer {
    let page: GridRenderer
    let width: Int
    var hasFocus = true

    func draw(_ list: ListBlock, _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        let window = ListWindow(list, rows: height)
        let indent = list.selected == nil ? 0 : 1
        let widths = ListWidths.of(list, in: width - indent, page: page)
        if window.heads == 1 {
            let heads = list.columns.map { Span($0.title, .faint) }
            put(heads, list, widths, &grid, row: row, column: column + indent)
        }
        for (number, line) in window.shown.enumerated() {
            let place = row + window.heads + number
            switch line {
            case .group(let next): put(group: list.groups[next] ?? [], &grid, row: place, column: column)
            case .row(let index):
                put(list.rows[index], list, widths, &grid, row: place, column: column + indent)
                if index == list.selected { mark(&grid, row: place, column: column) }
            }
        }
    }

    /// Marks the selected row: reversed in the pane with the focus, bold elsewhere.
    private func mark(_ grid: inout CellGrid, row: Int, column: Int) {
        grid.put(page.isASCII ? ">" : "▸", row: row, column: column - 1, style: .bold, width: 1)
        grid.restyle(row: row, columns: (column - 1)..<(column + width)) { style in
            if hasFocus { style.isReverse = true } else { (style.isBold, style.isDim) = (true, false) }
        }
    }

    private func put(
        _ cells: [Span], _ list: ListBlock, _ widths: [Int], _ grid: inout CellGrid, row: Int, column: Int
    ) {
        var place = column
        for (index, item) in list.columns.enumerated() where widths[index] > 0 {
            let cell = cells[index]
            var text = DisplayText.clean(page.say(cell.text))
            if item.cut == .middle { text = DisplayText.cutInTheMiddle(text, to: widths[index]) }
            let indent = item.isRightAligned ? max(0, widths[index] - DisplayText.width(of: text)) : 0
            grid.put(
                text, row: row, column: place + indent, style: TerminalStyle(cell.tone), width: widths[index] - indent)
            place += widths[index] + ListWidths.gap
        }
    }

    /// Draws the heading of a group: `── November 2026 ── in +900.00 ──────`.
    private func put(group texts: [Text], _ grid: inout CellGrid, row: Int, column: Int) {
        var line = ""
        // Numbers are never cut: pieces that do not fit are left out.
        for text in texts {
            let piece = "── " + page.say(text) + " "
            guard line.isEmpty || DisplayText.width(of: line + piece) <= width else { break }
            line += piece
        }
        let rest = max(0, width - DisplayText.width(of: line))
        grid.put(line + String(repeating: "─", count: rest), row: row, column: column, style: .dim, width: width)
    }
}

/// The widths of a list's columns.
enum ListWidths {
    static let gap = 2
    /// The minimum width of a text column.
    private static let leastText = 10

    /// Returns the widths of the columns; 0 for a column that is empty in every row, or for which there is no room.
    static func of(_ list: ListBlock, in width: Int, page: GridRenderer) -> [Int] {
        var widths = list.measure.widths(in: page.language) {
            list.columns.indices.map { index in
                let widest = list.rows.reduce(0) { max($0, DisplayText.width(of: page.say($1[index].text))) }
                let column = list.columns[index]
                let least = column.isFlexible ? 0 : column.least
                return widest == 0 ? 0 : max(widest, least, DisplayText.width(of: page.say(column.title)))
            }
        }
        /// Returns the width to which a text shrinks before whole columns are dropped.
        func leastOfText(_ index: Int) -> Int {
            let least = list.columns[index].least
            return min(widths[index], least > 0 ? least : leastText)
        }
        func least(_ index: Int) -> Int { list.columns[index].isFlexible ? leastOfText(index) : widths[index] }
        func excess(_ needed: (Int) -> Int) -> Int {
            let shown = widths.indices.filter { widths[$0] > 0 }
            return shown.reduce(gap * max(0, shown.count - 1)) { $0 + needed($1) } - width
        }
        // Whole columns are dropped first, by priority; the first two visible ones stay.
        while excess(least) > 0 {
            let shown = widths.indices.filter { widths[$0] > 0 }
            let order = { (index: Int) in
                (list.columns[index].priority ?? (list.columns[index].isFlexible ? 2 : index + 1), index)
            }
            guard let worst = shown.max(by: { order($0) < order($1) }), shown.count > 2 else { break }
            widths[worst] = 0
        }
        var over = excess { widths[$0] }
        for index in list.columns.indices.reversed() where list.columns[index].isFlexible && over > 0 {
            let given = min(over, max(0, widths[index] - leastOfText(index)))
            widths[index] -= given
            over -= given
        }
        // The remaining width goes to a text column, so that the columns after it stay in place on every page.
        if over < 0, let text = list.columns.indices.first(where: { list.columns[$0].isFlexible && widths[$0] > 0 }) {
            widths[text] -= over
        }
        return widths
    }
}
