import Domain
import Drawing
import GatewayScenes
import GatewayWords
import Terminal

/// Renders a screen as lines, for listeners and for terminals that only write: no drawings, no columns.
struct PlainRenderer {
    let language: Language

    /// Returns the lines of a screen, with the choices last: the pane with the focus in full, a sentence about each of
    /// the others.
    func lines(of screen: Screen, path: [Text]) -> [String] {
        var lines = ["", path.map { say($0) }.joined(separator: ", ")]
        lines += content(of: screen.focused, in: screen)
        // Text that belongs to a form is read out with it.
        for pane in screen.panes where screen.form != nil && screen.number(of: pane.name) == nil {
            lines += pane.blocks.flatMap { self.lines(of: $0) }
        }
        for (number, pane) in screen.numbered.enumerated() where pane.name != screen.focused.name {
            lines.append("=\(number + 1) \(summary(of: pane, in: screen))")
        }
        lines.append("")
        lines.append(contentsOf: choices(of: screen))
        return lines.map { DisplayText.clean($0) }
    }

    /// Returns the lines of a whole pane.
    func lines(of pane: Pane, in screen: Screen) -> [String] {
        (["", summary(of: pane, in: screen)] + pane.blocks.flatMap { lines(of: $0) }).map { DisplayText.clean($0) }
    }

    private func content(of pane: Pane, in screen: Screen) -> [String] {
        let isAlone = screen.panes.count == 1 && pane.totals.isEmpty && pane.badge == nil && pane.staleSince == nil
        return (isAlone ? [] : [summary(of: pane, in: screen)]) + pane.blocks.flatMap { lines(of: $0) }
    }

    /// Returns the summary of a pane, `Accounts, 3, 312 500.50 RUB`: the name, the count, the total, and the badge.
    private func summary(of pane: Pane, in screen: Screen) -> String {
        var words = [say(pane.title.isEmpty ? screen.title : pane.title)]
        switch pane.list?.count {
        case .exactly(let count): words.append(say(.count(count)))
        case .atLeast(let count): words.append(say(.count(count)) + "+")
        case .uncounted, nil: break
        }
        if let total = pane.totals.first { words.append(say(total)) }
        if let badge = pane.badge { words.append(say(badge.text)) }
        if let since = pane.staleSince { words.append(say(AppTexts.dataOf(since))) }
        return words.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    func say(_ text: Text) -> String { text.spoken(in: language) }

    private func say(_ spans: [Span]) -> String { spans.filter { !$0.isDrawn }.map { say($0.text) }.joined() }

    private func lines(of block: Block) -> [String] {
        switch block {
        case .gap, .picture: []
        case .passkey: [say(AppTexts.browserOnly)]
        case .line(let spans): [say(spans)]
        case .choices(let line): [say(line.spans)]
        case .paragraph(let text, _): say(text).split(separator: "\n").map(String.init)
        case .facts(let facts): facts.filter { $0 != .gap }.map { "\(say($0.name)): \(say($0.value))" }
        case .cards(let cards):
            cards.map { card in
                "\(say(card.title)): \(say(card.value.text))" + (card.note.map { ", \(say($0))" } ?? "")
            }
        case .bars(let bars): bars.map { "\(say($0.name)): \(say($0.value))" }
        case .list(let list):
            PlainPages.rows(of: list).flatMap { number in
                (list.groups[number].map { [$0.map { say($0) }.joined(separator: ", ")] } ?? [])
                    + [line(of: list.rows[number], number: number, in: list)]
            } + (PlainPages.position(in: list).map { [say($0)] } ?? [])
        case .question(let question): [say(question.text)]
        case .form(let form):
            form.fields.map { field in
                "\(say(field.label)): \(say(field.shown.isEmpty ? Text("empty", "пусто") : field.shown))"
                    + ((field.problem ?? field.keysNote ?? field.note).map { ". \(say($0))" } ?? "")
            }
        case .progress(let share, let text): [(share.map { "\(Int($0 * 100)) %, " } ?? "") + say(text)]
        case .chart(let chart): words(of: chart)
        }
    }

    /// Returns a row with the title of each value's column: `2. main, balance 12.00 RUB (chosen)`.
    private func line(of row: [Span], number: Int, in list: ListBlock) -> String {
        let cells = zip(list.columns, row).compactMap { column, cell -> String? in
            let value = say(cell.text)
            guard !value.isEmpty, !cell.isDrawn else { return nil }
            let title = say(column.title)
            return title.isEmpty || column.isFlexible ? value : "\(title) \(value)"
        }
        let chosen = number == list.selected && list.rows.count > 1 ? self.chosen : ""
        return "\(number + 1). " + cells.joined(separator: ", ") + chosen
    }

    /// The suffix of the selected row.
    var chosen: String { " (\(say(Text("chosen", "выбрано"))))" }

    private func words(of block: ChartBlock) -> [String] {
        do throws(ChartError) {
            let chart = try CheckedChart(block.chart(in: language))
            return [chart.title].filter { !$0.isEmpty } + chart.summaries.map(\.sentence)
        } catch {
            return [error.code == .empty ? say(AppTexts.nothingToDraw) : error.message]
        }
    }

    /// Returns the lines that may be typed.
    private func choices(of screen: Screen) -> [String] {
        // An action with several keys is listed once: by its letter, if it has one.
        let lettered = Set(screen.offered.filter { PlainWord.letter(of: $0) != nil }.map(\.title))
        var said: Set<Text> = []
        let named = screen.offered.filter { action in
            guard PlainWord.letter(of: action) == nil else { return true }
            return !lettered.contains(action.title) && said.insert(action.title).inserted
        }
        var choices = (screen.question?.answers ?? []).enumerated().map { number, answer in
            "\(AnswerLetter.word(for: answer.kind).map(say) ?? String(number + 1)): \(say(answer.title))"
        }
        choices += named.map { action in
            let obstacle = action.obstacle.map { " (\(say($0)))" } ?? ""
            return "\(say(PlainWord.word(for: action))): \(say(action.title))\(obstacle)"
        }
        if let list = screen.list, list.selected != nil, !screen.offered.contains(where: { $0.key == .enter }) {
            choices.insert("1 … \(list.rows.count): \(say(Text("choose", "выбрать")))", at: 0)
        }
        choices += screen.list.map { PlainPages.choices(of: $0).map { say($0) } } ?? []
        choices.append("?: \(say(AppTexts.help))")
        choices.append(".: \(say(AppTexts.back))")
        choices.append("q: \(say(AppTexts.quit))")
        return [choices.joined(separator: "; ")]
    }
}
