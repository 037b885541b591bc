import GatewayScenes
import GatewayWords
import Terminal

/// Draws a question with its answers in brackets, the selected one reversed.
struct QuestionRenderer {
    private static let gap = 4

    let page: GridRenderer
    let width: Int

    func height(of question: Question) -> Int { layout(question).reduce(0) { max($0, $1.row + 1) } }

    func draw(_ question: Question, _ grid: inout CellGrid, row: Int, column: Int, height: Int) {
        for piece in layout(question) where piece.row < height {
            grid.put(
                piece.text, row: row + piece.row, column: column + piece.column, style: piece.style,
                width: width - piece.column)
        }
    }

    private struct Piece {
        let text: String
        let row: Int
        let column: Int
        let style: TerminalStyle
    }

    /// Lays out the question, an empty row, the answers side by side as far as they fit, and the explanation.
    private func layout(_ question: Question) -> [Piece] {
        var pieces = Wrapping.lines(page.say(question.text), width: width).enumerated().map {
            Piece(text: $0.element, row: $0.offset, column: 0, style: .bold)
        }
        let labels = question.answers.map(label)
        let widths = labels.map(DisplayText.width)
        let isOneRow = widths.reduce(1) { $0 + $1 } + Self.gap * (labels.count - 1) <= width
        var (row, column) = (pieces.count + 1, 1)
        for (index, label) in labels.enumerated() {
            let isChosen = index == question.chosen
            if isChosen {
                pieces.append(Piece(text: page.isASCII ? ">" : "▸", row: row, column: column - 1, style: .bold))
            }
            pieces.append(
                Piece(text: label, row: row, column: column, style: isChosen ? TerminalStyle(isReverse: true) : .plain))
            if isOneRow { column += widths[index] + Self.gap } else if index < labels.count - 1 { row += 1 }
        }
        guard question.isAimed else { return pieces }
        let lines = Wrapping.lines(page.say(QuestionTexts.aimed(question.chosenAnswer.title)), width: width)
        return pieces
            + lines.enumerated().map {
                Piece(text: $0.element, row: row + 2 + $0.offset, column: 0, style: TerminalStyle(.waits))
            }
    }

    private func label(_ answer: Answer) -> String {
        let letter = answer.kind.letter(in: page.language).map { "\($0)  " } ?? ""
        return "[ \(letter)\(page.say(answer.title)) ]"
    }
}
