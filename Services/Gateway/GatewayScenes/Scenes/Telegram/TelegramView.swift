import Signals

struct TelegramView: SceneView {
    func screen(_ state: TelegramState) -> Screen {
        var screen = Screen(TelegramTexts.title, isWaiting: state.attempt.isLoading)
        switch state.attempt {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks.append(.paragraph(fault.message, .bad))
        case .content(let attempt, _):
            screen.blocks += Self.blocks(of: attempt)
            screen.blocks.append(
                state.ending.map { .paragraph($0, .bad) } ?? .text(TelegramTexts.waiting, .faint))
        }
        if let fault = state.fault { screen.blocks.append(.paragraph(fault.message, .bad)) }
        if state.ending != nil || state.attempt.fault != nil {
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        }
        return screen
    }

    /// Returns the steps to take in Telegram.
    static func blocks(of attempt: AuthSignal.TelegramAttempt) -> [Block] {
        [
            .paragraph(TelegramTexts.openLink, .plain), .gap,
            .line([Span(verbatim: "  \(attempt.link)", .strong)]), .gap,
            .line([Span(TelegramTexts.pick), Span(verbatim: String(attempt.number), .strong)]), .gap,
            .text(TelegramTexts.until(attempt.expiresAt), .faint), .paragraph(TelegramTexts.warning, .faint), .gap,
        ]
    }
}
