import Domain
import GatewayScenes
import GatewayWords
import Terminal

/// Draws a pane: its rule, and its blocks below it.
struct PaneRenderer {
    let page: GridRenderer
    let screen: Screen
    let spot: PaneLayout.Spot

    private var rect: PaneLayout.Rect { spot.rect }
    private var hasFocus: Bool { screen.focused.name == spot.pane }
    private var pane: Pane { screen.panes.first { $0.name == spot.pane } ?? screen.focused }
    private var blocks: BlockRenderer { BlockRenderer(page: page, width: max(1, rect.columns - 2), hasFocus: hasFocus) }

    func draw(_ grid: inout CellGrid) {
        drawBlocks(&grid)
        drawRule(&grid)
    }

    // MARK: The blocks

    /// The blocks with their rows in the window.
    private var placed: [(block: Block, row: Int, height: Int)] {
        let end = rect.row + rect.rows
        var row = rect.row + 1
        return zip(pane.blocks, blocks.heights(of: pane.blocks, in: rect.rows - 1)).map { block, height in
            defer { row += height }
            return (block, row, max(0, min(height, end - row)))
        }
    }

    private func drawBlocks(_ grid: inout CellGrid) {
        for (block, row, height) in placed where height > 0 {
            blocks.draw(block, &grid, row: row, column: rect.column + 1, height: height)
        }
        guard pane.staleSince != nil else { return }
        for row in (rect.row + 1)..<max(rect.row + 1, rect.row + rect.rows) {
            grid.restyle(row: row, columns: rect.column..<(rect.column + rect.columns)) {
                if $0.color == nil { ($0.isDim, $0.isBold) = (true, false) }
            }
        }
    }

    /// Returns the list's row at a row of the window; nil for none.
    func listRow(at row: Int) -> Int? {
        for (block, top, height) in placed where (top..<(top + height)).contains(row) {
            if case .list(let list) = block { return ListWindow(list, rows: height).row(at: row - top) }
        }
        return nil
    }

    /// The visible part of the list, if there is one.
    private var window: (list: ListBlock, window: ListWindow, top: Int)? {
        for (block, top, height) in placed {
            if case .list(let list) = block { return (list, ListWindow(list, rows: height), top) }
        }
        return nil
    }

    /// Draws the scroll thumb for the selected row, on the right edge of the pane.
    func drawThumb(_ grid: inout CellGrid) {
        guard let (list, window, top) = window, !window.isWhole, let selected = list.selected, window.visible > 0 else {
            return
        }
        let count = list.rows.count
        let row = count < 2 ? 0 : (window.visible - 1) * selected / (count - 1)
        let edge = rect.column + rect.columns
        grid.put(
            "┃", row: top + window.heads + row, column: edge < page.columns ? edge : edge - 1, style: .dim, width: 1)
    }

    // MARK: The rule

    private func drawRule(_ grid: inout CellGrid) {
        let line = hasFocus ? "━" : "─"
        let style: TerminalStyle = hasFocus ? TerminalStyle(.here) : .dim
        grid.put(
            String(repeating: line, count: rect.columns), row: rect.row, column: rect.column, style: style,
            width: rect.columns)
        let end = rect.column + rect.columns
        var place = rect.column + 1
        if let number = screen.number(of: pane.name) {
            place = grid.put("\(number)", row: rect.row, column: place, style: hasFocus ? style : .bold)
        } else {
            place = grid.put(" ", row: rect.row, column: place)
        }
        let title = DisplayText.clean(page.say(pane.title.isEmpty ? screen.title : pane.title))
        let taken = place + 2 + DisplayText.width(of: title)
        let positions = positions.map(page.say)
        // When the position leaves no room for the sum, only the count is shown.
        let position =
            positions.first { position in
                candidates.contains { fits($0, end - taken - DisplayText.width(of: position)) }
            } ?? positions.first ?? ""
        let nameRoom = max(0, end - place - 3 - DisplayText.width(of: position))
        if screen.number(of: pane.name) != nil {
            place = grid.put(title.isEmpty ? "" : " ", row: rect.row, column: place)
        }
        place = grid.put(title, row: rect.row, column: place, style: hasFocus ? style : .bold, width: nameRoom)
        place = grid.put(
            position, row: rect.row, column: place, style: hasFocus ? style : .dim, width: max(0, end - place - 1))
        place = grid.put(" ", row: rect.row, column: place, width: max(0, end - place))
        drawTotals(&grid, after: place, before: end)
    }

    /// The position, such as ` · 3 of 3 000`, or ` · 3` when all rows are visible; the longest wording first.
    private var positions: [Text] {
        guard let (list, window, _) = window else { return [] }
        let dot = Text(verbatim: " · ")
        switch list.count {
        case .uncounted: return []
        case .exactly(let count):
            let place = window.isWhole ? nil : list.selected
            return (place.map { [dot + AppTexts.position($0 + 1, of: list.count)] } ?? []) + [dot + .count(count)]
        case .atLeast:
            return list.selected.map { [dot + AppTexts.position($0 + 1, of: list.count)] } ?? []
        }
    }

    /// The totals followed by the badge, the longest wording first.
    private var candidates: [[Span]] {
        var badges: [[Span]] = []
        if let since = pane.staleSince {
            badges = [[Span(AppTexts.dataOf(since), .waits)], [Span(AppTexts.since(since), .waits)]]
        } else if let badge = pane.badge {
            badges = [[Span(badge.text, badge.tone)]]
        }
        let gap = Span(verbatim: "  ")
        let wordings = pane.totals.filter { !$0.isEmpty }.map { Span($0) }
        return wordings.flatMap { total in badges.isEmpty ? [[total]] : badges.map { [total, gap] + $0 } } + badges
    }

    /// True when the words fit the given columns of the rule: a piece of the rule and a space on each side.
    private func fits(_ words: [Span], _ room: Int) -> Bool { !words.isEmpty && page.width(of: words) + 4 <= room }

    /// Draws the longest wording of the totals that leaves room for the name and one piece of the rule.
    private func drawTotals(_ grid: inout CellGrid, after place: Int, before end: Int) {
        guard let words = candidates.first(where: { fits($0, end - place) }) else { return }
        let start = end - 2 - page.width(of: words)
        grid.put(" ", row: rect.row, column: start - 1)
        page.put(words, &grid, row: rect.row, column: start, width: end - start)
        grid.put(" ", row: rect.row, column: end - 2)
    }
}

/// Draws the lines between adjacent panes, with joints at the rules.
struct PaneJoints {
    let spots: [PaneLayout.Spot]

    func draw(_ grid: inout CellGrid) {
        let bars = Set(
            spots.filter { $0.rect.column > 0 }.flatMap { spot in
                (spot.rect.row..<(spot.rect.row + spot.rect.rows)).map {
                    CellGrid.Place(row: $0, column: spot.rect.column - 1)
                }
            })
        func isRule(_ row: Int, _ column: Int) -> Bool {
            spots.contains {
                $0.rect.row == row && ($0.rect.column..<($0.rect.column + $0.rect.columns)).contains(column)
            }
        }
        for place in bars {
            // The line begins between two rules in their first row.
            let (row, column) = (place.row, place.column)
            let (left, right) = (isRule(row, column - 1), isRule(row, column + 1))
            let up = bars.contains(CellGrid.Place(row: row - 1, column: column))
            let down = bars.contains(CellGrid.Place(row: row + 1, column: column))
            let joint =
                switch (left, right) {
                case (true, true): up ? (down ? "┼" : "┴") : "┬"
                case (false, true): "├"
                case (true, false): "┤"
                case (false, false): "│"
                }
            grid.put(joint, row: row, column: column, style: .dim)
        }
        // The line ends on the rule of the pane below it.
        for place in bars where !bars.contains(CellGrid.Place(row: place.row + 1, column: place.column)) {
            let row = place.row + 1
            guard row < grid.rows, isRule(row, place.column), ["─", "━"].contains(grid[row, place.column].text) else {
                continue
            }
            grid.put("┴", row: row, column: place.column, style: .dim)
        }
    }
}
