import Domain
import GatewayWords
import Signals

struct LimitsView: SceneView {
    func screen(_ state: LimitsState) -> Screen {
        if let question = state.question {
            return Screen(
                LimitsTexts.title, blocks: [.text(TransferTexts.nothingYet, .faint), .gap, .question(question)])
        }
        var screen = Screen(LimitsTexts.title, isWaiting: state.accounts.isLoading || state.isSending)
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
            screen.blocks += limits(state)
            screen.isWaiting = screen.isWaiting || state.limits.isLoading
            if state.limits.value != nil {
                screen.actions = [
                    SceneAction(.enter, .enter, state.form.isAtEnd ? LimitsTexts.save : AppTexts.next),
                    SceneAction.sendForm("save", LimitsTexts.save, isHinted: !state.form.isAtEnd),
                ]
            }
        }
        return screen
    }

    private func limits(_ state: LimitsState) -> [Block] {
        var blocks: [Block]
        switch state.limits {
        case .loading: blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): blocks = Block.fault(fault)
        case .content(let limits, let stale):
            blocks = [.facts(facts(limits)), .gap, .paragraph(LimitsTexts.meaning, .faint)]
            if let stale { blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        if state.isSending { blocks += [.gap, .text(LimitsTexts.sending, .waits)] }
        if let said = state.said { blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { blocks += [.gap] + Block.fault(fault) }
        return blocks
    }

    private func facts(_ limits: LedgerSignal.Limits) -> [Fact] {
        var facts = [Fact(LimitsTexts.spent, .money(limits.spentToday), .strong)]
        if let left = limits.leftToday {
            facts.append(Fact(LimitsTexts.left, .money(left), left.minorUnits > 0 ? .good : .waits))
        }
        facts.append(Fact(LimitsTexts.until, LimitsTexts.turns(at: limits.resetsAt), .faint))
        return facts
    }
}
