struct RegisterView: SceneView {
    func screen(_ state: RegisterState) -> Screen {
        var screen = Screen(RegisterTexts.title, isWaiting: state.isBusy)
        screen.blocks = [.form(state.form), .gap]
        if state.isBusy { screen.blocks.append(.text(RegisterTexts.busy, .faint)) }
        if let fault = state.fault { screen.blocks.append(.paragraph(fault.message, .bad)) }
        screen.actions = [SceneAction(.enter, .enter, RegisterTexts.register)]
        return screen
    }
}
