import Drawing

/// One series of a chart, as terminal cells.
struct ChartCells {
    /// The content of one cell.
    struct Cell {
        static let empty = Cell(" ", .plain)

        let character: Character
        let look: StyledText.Look

        init(_ character: Character, _ look: StyledText.Look) {
            self.character = character
            self.look = look
        }

        var isEmpty: Bool { character == " " }

        /// Returns both cells as one: dots are merged; of other characters the upper one is shown.
        func covered(by upper: Cell, _ isASCII: Bool) -> Cell {
            guard !upper.isEmpty else { return self }
            guard !isEmpty else { return upper }
            if isASCII { return upper.character == character ? upper : Cell("@", upper.look) }
            guard let above = upper.dots, let below = dots, let both = Unicode.Scalar(0x2800 + (above | below)) else {
                return upper
            }
            return Cell(Character(both), upper.look)
        }

        /// The dots of a braille character.
        private var dots: UInt32? {
            character.unicodeScalars.first.flatMap { (0x2800...0x28FF).contains($0.value) ? $0.value - 0x2800 : nil }
        }
    }

    private let make: (_ row: Int, _ column: Int) -> Cell

    /// Returns the content of a cell.
    func cell(row: Int, column: Int) -> Cell { make(row, column) }

    // MARK: Lines

    /// Draws a line from point to point, with gaps at missing values.
    ///
    /// - Parameter isThick: True for a line of two dots.
    static func line(
        _ points: [Point], _ frame: ChartFrame, _ sign: Character, _ look: StyledText.Look, isDotted: Bool,
        isThick: Bool = false
    ) -> ChartCells {
        var canvas = BrailleCanvas(columns: frame.columns, rows: frame.rows)
        var before: (x: Int, y: Int)?
        for point in points {
            guard let value = point.value, value.isFinite else {
                before = nil
                continue
            }
            let next = (
                x: frame.column(of: point.place, steps: BrailleCanvas.dotsAcross),
                y: frame.step(of: value, steps: BrailleCanvas.dotsDown)
            )
            let start = before ?? next
            canvas.line(from: start, to: next, isDotted: isDotted && !frame.isASCII)
            if isThick {
                // Steep lines grow sideways. Flat ones grow downwards, or upwards at the lower edge.
                let isSteep = abs(next.y - start.y) > abs(next.x - start.x)
                let (right, down) = isSteep ? (1, 0) : (0, max(start.y, next.y) + 1 < canvas.height ? 1 : -1)
                canvas.line(
                    from: (start.x + right, start.y + down), to: (next.x + right, next.y + down))
            }
            before = next
        }
        return of(canvas, frame, sign, look)
    }

    /// Draws bars from zero.
    static func bars(
        _ points: [Point], _ frame: ChartFrame, _ sign: Character, _ look: StyledText.Look
    ) -> ChartCells {
        var canvas = BrailleCanvas(columns: frame.columns, rows: frame.rows)
        let zero = frame.step(of: 0, steps: BrailleCanvas.dotsDown)
        for point in points {
            guard let value = point.value, value.isFinite else { continue }
            let x = frame.column(of: point.place, steps: BrailleCanvas.dotsAcross)
            canvas.line(from: (x, zero), to: (x, frame.step(of: value, steps: BrailleCanvas.dotsDown)))
        }
        return of(canvas, frame, sign, look)
    }

    /// Returns the cells of a canvas; in ASCII, a cell with any dot is one character.
    private static func of(
        _ canvas: BrailleCanvas, _ frame: ChartFrame, _ sign: Character, _ look: StyledText.Look
    ) -> ChartCells {
        ChartCells { row, column in
            guard !canvas.isEmpty(row: row, column: column) else { return .empty }
            return Cell(frame.isASCII ? sign : canvas.character(row: row, column: column), look)
        }
    }

    // MARK: Candles

    /// The part of a candle that covers half a cell.
    private enum Part {
        case nothing, wick, body
    }

    /// Draws candles, one column each, in half cells.
    ///
    /// Wicks are thin. Rising bodies are hollow (drawn as heavy lines, since one column has no room for a hollow
    /// shape), falling bodies are filled. Shape and colour both tell them apart; ``CandleKey`` explains them. Adjacent
    /// candles are merged when there are more candles than columns, and spaced out when there is room.
    static func candles(_ candles: [Candle], from first: Int, _ frame: ChartFrame) -> ChartCells {
        let perSlot = frame.candlesPerSlot
        var columns: [Int: Candle] = [:]
        for (number, candle) in Candle.merged(candles, perSlot: perSlot).enumerated() {
            let middle =
                Double(first + number * perSlot) + Double(min(perSlot, candles.count - number * perSlot) - 1) / 2
            columns[frame.column(of: middle)] = candle
        }
        return ChartCells { row, column in columns[column].map { cell($0, row: row, frame) } ?? .empty }
    }

    private static func cell(_ candle: Candle, row: Int, _ frame: ChartFrame) -> Cell {
        let isRising = candle.isRising
        let look: StyledText.Look = isRising ? .green : .red
        func half(_ value: Double) -> Int { frame.step(of: value, steps: 2) }
        let body = half(max(candle.open, candle.close))...half(min(candle.open, candle.close))
        let wick = half(candle.high)...half(candle.low)
        func part(_ half: Int) -> Part { body.contains(half) ? .body : wick.contains(half) ? .wick : .nothing }
        let (upper, lower) = (part(2 * row), part(2 * row + 1))
        if frame.isASCII {
            if upper == .body || lower == .body { return Cell(isRising ? "O" : "#", look) }
            return upper == .wick || lower == .wick ? Cell("|", look) : .empty
        }
        let sign: Character =
            switch (upper, lower) {
            case (.body, .body): isRising ? "┃" : "█"
            case (.body, .wick): isRising ? "╿" : "▀"
            case (.body, .nothing): isRising ? "╹" : "▀"
            case (.wick, .body): isRising ? "╽" : "▄"
            case (.nothing, .body): isRising ? "╻" : "▄"
            case (.wick, .wick): "│"
            case (.wick, .nothing): "╵"
            case (.nothing, .wick): "╷"
            case (.nothing, .nothing): " "
            }
        return Cell(sign, look)
    }
}
