import Signals

struct ScheduleFormView: SceneView {
    func screen(_ state: ScheduleFormState) -> Screen {
        if let question = state.question {
            return Screen(
                SchedulesTexts.new, blocks: [.text(TransferTexts.nothingYet, .faint), .gap, .question(question)])
        }
        var screen = Screen(SchedulesTexts.new, isWaiting: state.accounts.isLoading || state.isSending)
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
            screen.blocks += [.form(state.form), .gap]
            if state.isSending { screen.blocks.append(.text(SchedulesTexts.sending, .waits)) }
            if let fault = state.fault { screen.blocks += Block.fault(fault) }
            screen.actions = [
                SceneAction(.enter, .enter, state.form.isAtEnd ? SchedulesTexts.save : AppTexts.next),
                SceneAction.sendForm("save", SchedulesTexts.save, isHinted: !state.form.isAtEnd),
            ]
        }
        return screen
    }
}
