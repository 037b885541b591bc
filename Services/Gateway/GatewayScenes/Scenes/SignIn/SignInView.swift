struct SignInView: SceneView {
    func screen(_ state: SignInState) -> Screen {
        var screen = Screen(SignInTexts.title, isWaiting: state.isBusy)
        if let passkey = state.passkey {
            screen.blocks = [.paragraph(PasskeysTexts.ask, .plain), .gap, .passkey(passkey)]
            return screen
        }
        if let notice = state.notice { screen.blocks += [.paragraph(notice, .waits), .gap] }
        screen.blocks += [.form(state.form), .gap]
        if state.isBusy { screen.blocks.append(.text(SignInTexts.busy, .faint)) }
        if let fault = state.fault { screen.blocks += Block.fault(fault) }
        screen.actions = [SceneAction(.enter, .enter, SignInTexts.signIn)]
        if state.usesPasskeys { screen.actions.append(SceneAction("passkey", .function(4), PasskeysTexts.signIn)) }
        screen.actions += [
            SceneAction("telegram", .function(2), SignInTexts.byTelegram),
            SceneAction("register", .function(3), SignInTexts.register),
        ]
        return screen
    }
}
