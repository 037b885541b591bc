import Domain
import GatewaySession
import GatewayWords
import Signals

struct ImportsView: SceneView {
    func screen(_ state: ImportsState) -> Screen {
        if let question = state.question {
            let facts = state.planned.map { Block.facts(self.facts($0, state)) }
            return Screen(
                ImportsTexts.title, blocks: (facts.map { [$0, .gap] } ?? []) + [.question(question)])
        }
        if state.proving != nil { return proving(state) }
        var screen = Screen(ImportsTexts.title, isWaiting: state.imports.isLoading || state.isBusy)
        switch state.imports {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let imports, let stale):
            screen.blocks.append(
                imports.isEmpty ? .paragraph(ImportsTexts.empty, .plain) : .list(list(imports, state)))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        if state.isBusy { screen.blocks += [.gap, .text(ImportsTexts.looking, .waits)] }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        screen.actions = [SceneAction("add", .character("a"), ImportsTexts.add)]
        if let chosen = state.chosen {
            let obstacle = chosen.undoneAt == nil ? nil : ImportsTexts.isUndone
            screen.actions.append(
                SceneAction("undo", .character("x"), ImportsTexts.undo, obstacle: obstacle))
        }
        if state.imports.fault != nil { screen.actions.append(.retry) }
        return screen
    }

    /// Returns the screen for the code or the password.
    private func proving(_ state: ImportsState) -> Screen {
        var screen = Screen(ImportsTexts.title, isWaiting: state.isBusy)
        if let planned = state.planned { screen.blocks += [.facts(facts(planned, state)), .gap] }
        if let said = state.said { screen.blocks += [.paragraph(said, .waits), .gap] }
        screen.blocks.append(.form(state.form))
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        screen.actions = [SceneAction(.enter, .enter, ImportsTexts.undo)]
        return screen
    }

    private func list(_ imports: [LedgerSignal.Import], _ state: ImportsState) -> ListBlock {
        let incomes = AmountColumn(ImportsTexts.income, imports.map(\.income))
        let expenses = AmountColumn(ImportsTexts.expense, imports.map(\.expense))
        return ListBlock(
            [
                .words(ImportsTexts.imported).priority(3), .text(ImportsTexts.file).priority(1),
                .words(ImportsTexts.account).priority(2), .numbers(ImportsTexts.rows).priority(6),
                incomes.column.priority(4), expenses.column.priority(5),
            ],
            rows: imports.enumerated().map { number, item in
                let tone: Tone = item.undoneAt == nil ? .plain : .faint
                let file =
                    item.undoneAt == nil
                    ? Text(verbatim: item.fileName ?? item.id)
                    : ImportsTexts.takenBack + Text(verbatim: "  \(item.fileName ?? item.id)")
                return [
                    Span(.day(item.importedAt.localDay), tone), Span(file, tone),
                    Span(verbatim: state.name(of: item.account), tone), Span(verbatim: String(item.rows), tone),
                    Span(incomes.cells[number].text, tone), Span(expenses.cells[number].text, tone),
                ]
            }, selected: state.selected
        ).keyed(imports.map(\.id), .selects)
    }

    /// Returns the preview of the undo.
    private func facts(_ planned: LedgerSignal.UndoneImport, _ state: ImportsState) -> [Fact] {
        let item = planned.import
        var facts = [
            Fact(ImportTexts.file, Text(verbatim: item.fileName ?? item.id), .strong),
            Fact(RecordTexts.account, Text(verbatim: state.name(of: item.account))),
            Fact(ImportTexts.days, item.days),
            Fact(ImportsTexts.comesBack, .money(planned.income)),
            Fact(ImportsTexts.goes, .money(planned.expense)),
            Fact(ImportTexts.balance, .money(planned.balance), .strong),
        ]
        if planned.kept > 0 { facts.append(Fact(ImportsTexts.kept, ImportsTexts.keptRows(planned.kept), .waits)) }
        return facts
    }
}
