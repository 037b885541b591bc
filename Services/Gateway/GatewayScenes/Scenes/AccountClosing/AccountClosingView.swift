import Signals

struct AccountClosingView: SceneView {
    func screen(_ state: AccountClosingState) -> Screen {
        var screen = Screen(AccountClosingTexts.title(state.account.name))
        switch state.stage {
        case .looking:
            screen.isWaiting = state.others.isLoading
            if let fault = state.others.fault {
                screen.blocks = Block.fault(fault)
                screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
            } else {
                screen.blocks = [.text(AppTexts.loading, .faint)]
            }
        case .choosing:
            screen.blocks = [.paragraph(AccountClosingTexts.left(state.account.balance), .plain), .gap]
            if state.others.value?.isEmpty == true {
                screen.blocks.append(.paragraph(AccountClosingTexts.nowhere(state.account.currency), .waits))
            } else {
                screen.blocks.append(.form(state.form))
                screen.actions = [SceneAction(.enter, .enter, AppTexts.next)]
            }
        case .confirming:
            screen.blocks =
                consequences(state) + [.gap, .text(TransferTexts.nothingYet, .faint), .gap, .question(state.question)]
        case .sending:
            screen.isWaiting = true
            screen.blocks = consequences(state) + [.gap, .text(AccountClosingTexts.closing, .waits)]
        case .refused(let fault):
            screen.blocks =
                [.text(AccountClosingTexts.refused, .bad), .gap]
                + Block.fault(fault, .plain)
            screen.actions = [SceneAction(.enter, .enter, AppTexts.back)]
        }
        return screen
    }

    private func consequences(_ state: AccountClosingState) -> [Block] {
        var blocks: [Block] = []
        if let receiver = state.receiver {
            blocks.append(.paragraph(AccountClosingTexts.moved(state.account.balance, to: receiver.name), .plain))
        }
        return blocks + [.paragraph(AccountClosingTexts.forGood, .plain)]
    }
}
