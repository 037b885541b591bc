import Domain
import GatewayWords
import Signals

struct PasskeysView: SceneView {
    func screen(_ state: PasskeysState) -> Screen {
        var screen = Screen(PasskeysTexts.title, isWaiting: state.passkeys.isLoading || state.isBusy)
        switch state.stage {
        case .list: list(state, &screen)
        case .adding:
            screen.blocks = [.paragraph(PasskeysTexts.meaning, .faint), .gap, .form(state.form)]
            screen.actions = [SceneAction(.enter, .enter, PasskeysTexts.next)]
        case .making(let block, _): screen.blocks = [.paragraph(PasskeysTexts.ask, .plain), .gap, .passkey(block)]
        case .renaming:
            screen.blocks = [.form(state.form)]
            screen.actions = [SceneAction(.enter, .enter, PasskeysTexts.rename)]
        case .removing(let passkey):
            screen.blocks = [.text(Text(verbatim: passkey.name), .strong), .gap, .form(state.form)]
            screen.actions = [SceneAction(.enter, .enter, PasskeysTexts.remove)]
        }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        return screen
    }

    private func list(_ state: PasskeysState, _ screen: inout Screen) {
        switch state.passkeys {
        case .loading: screen.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault):
            screen.blocks = Block.fault(fault)
            screen.actions = [.retry]
        case .content(let passkeys, let stale):
            screen.blocks =
                passkeys.isEmpty ? [.paragraph(PasskeysTexts.none, .plain)] : [.list(table(passkeys, state))]
            screen.blocks += [.gap, .paragraph(PasskeysTexts.meaning, .faint)]
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            if state.canAdd {
                screen.actions.append(SceneAction("add", .character("a"), PasskeysTexts.add))
            } else {
                screen.blocks.append(.paragraph(PasskeysTexts.browserOnly, .plain))
            }
            if state.chosen != nil {
                screen.actions += [
                    SceneAction("rename", .character("n"), PasskeysTexts.rename).onRow,
                    SceneAction("remove", .character("x"), PasskeysTexts.remove).onRow,
                ]
            }
        }
    }

    private func table(_ passkeys: [AuthSignal.Passkey], _ state: PasskeysState) -> ListBlock {
        ListBlock(
            [
                .text(PasskeysTexts.name), .words(PasskeysTexts.used), .words(PasskeysTexts.added), .words(.blank),
            ],
            rows: passkeys.map { passkey in
                [
                    Span(verbatim: passkey.name, .strong),
                    passkey.lastUsedAt.map { Span(.moment($0)) } ?? Span(PasskeysTexts.never, .faint),
                    Span(.moment(passkey.createdAt), .faint),
                    passkey.isBackedUp ? Span(PasskeysTexts.shared, .faint) : .blank,
                ]
            }, selected: state.selected
        ).keyed(passkeys.map(\.id), .selects)
    }
}
