import Domain
import Drawing
import GatewayScenes
import GatewayWords
import Terminal

/// Draws a screen on a grid: the path at the top, the keys at the bottom, the panes between.
struct GridRenderer {
    /// The minimum size of the window. A smaller one shows only a message that it is too small.
    static let leastRows = 10
    static let leastColumns = 40

    let rows: Int
    let columns: Int
    let language: Language
    var isASCII = false

    /// The content to draw.
    struct Page {
        /// The titles from the first scene to the top one.
        var path: [Text]
        /// The screen of the top scene.
        var screen: Screen
        /// The content of the upper right corner.
        var corner = WindowCorner()
    }

    /// Returns the whole window.
    func grid(of page: Page) -> CellGrid {
        var grid = CellGrid(rows: rows, columns: columns)
        guard rows >= Self.leastRows, columns >= Self.leastColumns else {
            let text = Text(
                "The window is too small: \(Self.leastColumns) x \(Self.leastRows) is the least.",
                "Окно слишком мало: нужно хотя бы \(Self.leastColumns) x \(Self.leastRows).")
            for (row, line) in Wrapping.lines(say(text), width: max(1, columns)).enumerated() {
                grid.put(line, row: row, column: 0)
            }
            return grid
        }
        TopLine(page: self).draw(page, &grid)
        let spots = spots(of: page.screen)
        for spot in spots { PaneRenderer(page: self, screen: page.screen, spot: spot).draw(&grid) }
        PaneJoints(spots: spots).draw(&grid)
        // A scroll thumb covers the line between two panes.
        for spot in spots { PaneRenderer(page: self, screen: page.screen, spot: spot).drawThumb(&grid) }
        if page.screen.numbered.count > 1, columns < PaneLayout.columnsForSeveral { drawOthers(page.screen, &grid) }
        KeyLines(page: self, isFirst: page.path.count < 2).draw(page.screen, spots, &grid)
        if isASCII { grid.makePlain() }
        return grid
    }

    /// Returns the places of a screen's panes.
    func spots(of screen: Screen) -> [PaneLayout.Spot] {
        PaneLayout.place(screen.panes, focus: screen.focused.name, columns: columns, rows: rows)
    }

    func say(_ text: Text) -> String { text.spoken(in: language) }

    /// Writes pieces one after another.
    /// - Returns: The column after them.
    @discardableResult
    func put(_ spans: [Span], _ grid: inout CellGrid, row: Int, column: Int, width: Int) -> Int {
        var place = column
        for span in spans where place < column + width {
            place = grid.put(
                say(span.text), row: row, column: place, style: TerminalStyle(span.tone), width: column + width - place)
        }
        return place
    }

    func width(of spans: [Span]) -> Int { spans.reduce(0) { $0 + DisplayText.width(of: say($1.text)) } }

    /// Names the other panes in the row above the keys, when one pane fills the window.
    private func drawOthers(_ screen: Screen, _ grid: inout CellGrid) {
        var place = 1
        let row = rows - PaneLayout.keyRows(of: rows) - 1
        for (number, pane) in screen.numbered.enumerated() where pane.name != screen.focused.name {
            place = grid.put("\(number + 1)", row: row, column: place, style: .bold)
            place = grid.put(" " + say(pane.title), row: row, column: place, style: .dim)
            if let badge = pane.badge {
                place = grid.put(" " + say(badge.text), row: row, column: place, style: TerminalStyle(badge.tone))
            }
            place += 2
        }
    }
}
