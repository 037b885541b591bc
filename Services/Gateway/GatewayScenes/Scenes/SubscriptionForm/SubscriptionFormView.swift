import GatewayWords
import Signals

struct SubscriptionFormView: SceneView {
    func screen(_ state: SubscriptionFormState) -> Screen {
        let title = state.subscription.map { $0.title.text } ?? SubscriptionFormTexts.title
        var screen = Screen(title, isWaiting: state.accounts.isLoading || state.isSending)
        switch state.accounts {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        case .content:
            screen.blocks = [.form(state.form), .gap]
            screen.actions = [
                SceneAction(.enter, .enter, AppTexts.next),
                SceneAction.sendForm("save", SubscriptionFormTexts.save),
            ]
        }
        if let fault = state.fault { screen.blocks += Block.fault(fault) }
        return screen
    }
}
