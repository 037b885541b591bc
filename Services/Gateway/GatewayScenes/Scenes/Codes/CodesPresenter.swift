import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the scene about one-time codes.
struct CodesState: ProvingState {
    enum Stage: Sendable {
        /// Shows whether codes are on.
        case seen
        /// The user types the password, and a code if codes are on.
        case proving(Purpose)
        /// The authenticator app gets the secret, and the user types a first code.
        case confirming(AuthSignal.TOTPSecret)
        /// The recovery codes, shown only once.
        case recovery([String])
    }

    /// The purpose of the password.
    enum Purpose: Sendable { case on, off, renew }

    var me: Loadable<AuthSignal.MeAnswer> = .loading
    var stage = Stage.seen
    var form = Form([])
    /// The question before codes are turned off.
    var question: Question?
    var isBusy = false
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?
}

/// Turns one-time codes on with an authenticator app, renews recovery codes, and turns codes off after a question.
@MainActor final class CodesPresenter: StatePresenter<CodesState> {
    init(signals: any Transmitter, tools: SceneTools) { super.init(CodesState(), signals: signals, tools: tools) }

    override func open() {
        load(\.me) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(AuthSignal.Me())
        }
    }

    override func goBack() -> Bool {
        if withdrawQuestion(at: \.question) || state.isBusy { return true }
        guard case .seen = state.stage else {
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
        case .recovery: if input == .enter { _ = goBack() }
        case .proving, .confirming: fill(input)
        }
    }

    private func choose(_ input: SceneInput) {
        guard let me = state.me.value, me.hasPassword else {
            if input == .perform(.retry) { open() }
            return
        }
        switch input {
        case .perform("on") where !me.totp: begin(.proving(.on))
        case .perform("off") where me.totp: begin(.proving(.off))
        case .perform("renew") where me.totp: begin(.proving(.renew))
        case .perform(.retry): open()
        default: break
        }
    }

    /// Enters a stage, with its fields.
    private func begin(_ stage: CodesState.Stage) {
        let password = FormField("password", SignInTexts.password, .secret, note: CodesTexts.passwordNote)
        (state.stage, state.said, state.fault) = (stage, nil, nil)
        switch stage {
        case .seen, .recovery: state.form = Form([])
        case .proving(.on): state.form = Form([password])
        case .proving(.off), .proving(.renew):
            state.form = Form([password, FormField("code", CodesTexts.code, note: CodesTexts.codeNote)])
        case .confirming:
            state.form = Form([FormField("code", CodesTexts.code, note: CodesTexts.firstNote)])
        }
    }

    private func fill(_ input: SceneInput) {
        switch state.form.fill(input) {
        case .unchanged: break
        case .changed: state.fault = nil
        case .filled: send()
        }
    }

    private func send() {
        let (password, code) = (state.form["password"], state.form["code"])
        switch state.stage {
        case .proving(.on):
            work { try await .confirming($0.ask(AuthSignal.BeginTOTP(password: password))) }
        case .proving(.renew):
            work {
                let answer = try await $0.ask(
                    AuthSignal.RenewRecoveryCodes(password: password, code: code))
                return .recovery(answer.recoveryCodes)
            }
        case .proving(.off): askToTurnOff(password, code)
        case .confirming:
            work {
                .recovery(try await $0.ask(AuthSignal.ConfirmTOTP(code: code)).recoveryCodes)
            }
        case .seen, .recovery: break
        }
    }

    /// Asks before codes are turned off. Codes belong to auth and limits to ledger, so the question names the payments
    /// that would need a code which can no longer be made.
    private func askToTurnOff(_ password: String, _ code: String) {
        work { [weak self] presenter in
            let limited = try await CodeLimits.limitedAccounts(presenter)
            presenter.pose(
                CodesTexts.turningOff(limited.map(\.text)), at: \.question,
                answers: ["yes": { self?.turnOff(password, code) }])
            return nil
        }
    }

    private func turnOff(_ password: String, _ code: String) {
        work { presenter in
            _ = try await presenter.ask(
                AuthSignal.DisableTOTP(password: password, code: code))
            presenter.begin(.seen)
            presenter.state.said = CodesTexts.areOff
            presenter.open()
            return nil
        }
    }

    /// Performs an action.
    ///
    /// - Parameter body: The action, which returns the next stage; nil to stay.
    private func work(_ body: @escaping @MainActor (CodesPresenter) async throws -> CodesState.Stage?) {
        prove(as: self) { presenter in
            if let stage = try await body(presenter) { presenter.begin(stage) }
        }
    }
}
