import Domain
import GatewaySession
import GatewayWords
import Signals

struct ImportView: SceneView {
    func screen(_ state: ImportState) -> Screen {
        guard let look = state.look else { return editing(state) }
        var screen = Screen(ImportTexts.title)
        screen.blocks = [.facts(facts(look))]
        switch state.stage {
        case .importing:
            screen.isWaiting = true
            screen.blocks += [.gap, .text(ImportTexts.sending, .waits)]
            return screen
        case .done:
            screen.isFinished = true
            screen.blocks += [.gap, .paragraph(ImportTexts.done, .good), .paragraph(ImportTexts.undoNote, .faint)]
            screen.actions = [SceneAction(.enter, .enter, AppTexts.back)]
        default: screen.blocks += remarks(look)
        }
        if let question = state.question {
            screen.blocks += [.gap, .question(question)]
            return screen
        }
        if !state.proof.fields.isEmpty {
            if let said = state.said { screen.blocks += [.gap, .paragraph(said, .waits)] }
            screen.blocks += [.gap, .form(state.proof)]
            screen.actions = [SceneAction(.enter, .enter, ImportTexts.importIt)]
        }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        guard state.proof.fields.isEmpty else { return screen }
        if !look.rows.isEmpty { screen.blocks += [.gap, .list(list(look, state.selected))] }
        if case .seen = state.stage, let action = action(look) { screen.actions = [action] }
        return screen
    }

    /// Returns the action of Enter; nil where there is nothing to import.
    private func action(_ look: ImportState.Look) -> SceneAction? {
        switch look.obstacle {
        case .conflict, .similar, .openingBeforeNothing: SceneAction("import", .enter, ImportTexts.decide)
        case .otherOpening, .shortfall: nil
        case nil: look.outcome.hasNews ? SceneAction("import", .enter, ImportTexts.importIt) : nil
        }
    }

    private func editing(_ state: ImportState) -> Screen {
        var screen = Screen(ImportTexts.title, isWaiting: state.accounts.isLoading)
        if let question = state.question {
            screen.blocks = [.text(ImportTexts.nothingYet, .faint), .gap, .question(question)]
            return screen
        }
        switch state.accounts {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [.retry]
        case .content(let accounts, _):
            guard !accounts.isEmpty else {
                screen.blocks.append(.paragraph(MainTexts.noAccounts, .plain))
                return screen
            }
            if case .reading = state.stage {
                screen.isWaiting = true
                screen.blocks.append(.text(ImportTexts.reading, .waits))
                return screen
            }
            screen.blocks += [.form(state.form), .gap]
            if let files = state.files { screen.blocks += [.paragraph(ImportTexts.files(files), .faint), .gap] }
            if let fault = state.fault { screen.blocks += Block.fault(fault) }
            screen.actions = [
                SceneAction(.enter, .enter, state.form.isAtEnd ? ImportTexts.look : AppTexts.next),
                SceneAction.sendForm("look", ImportTexts.look, isHinted: !state.form.isAtEnd),
            ]
        }
        return screen
    }

    // MARK: The content

    private func facts(_ look: ImportState.Look) -> [Fact] {
        let (file, outcome) = (look.run.file, look.outcome)
        let name = look.run.choices.fileName.map { "\($0)  " } ?? ""
        var facts = [
            Fact(
                ImportTexts.file,
                [Span(verbatim: name), Span(verbatim: file.format.rawValue.uppercased(), .faint)])
        ]
        if let from = file.from, let to = file.to {
            facts.append(
                Fact(ImportTexts.days, from == to ? .day(from) : .day(from) + Text(verbatim: " — ") + .day(to)))
        }
        facts.append(Fact(ImportTexts.rows, ImportTexts.counts(outcome)))
        if outcome.skipped > 0 {
            facts.append(
                Fact(
                    ImportTexts.leftOut, Text(verbatim: "\(outcome.skipped)") + ImportPage.leftOut(outcome), .waits))
        }
        let expense = outcome.expense.negated
        facts += [
            Fact(
                ImportTexts.money,
                [Span(.change(outcome.income), .good), Span(verbatim: "  "), Span(.change(expense))]),
            Fact(outcome.imported ? BalanceTexts.balance : ImportTexts.balance, balance(outcome)),
        ]
        return facts
    }

    private func balance(_ outcome: ImportOutcome) -> [Span] {
        var spans = [Span(.money(outcome.balance), .strong)]
        if let closing = outcome.fileClosingBalance {
            let tone: Tone = closing == outcome.balance ? .faint : .waits
            spans += [Span(verbatim: "  "), Span(ImportTexts.inFile + Text(verbatim: ": ") + .money(closing), tone)]
        }
        return spans
    }

    /// Returns the remarks before the import.
    private func remarks(_ look: ImportState.Look) -> [Block] {
        let outcome = look.outcome
        var blocks: [Block] = outcome.problems.prefix(2).map {
            .paragraph(ReasonText.of($0.problemReason, else: $0.problem), .waits)
        }
        if let obstacle = look.obstacle {
            // An open question already tells it.
            if ImportTexts.question(about: obstacle, outcome) == nil {
                blocks.append(.paragraph(ImportTexts.sentence(obstacle, outcome), .bad))
            }
        } else if !outcome.hasNews {
            blocks.append(.paragraph(ImportTexts.nothingNew, .plain))
        }
        if ImportPage.looksTurned(outcome) { blocks.append(.paragraph(ImportTexts.turned, .waits)) }
        return blocks.isEmpty ? [] : [.gap] + blocks
    }

    private func list(_ look: ImportState.Look, _ selected: Int) -> ListBlock {
        let rows = look.rows
        let amounts = AmountColumn(
            ImportTexts.amount, rows.map(\.amount), isSigned: true, tone: AmountColumn.change)
        return ListBlock(
            [
                .words(ImportTexts.date).priority(1), amounts.column.priority(2),
                .words(ImportTexts.status).priority(3), .text(ImportTexts.description).priority(4),
                .numbers(ImportTexts.line).priority(5),
            ],
            rows: rows.enumerated().map { number, row in
                [
                    Span(.day(row.date)), amounts.cells[number],
                    Span(StatusText.of(row.status), tone(of: row.status)), Span(verbatim: row.description),
                    Span(verbatim: String(row.line), .faint),
                ]
            }, selected: selected, measure: look.measure)
    }

    private func tone(of status: ImportOutcome.Status) -> Tone {
        switch status {
        case .new: .good
        case .known: .faint
        case .similar: .waits
        case .conflict: .bad
        }
    }
}
