import Signals

struct AccountFormView: SceneView {
    func screen(_ state: AccountFormState) -> Screen {
        let title = state.account.map { AccountFormTexts.title(renaming: $0.name) } ?? AccountFormTexts.title
        var screen = Screen(title, isWaiting: state.isSending)
        screen.blocks = [.form(state.form), .gap]
        let isNew = state.account == nil
        let save = isNew ? AccountFormTexts.open : AccountFormTexts.rename
        if state.isSending {
            screen.blocks.append(.text(isNew ? AccountFormTexts.opening : AccountFormTexts.renaming, .waits))
        }
        if let fault = state.fault { screen.blocks += Block.fault(fault) }
        screen.actions = [
            SceneAction(.enter, .enter, state.form.isAtEnd ? save : AppTexts.next),
            SceneAction.sendForm("save", save, isHinted: !state.form.isAtEnd),
        ]
        return screen
    }
}
