import GatewayWords
import Signals

struct TelegramLinkView: SceneView {
    func screen(_ state: TelegramLinkState) -> Screen {
        if let question = state.question { return Screen(TelegramLinkTexts.title, blocks: [.question(question)]) }
        var screen = Screen(TelegramLinkTexts.title, isWaiting: state.status.isLoading || state.isBusy)
        switch state.stage {
        case .seen: show(state, &screen)
        case .proving(let purpose):
            screen.blocks = [.form(state.form)]
            let title = purpose == .link ? TelegramLinkTexts.link : TelegramLinkTexts.unlink
            screen.actions = [SceneAction(.enter, .enter, state.form.isAtEnd ? title : AppTexts.next)]
        case .waiting(let attempt):
            screen.blocks = TelegramView.blocks(of: attempt) + [.text(TelegramTexts.waiting, .faint)]
        }
        if state.isBusy { screen.blocks += [.gap, .text(CodesTexts.busy, .waits)] }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        return screen
    }

    private func show(_ state: TelegramLinkState, _ screen: inout Screen) {
        switch state.status {
        case .loading: screen.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault):
            screen.blocks = Block.fault(fault)
            screen.actions = [.retry]
        case .content(let status, let stale):
            screen.blocks = [.facts(facts(status)), .gap, .paragraph(TelegramLinkTexts.meaning, .faint)]
            if status.state == .off { screen.blocks.append(.paragraph(TelegramLinkTexts.isOff, .waits)) }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            if status.isLinked {
                screen.actions = [SceneAction("unlink", .character("x"), TelegramLinkTexts.unlink)]
            } else if status.state == .ready {
                screen.actions = [SceneAction("link", .character("a"), TelegramLinkTexts.link)]
            } else {
                screen.actions = [SceneAction(.retry, .character("r"), AppTexts.refresh)]
            }
        }
    }

    private func facts(_ status: AuthSignal.TelegramStatusAnswer) -> [Fact] {
        let works = TelegramLinkTexts.works(status.state)
        let name = status.name.map { Text(verbatim: $0) } ?? PreferencesTexts.yes
        var facts = [
            Fact(TelegramLinkTexts.status, works, status.state == .ready ? .good : .waits),
            Fact(TelegramLinkTexts.account, status.isLinked ? name : PreferencesTexts.no, .strong),
        ]
        if let reason = status.reason {
            facts.append(Fact(TelegramLinkTexts.reason, ReasonText.of(status.explanation, else: reason)))
        }
        if let bot = status.bot { facts.append(Fact(TelegramLinkTexts.bot, Text(verbatim: "@\(bot)"))) }
        if let since = status.linkedAt { facts.append(Fact(TelegramLinkTexts.since, .moment(since), .faint)) }
        return facts
    }
}
