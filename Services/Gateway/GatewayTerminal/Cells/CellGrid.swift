import GatewayWords
import Terminal

/// The cells of a terminal as a value: a drawing can be compared and stored as text without a terminal.
struct CellGrid: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        static let blank = Cell(text: " ", style: .plain)

        /// The character; empty in the second cell of a wide character.
        var text: String
        var style: TerminalStyle
    }

    /// A part of a row with one style.
    struct Run: Hashable, Sendable {
        let column: Int
        let text: String
        let style: TerminalStyle
    }

    let rows: Int
    let columns: Int
    private var cells: [Cell]
    /// The place of the cursor; nil when it is hidden.
    var cursor: Place?

    /// The place of a cell.
    struct Place: Hashable, Sendable {
        let row: Int
        let column: Int
    }

    /// Creates an empty grid.
    init(rows: Int, columns: Int) {
        self.rows = max(0, rows)
        self.columns = max(0, columns)
        cells = Array(repeating: .blank, count: self.rows * self.columns)
    }

    /// Writes a text into a row, cut with `…` where it does not fit.
    ///
    /// - Parameter width: The maximum width; by default the rest of the row.
    /// - Returns: The column after the text.
    @discardableResult
    mutating func put(
        _ text: String, row: Int, column: Int, style: TerminalStyle = .plain, width: Int? = nil
    ) -> Int {
        let room = min(width ?? columns - column, columns - column)
        guard (0..<rows).contains(row), column >= 0, room > 0 else { return column }
        var (place, last): (Int, Int?) = (column, nil)
        for character in DisplayText.cut(DisplayText.clean(text), to: room) {
            let wide = DisplayText.width(of: character)
            guard wide > 0 else {
                if let last { cells[last].text.append(character) }
                continue
            }
            guard place + wide <= column + room else { break }
            let cell = row * columns + place
            cells[cell] = Cell(text: String(character), style: style)
            for rest in 1..<max(1, wide) { cells[cell + rest] = Cell(text: "", style: style) }
            (place, last) = (place + wide, cell)
        }
        return place
    }

    /// Changes the style of a part of a row and keeps its text.
    mutating func restyle(row: Int, columns range: Range<Int>, _ change: (inout TerminalStyle) -> Void) {
        guard (0..<rows).contains(row) else { return }
        for column in range.clamped(to: 0..<columns) { change(&cells[row * columns + column].style) }
    }

    mutating func change(_ body: (inout Cell) -> Void) { for index in cells.indices { body(&cells[index]) } }

    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// The rows as text, without trailing spaces.
    var lines: [String] {
        (0..<rows).map { row in
            var line = (0..<columns).map { cells[row * columns + $0].text }.joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Splits a row into parts with one style each. A character with emoji presentation ends its part: ncurses counts
    /// one column for it where terminals may show two, and the following text must start in its own column regardless.
    func runs(ofRow row: Int) -> [Run] {
        var runs: [Run] = []
        var (start, text, style, isUncertain) = (0, "", TerminalStyle.plain, false)
        for column in 0..<columns {
            let cell = cells[row * columns + column]
            if !text.isEmpty, cell.style != style || isUncertain && !cell.text.isEmpty {
                runs.append(Run(column: start, text: text, style: style))
                text = ""
            }
            if !cell.text.isEmpty { isUncertain = cell.text.unicodeScalars.contains("\u{FE0F}") }
            if text.isEmpty { (start, style) = (column, cell.style) }
            text += cell.text
        }
        if !text.isEmpty { runs.append(Run(column: start, text: text, style: style)) }
        return runs
    }
}
