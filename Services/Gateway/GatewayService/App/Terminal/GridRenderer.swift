import Domain
import Drawing
import Terminal

/// Draws a screen on a grid: the path above, the keys below, the blocks between.
struct GridRenderer {
    /// Smaller windows show nothing but that they are too small.
    static let leastRows = 10
    static let leastColumns = 40

    let rows: Int
    let columns: Int
    let language: Language
    var isASCII = false

    /// What is drawn.
    struct Page {
        /// The titles from the first scene to the uppermost.
        var path: [Text]
        /// The uppermost screen.
        var screen: Screen
        /// What stands in the upper right corner.
        var corner: [Span] = []
    }

    /// The whole window.
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
        drawTop(page, &grid)
        drawBody(page.screen, &grid, top: 2, height: rows - 4)
        drawHints(page.screen, isFirst: page.path.count < 2, &grid)
        if isASCII { grid.makePlain() }
        return grid
    }

    func say(_ text: Text) -> String { text.spoken(in: language) }

    /// Writes pieces behind each other.
    /// - Returns: The column behind them.
    @discardableResult
    func put(_ spans: [Span], _ grid: inout CellGrid, row: Int, column: Int, width: Int) -> Int {
        var place = column
        for span in spans where place < column + width {
            place = grid.put(say(span.text), row: row, column: place, style: span.style, width: column + width - place)
        }
        return place
    }

    func width(of spans: [Span]) -> Int { spans.reduce(0) { $0 + DisplayText.width(of: say($1.text)) } }

    // MARK: Above and below

    private func drawTop(_ page: Page, _ grid: inout CellGrid) {
        let path = ([Text(verbatim: "Kopilka")] + page.path).map { say($0) }.joined(separator: " › ")
        let cornerWidth = min(width(of: page.corner), columns / 2)
        grid.put(path, row: 0, column: 1, style: .bold, width: columns - cornerWidth - 4)
        put(page.corner, &grid, row: 0, column: columns - cornerWidth - 1, width: cornerWidth)
        rule(&grid, row: 1)
        rule(&grid, row: rows - 2)
    }

    private func rule(_ grid: inout CellGrid, row: Int) {
        grid.put(String(repeating: isASCII ? "-" : "─", count: columns), row: row, column: 0, style: .dim)
    }

    /// The keys, as many as there is room for; the last two are always there.
    private func drawHints(_ screen: Screen, isFirst: Bool, _ grid: inout CellGrid) {
        let help = (say(KeyText.name(of: screen.isTyping ? .function(1) : .character("?"))), say(AppTexts.help))
        let leave = screen.form == nil ? TerminalKey.character("q") : .control("c")
        let back =
            isFirst
            ? (say(KeyText.name(of: leave)), say(AppTexts.leave)) : (say(KeyText.name(of: .escape)), say(AppTexts.back))
        let always = [help, back]
        func width(_ hint: (key: String, title: String)) -> Int {
            DisplayText.width(of: hint.key) + DisplayText.width(of: hint.title) + 3
        }
        var room = columns - 2 - always.reduce(0) { $0 + width($1) }
        var hints: [(key: String, title: String)] = []
        for action in screen.actions where action.isHinted && action.obstacle == nil {
            guard let key = action.key else { continue }
            let hint = (key: say(KeyText.name(of: key)), title: say(action.title))
            guard width(hint) <= room else { break }
            room -= width(hint)
            hints.append(hint)
        }
        var column = 1
        for hint in hints + always {
            column = grid.put(hint.key, row: rows - 1, column: column, style: .bold)
            column = grid.put(" " + hint.title, row: rows - 1, column: column, style: .dim) + 2
        }
    }

    // MARK: The blocks

    private func drawBody(_ screen: Screen, _ grid: inout CellGrid, top: Int, height: Int) {
        let renderer = BlockRenderer(page: self, width: columns - 2)
        let heights = renderer.heights(of: screen.blocks, in: height)
        var row = top
        for (block, height) in zip(screen.blocks, heights) {
            let room = min(height, top + self.rows - 4 - row)
            if room > 0 { renderer.draw(block, &grid, row: row, column: 1, height: room) }
            row += height
        }
    }
}
