import Domain
import GatewayWords
import Signals

struct CodesView: SceneView {
    func screen(_ state: CodesState) -> Screen {
        if let question = state.question { return Screen(CodesTexts.title, blocks: [.question(question)]) }
        var screen = Screen(CodesTexts.title, isWaiting: state.me.isLoading || state.isBusy)
        switch state.stage {
        case .seen: show(state, &screen)
        case .proving(let purpose):
            screen.blocks = [.form(state.form)]
            screen.actions = [SceneAction(.enter, .enter, state.form.isAtEnd ? title(purpose) : AppTexts.next)]
        case .confirming(let secret): confirm(secret, state, &screen)
        case .recovery(let codes):
            screen.isSecret = true
            screen.blocks = [.paragraph(CodesTexts.others, .good), .gap, .paragraph(CodesTexts.recovery, .plain), .gap]
            screen.blocks += codes.map { .line([Span(verbatim: "  \($0)", .strong)]) }
            screen.actions = [SceneAction(.enter, .enter, CodesTexts.written)]
        }
        if state.isBusy { screen.blocks += [.gap, .text(CodesTexts.busy, .waits)] }
        if let said = state.said { screen.blocks += [.gap, .paragraph(said, .good)] }
        if let fault = state.fault { screen.blocks += [.gap] + Block.fault(fault) }
        return screen
    }

    private func title(_ purpose: CodesState.Purpose) -> Text {
        switch purpose {
        case .on: AppTexts.next
        case .off: CodesTexts.turnOff
        case .renew: CodesTexts.renew
        }
    }

    private func show(_ state: CodesState, _ screen: inout Screen) {
        switch state.me {
        case .loading: screen.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault):
            screen.blocks = Block.fault(fault)
            screen.actions = [.retry]
        case .content(let me, let stale):
            var facts = [
                Fact(CodesTexts.status, me.totp ? CodesTexts.isOn : CodesTexts.isOff, me.totp ? .good : .strong)
            ]
            if me.totp {
                let left = Text(verbatim: String(me.recoveryCodesLeft))
                facts.append(Fact(CodesTexts.left, left, me.recoveryCodesLeft < 3 ? .waits : .plain))
            }
            screen.blocks = [.facts(facts), .gap, .paragraph(CodesTexts.meaning, .faint)]
            if !me.hasPassword { screen.blocks.append(.paragraph(CodesTexts.noPassword, .waits)) }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            guard me.hasPassword else { return }
            screen.actions =
                me.totp
                ? [
                    SceneAction("off", .character("x"), CodesTexts.turnOff),
                    SceneAction("renew", .character("n"), CodesTexts.renew),
                ] : [SceneAction("on", .character("a"), CodesTexts.turnOn)]
        }
    }

    /// Shows the secret, with a QR code beside it.
    private func confirm(_ secret: AuthSignal.TOTPSecret, _ state: CodesState, _ screen: inout Screen) {
        screen.isSecret = true
        let picture = QRPicture(secret.uri, quiet: QRPicture.leastQuiet)
        screen.panes[0].room = Pane.Room(columns: 30...60, rows: 8...18)
        screen.blocks = [
            .paragraph(CodesTexts.scan, .plain), .gap,
            .paragraph(CodesTexts.secret + Text(verbatim: ": " + ValueText.spaced(secret.secret)), .strong),
            .paragraph(CodesTexts.until + Text(verbatim: ": ") + .moment(secret.expiresAt), .faint), .gap,
            .form(state.form),
        ]
        screen.actions = [SceneAction(.enter, .enter, CodesTexts.turnOn)]
        screen.panes.append(
            Pane(
                "picture", CodesTexts.picture, .companion,
                room: Pane.Room(columns: (picture.columns + 2)...60, rows: picture.rows...30),
                blocks: [.picture(secret.uri)], takesKeys: false))
    }
}
