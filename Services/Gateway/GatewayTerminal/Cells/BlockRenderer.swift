import Drawing
import GatewayScenes
import GatewayWords
import Terminal

/// Draws the blocks of a screen, each in its share of the rows.
struct BlockRenderer {
    /// The number of rows that a block needs, and its claim to further rows.
    private struct Need {
        var least: Int
        var most: Int
    }

    let page: GridRenderer
    let width: Int
    /// True when keys go to the pane of these blocks.
    var hasFocus = true

    /// Returns the rows of each block: what it needs, then the remaining rows for lists first and drawings second.
    func heights(of blocks: [Block], in height: Int) -> [Int] {
        let needs = blocks.map(need)
        var heights = needs.map(\.least)
        var left = height - heights.reduce(0, +)
        for wantsList in [true, false] {
            let open = blocks.indices.filter { needs[$0].most > needs[$0].least && isList(blocks[$0]) == wantsList }
            for (number, index) in open.enumerated() where left > 0 {
                let share = left / (open.count - number)
                let given = min(share, needs[index].most - needs[index].least)
                heights[index] += given
                left -= given
            }
        }
        return heights
    }

    private func isList(_ block: Block) -> Bool { if case .list = block { true } else { false } }

    private func need(_ block: Block) -> Need {
        func exactly(_ rows: Int) -> Need { Need(least: rows, most: rows) }
        switch block {
        case .line, .choices, .gap, .progress, .passkey: return exactly(1)
        case .paragraph(let text, _): return exactly(Wrapping.lines(page.say(text), width: width).count)
        case .facts(let facts): return exactly(facts.count)
        case .cards: return exactly(3)
        case .bars(let bars): return exactly(bars.count)
        case .question(let question): return exactly(QuestionRenderer(page: page, width: width).height(of: question))
        case .picture(let text):
            return Need(least: QRPicture(text, quiet: QRPicture.leastQuiet).rows, most: QRPicture(text).rows)
        case .form(let form): return exactly(FormRenderer(page: page, width: width).height(of: form))
        case .list(let list):
            let all = list.lines.count + (list.hasTitles ? 1 : 0)
            return Need(least: min(all, 3), most: all)
        case .chart(let chart):
            // Title, axis and dates take five rows besides the plot.
            return chart.rows.map { exactly($0 + 5) } ?? Need(least: 8, most: 200)
        }
    }

    func draw(_ block: Block, _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        switch block {
        case .gap: break
        case .passkey: grid.put(page.say(AppTexts.browserOnly), row: row, column: column, width: width)
        case .line(let spans): page.put(spans, &grid, row: row, column: column, width: width)
        case .choices(let line): page.put(line.spans, &grid, row: row, column: column, width: width)
        case .paragraph(let text, let tone):
            for (number, line) in Wrapping.lines(page.say(text), width: width).prefix(height).enumerated() {
                grid.put(line, row: row + number, column: column, style: TerminalStyle(tone), width: width)
            }
        case .facts(let facts): draw(facts, &grid, row: row, column: column, height: height)
        case .list(let list):
            ListRenderer(page: page, width: width, hasFocus: hasFocus).draw(
                list, &grid, row: row, column: column, height: height)
        case .form(let form):
            FormRenderer(page: page, width: width).draw(form, &grid, row: row, column: column, height: height)
        case .cards(let cards): draw(cards, &grid, row: row, column: column)
        case .bars(let bars): draw(bars, &grid, row: row, column: column, height: height)
        case .question(let question):
            QuestionRenderer(page: page, width: width).draw(question, &grid, row: row, column: column, height: height)
        case .chart(let chart): draw(chart, &grid, row: row, column: column, height: height)
        case .picture(let text): draw(picture: text, &grid, row: row, column: column, height: height)
        case .progress(let share, let text): draw(share, text, &grid, row: row, column: column)
        }
    }

    private func draw(_ facts: [Fact], _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        // With few rows, facts stand in two columns.
        if facts.count > height, width >= 66, height > 0 {
            let half = BlockRenderer(page: page, width: (width - 2) / 2)
            half.draw(Array(facts.prefix(height)), &grid, row: row, column: column, height: height)
            half.draw(
                Array(facts.dropFirst(height).prefix(height)), &grid, row: row, column: column + (width + 2) / 2,
                height: height)
            return
        }
        // Names take at most a third of the width.
        let names = min(facts.map { DisplayText.width(of: page.say($0.name)) }.max() ?? 0, max(8, width / 3))
        for (number, fact) in facts.prefix(height).enumerated() {
            grid.put(page.say(fact.name), row: row + number, column: column, style: .dim, width: names)
            page.put(fact.value, &grid, row: row + number, column: column + names + 2, width: width - names - 2)
        }
    }

    private func draw(_ cards: [Card], _ grid: inout CellGrid, row: Int, column: Int) {
        guard !cards.isEmpty else { return }
        let each = width / cards.count
        for (number, card) in cards.enumerated() {
            let place = column + number * each
            grid.put(page.say(card.title), row: row, column: place, style: .dim, width: each - 2)
            page.put([card.value], &grid, row: row + 1, column: place, width: each - 2)
            if let note = card.note {
                grid.put(page.say(note), row: row + 2, column: place, style: .dim, width: each - 2)
            }
        }
    }

    private func draw(_ bars: [Bar], _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        func widest(_ texts: [Text]) -> Int { texts.map { DisplayText.width(of: page.say($0)) }.max() ?? 0 }
        let values = widest(bars.map(\.value))
        let names = min(widest(bars.map(\.name)), max(4, width - values - 3))
        let room = width - names - values - 3
        for (number, bar) in bars.prefix(height).enumerated() {
            let value = page.say(bar.value)
            grid.put(page.say(bar.name), row: row + number, column: column, width: names)
            let start = column + names + 2 + values - DisplayText.width(of: value)
            let place = grid.put(value, row: row + number, column: start)
            guard room > 0 else { continue }
            let length = max(1, Int((Double(room) * min(1, max(0, bar.share))).rounded()))
            grid.put(
                String(repeating: "█", count: length), row: row + number, column: place + 1,
                style: TerminalStyle(.second), width: room)
        }
    }

    /// Draws a QR code: the light modules, for a dark terminal. ASCII characters are not square, so there it draws
    /// none.
    private func draw(picture text: String, _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        let pictures = [QRPicture(text), QRPicture(text, quiet: QRPicture.leastQuiet)]
        guard !page.isASCII, let picture = pictures.first(where: { $0.rows <= height && $0.columns <= width }) else {
            return
        }
        for (number, line) in picture.lines(width: width, hasColor: false).enumerated() {
            grid.put(line.text, row: row + number, column: column, width: width)
        }
    }

    private func draw(_ share: Double?, _ text: Text, _ grid: inout CellGrid, row: Int, column: Int) {
        let length = min(30, width / 2)
        let filled = Int((Double(length) * min(1, max(0, share ?? 0))).rounded(.down))
        let (full, empty) = page.isASCII ? ("#", ".") : ("█", "░")
        var place = grid.put(
            String(repeating: full, count: filled) + String(repeating: empty, count: length - filled), row: row,
            column: column, style: TerminalStyle(.cyan))
        if let share { place = grid.put(" \(Int(share * 100)) %", row: row, column: place) }
        grid.put("  " + page.say(text), row: row, column: place, style: .dim)
    }

    private func draw(_ block: ChartBlock, _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        let chart: CheckedChart
        do throws(ChartError) {
            chart = try CheckedChart(block.chart(in: page.language))
        } catch {
            let text = error.code == .empty ? page.say(AppTexts.nothingToDraw) : error.message
            grid.put(text, row: row, column: column, style: .dim, width: width)
            return
        }
        // The rows beside the plot depend on the chart, so a first drawing counts them.
        func drawn(_ rows: Int) -> [[StyledText]] {
            TerminalChart.lines(
                chart, width: width, rows: rows, isASCII: page.isASCII, hasLegend: block.hasLegend,
                segment: block.keySegment)
        }
        let lines = drawn(max(3, height - (drawn(3).count - 3)))
        for (number, line) in lines.prefix(height).enumerated() {
            var place = column
            for piece in line {
                place = grid.put(
                    piece.text, row: row + number, column: place, style: TerminalStyle(piece.look),
                    width: column + width - place)
            }
        }
    }
}
