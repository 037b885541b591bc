/// Values as a line.
enum LineChart {
    /// A line that reaches from the left edge to the right.
    struct Line {
        let values: [Double]
        /// Drawn in dots, to be told from the other where there are no colours.
        var isDotted = false
        var look = StyledText.Look.plain
    }

    /// The lines of a chart of one or two lines of values, drawn over one another.
    ///
    /// - Parameters:
    ///   - first: What stands below the left edge.
    ///   - last: What stands below the right one.
    static func lines(
        _ drawn: [Line], from first: String, to last: String, width: Int, rows: Int = ChartFrame.usualRows,
        isPlain: Bool
    ) -> [[StyledText]] {
        let frame = ChartFrame(values: drawn.flatMap(\.values), width: width, rows: rows, isPlain: isPlain)
        let canvases = drawn.map { canvas($0, frame) }
        return frame.lines(
            { row in
                var pieces: [StyledText] = []
                var (text, look) = ("", StyledText.Look.plain)
                for column in 0..<frame.columns {
                    let (character, cellLook) = cell(canvases, drawn, row: row, column: column, isPlain: isPlain)
                    if cellLook != look, !text.isEmpty {
                        pieces.append(StyledText(text, look))
                        text = ""
                    }
                    look = cellLook
                    text.append(character)
                }
                while text.last == " " { text.removeLast() }
                return text.isEmpty ? pieces : pieces + [StyledText(text, look)]
            }, from: first, to: last)
    }

    private static func canvas(_ line: Line, _ frame: ChartFrame) -> BrailleCanvas {
        // In ASCII a cell is one sign: dots count as cells.
        var canvas = BrailleCanvas(columns: frame.columns, rows: frame.rows)
        let (across, down) = (canvas.width, BrailleCanvas.dotsDown)
        var before: (x: Int, y: Int)?
        for (index, value) in line.values.enumerated() {
            let x = line.values.count == 1 ? 0 : index * (across - 1) / (line.values.count - 1)
            let point = (x: x, y: frame.step(of: value, steps: down))
            canvas.line(from: before ?? point, to: point, isDotted: line.isDotted && !frame.isPlain)
            before = point
        }
        return canvas
    }

    private static func cell(
        _ canvases: [BrailleCanvas], _ drawn: [Line], row: Int, column: Int, isPlain: Bool
    ) -> (Character, StyledText.Look) {
        let present = canvases.indices.filter { !canvases[$0].isEmpty(row: row, column: column) }
        guard let first = present.first else { return (" ", .plain) }
        if isPlain { return (present.count > 1 ? "@" : drawn[first].isDotted ? "." : "*", drawn[first].look) }
        guard present.count > 1 else { return (canvases[first].character(row: row, column: column), drawn[first].look) }
        return (canvases[first].character(row: row, column: column, with: canvases[present[1]]), drawn[present[1]].look)
    }
}
