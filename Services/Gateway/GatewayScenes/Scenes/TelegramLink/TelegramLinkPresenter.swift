import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the scene about the linked Telegram account.
struct TelegramLinkState: ProvingState {
    enum Stage: Sendable {
        /// Shows whether an account is linked.
        case seen
        /// The user types the password, and a code if codes are on.
        case proving(Purpose)
        /// The user picks the number in Telegram.
        case waiting(AuthSignal.TelegramAttempt)
    }

    /// The purpose of the password.
    enum Purpose: Sendable { case link, unlink }

    var status: Loadable<AuthSignal.TelegramStatusAnswer> = .loading
    var stage = Stage.seen
    var form = Form([])
    /// The question before the link is removed.
    var question: Question?
    var isBusy = false
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?
}

/// Links a Telegram account for signing in, with the password and a number, and removes the link after a question.
@MainActor final class TelegramLinkPresenter: StatePresenter<TelegramLinkState> {
    private let interval: Duration
    private var waiting: Task<Void, Never>?

    /// Creates the scene.
    ///
    /// - Parameter interval: The interval between requests to auth.
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

    /// Enters a stage, with its fields.
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

    /// Waits for the result of an attempt. Going back stops the waiting; the attempt then expires.
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
