import GatewayWords
import Signals

struct TemplatesView: SceneView {
    func screen(_ state: TemplatesState) -> Screen {
        if let question = state.question { return Screen(TemplatesTexts.title, blocks: [.question(question)]) }
        if let form = state.adding { return adding(form, state) }
        var screen = Screen(TemplatesTexts.title, isWaiting: state.templates.isLoading)
        switch state.templates {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let templates, let stale):
            screen.blocks.append(
                templates.isEmpty ? .paragraph(TemplatesTexts.empty, .plain) : .list(list(templates, state)))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        if state.chosen != nil { screen.actions.append(SceneAction(.enter, .enter, TemplatesTexts.use)) }
        screen.actions.append(
            SceneAction(
                "add", .character("a"), TemplatesTexts.add, obstacle: state.payers.isEmpty ? MainTexts.noAccount : nil))
        if state.chosen != nil {
            screen.actions.append(SceneAction("remove", .character("x"), TemplatesTexts.remove))
        }
        if state.templates.fault != nil { screen.actions.append(.retry) }
        return screen
    }

    private func adding(_ form: Form, _ state: TemplatesState) -> Screen {
        var screen = Screen(TemplatesTexts.new, isWaiting: state.isSending)
        screen.blocks = [.form(form)]
        if state.isSending { screen.blocks += [.gap, .text(TemplatesTexts.saving, .waits)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        screen.actions = [
            SceneAction(.enter, .enter, form.isAtEnd ? TemplatesTexts.save : AppTexts.next),
            SceneAction.sendForm("save", TemplatesTexts.save, isHinted: !form.isAtEnd),
        ]
        return screen
    }

    private func list(_ templates: [LedgerSignal.Template], _ state: TemplatesState) -> ListBlock {
        ListBlock(
            [
                .text(TemplatesTexts.nameHead), .numbers(SchedulesTexts.amount), .words(SchedulesTexts.from),
                .text(SchedulesTexts.to), .text(SchedulesTexts.what),
            ],
            rows: templates.map { template in
                [
                    Span(verbatim: template.name, .strong), Span(template.amount.map { .money($0) } ?? .blank),
                    Span(verbatim: state.name(of: template.from)), Span(verbatim: state.name(of: template.to)),
                    Span(verbatim: template.description, .faint),
                ]
            }, selected: state.selected
        ).keyed(templates.map(\.name), .selects)
    }
}
