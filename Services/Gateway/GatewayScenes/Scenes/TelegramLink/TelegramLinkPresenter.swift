import Coordination
import Domain
import GatewayWords
import Signals

/// What the scene of the linked Telegram account has.
struct TelegramLinkState: ProvingState {
    /// How far it is.
    enum Stage: Sendable {
        /// Whether one is linked.
        case seen
        /// The password is typed, and a code where there are codes.
        case proving(Purpose)
        /// The number is picked in Telegram.
        case waiting(AuthSignal.TelegramAttempt)
    }

    /// What the password is typed for.
    enum Purpose: Sendable { case link, unlink }

    var status: Loadable<AuthSignal.TelegramStatusAnswer> = .loading
    var stage = Stage.seen
    var form = Form([])
    /// What is asked before the link is taken away.
    var question: Question?
    var isBusy = false
    /// What was done last, or why it was not.
    var said: Text?
    var fault: SceneFault?
}

/// The Telegram account that signs in as the person: linked by the password and a number, taken away after a question.
@MainActor final class TelegramLinkPresenter: StatePresenter<TelegramLinkState> {
    private let interval: Duration
    private var waiting: Task<Void, Never>?

    /// - Parameter interval: How often auth is asked whether the number was picked.
    init(signals: any Transmitter, tools: SceneTools, interval: Duration = .seconds(1)) {
        self.interval = interval
        super.init(TelegramLinkState(), signals: signals, tools: tools)
    }

    override func open() {
        load(\.status) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(AuthSignal.TelegramStatus())
        }
    }

    override func goBack() -> Bool {
        if withdrawQuestion(at: \.question) || state.isBusy { return true }
        guard case .seen = state.stage else {
            waiting?.cancel()
            begin(.seen)
            open()
            return true
        }
        return false
    }

    override func receive(_ input: SceneInput) {
        guard !state.isBusy, !answer(input, at: \.question) else { return }
        switch state.stage {
        case .seen: choose(input)
        case .proving(let purpose): fill(input, purpose)
        case .waiting: break
        }
    }

    private func choose(_ input: SceneInput) {
        switch (input, state.status.value) {
        case (.perform("link"), let status?) where !status.isLinked && status.state == .ready: begin(.proving(.link))
        case (.perform("unlink"), let status?) where status.isLinked: begin(.proving(.unlink))
        case (.perform(.retry), _): open()
        default: break
        }
    }

    /// Goes to a stage, with the fields it has.
    private func begin(_ stage: TelegramLinkState.Stage) {
        (state.stage, state.said, state.fault, state.form) = (stage, nil, nil, Form([]))
        guard case .proving = stage else { return }
        state.form = Form([FormField("password", SignInTexts.password, .secret, note: CodesTexts.passwordNote)])
    }

    private func fill(_ input: SceneInput, _ purpose: TelegramLinkState.Purpose) {
        switch (state.form.fill(input), purpose) {
        case (.unchanged, _): break
        case (.changed, _): state.fault = nil
        case (.filled, .link): link()
        case (.filled, .unlink):
            pose(TelegramLinkTexts.unlinking, at: \.question, answers: ["yes": { [weak self] in self?.unlink() }])
        }
    }

    private func link() {
        let (password, code) = (state.form["password"], state.form["code"])
        prove(as: self) { presenter in
            let attempt = try await presenter.ask(
                AuthSignal.LinkTelegram(password: password, code: code.isEmpty ? nil : code))
            presenter.begin(.waiting(attempt))
            presenter.wait(for: attempt.attempt)
        }
    }

    /// Leaves when the person goes back: the attempt then ends by itself.
    private func wait(for attempt: String) {
        waiting = run { [weak self] in
            guard let self else { return }
            do {
                let outcome = try await outcome(ofTelegram: attempt, every: interval).state
                begin(.seen)
                if outcome == .confirmed {
                    state.said = TelegramLinkTexts.linked
                } else {
                    state.fault = SceneFault(outcome == .refused ? TelegramTexts.refused : TelegramTexts.expired)
                }
                open()
            } catch {
                guard !Task.isCancelled else { return }
                begin(.seen)
                state.fault = SceneFault(error)
            }
        }
    }

    private func unlink() {
        let password = state.form["password"]
        prove(as: self) { presenter in
            _ = try await presenter.ask(AuthSignal.UnlinkTelegram(password: password))
            presenter.begin(.seen)
            presenter.state.said = TelegramLinkTexts.unlinked
            presenter.open()
        }
    }
}
