import GatewayScenes
import GatewayWords
import Terminal

/// Draws the fields of a form with their errors.
struct FormRenderer {
    let page: GridRenderer
    let width: Int

    /// Returns the wrapped text below a field: its error, or a remark.
    private func remark(_ field: FormField, isFocused: Bool, width: Int) -> (lines: [String], style: TerminalStyle) {
        if let problem = field.problem { return (Wrapping.lines(page.say(problem), width: width), .red) }
        guard isFocused, let note = field.keysNote ?? field.note else { return ([], .dim) }
        return (Wrapping.lines(page.say(note), width: width), .dim)
    }

    /// Returns the columns of the labels, and of the fields after them.
    private func widths(of form: Form) -> (labels: Int, fields: Int) {
        let labels = min(form.fields.map { DisplayText.width(of: page.say($0.label)) }.max() ?? 0, width / 3)
        return (labels, width - labels - 3)
    }

    func height(of form: Form) -> Int {
        let width = widths(of: form).fields
        return form.fields.enumerated().reduce(0) { rows, item in
            rows + 1 + remark(item.element, isFocused: item.offset == form.focus, width: width).lines.count
        }
    }

    func draw(_ form: Form, _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        let (labels, width) = widths(of: form)
        var line = row
        for (number, field) in form.fields.enumerated() where line < row + height {
            let isFocused = number == form.focus
            let start = column + labels + 3
            grid.put(
                page.say(field.label), row: line, column: column, style: isFocused ? .bold : .plain, width: labels)
            draw(field, isFocused: isFocused, &grid, row: line, column: start, width: width)
            line += 1
            let remark = remark(field, isFocused: isFocused, width: width)
            for text in remark.lines where line < row + height {
                grid.put(text, row: line, column: start, style: remark.style, width: width)
                line += 1
            }
        }
    }

    private func draw(
        _ field: FormField, isFocused: Bool, _ grid: inout CellGrid, row: Int, column: Int, width: Int
    ) {
        let shown = page.say(field.shown)
        switch field.kind {
        case .choice:
            put(choice: shown, isFocused, &grid, row: row, column: column, width: width)
            return
        case .pick where !field.isUnknown:
            let end = put(choice: shown, isFocused, &grid, row: row, column: column, width: width)
            guard isFocused else { return }
            // The search text follows the match.
            let start = min(end + 1, column + width - 1)
            grid.put(
                field.text, row: row, column: start, style: TerminalStyle(isUnderlined: true),
                width: column + width - start)
            let typed = DisplayText.width(of: field.edited.beforeCursor)
            grid.cursor = CellGrid.Place(row: row, column: min(start + typed, column + width - 1))
            return
        case .pick, .text, .day, .secret: break
        // No terminal reaches an authenticator: no scene asks one here.
        case .passkey: return
        }
        // Of a long text, the part around the cursor is shown.
        let room = max(4, width - 1)
        let (visible, place) = Self.window(Array(shown), cursor: isFocused ? field.edited.cursor : 0, columns: room)
        let end = grid.put(visible, row: row, column: column, style: TerminalStyle(isUnderlined: true), width: room)
        // Written separately: a prepended character would join with the spaces.
        let padding = String(repeating: " ", count: max(0, column + min(room, 40) - end))
        grid.put(padding, row: row, column: end, style: TerminalStyle(isUnderlined: true))
        if isFocused { grid.cursor = CellGrid.Place(row: row, column: column + place) }
    }

    /// Returns the visible part of a text, with the column of the cursor in it.
    private static func window(_ clusters: [Character], cursor: Int, columns: Int) -> (text: String, place: Int) {
        let cursor = min(cursor, clusters.count)
        var (first, place) = (cursor, 0)
        // One column is left for the cursor itself.
        while first > 0, place + DisplayText.width(of: clusters[first - 1]) < columns {
            first -= 1
            place += DisplayText.width(of: clusters[first])
        }
        return (String(clusters[first...]), place)
    }

    /// Writes a text.
    /// - Returns: The column after the text.
    @discardableResult
    private func put(
        choice shown: String, _ isFocused: Bool, _ grid: inout CellGrid, row: Int, column: Int, width: Int
    ) -> Int {
        let (left, right) = page.isASCII ? ("< ", " >") : ("‹ ", " ›")
        let style: TerminalStyle = isFocused ? TerminalStyle(isReverse: true) : .plain
        return grid.put(left + shown + right, row: row, column: column, style: style, width: width)
    }
}
