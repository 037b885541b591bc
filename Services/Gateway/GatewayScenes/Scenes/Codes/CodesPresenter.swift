import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// What the scene of one-time codes has.
struct CodesState: ProvingState {
    /// How far it is.
    enum Stage: Sendable {
        /// Whether they are on.
        case seen
        /// The password is typed, and a code where there are codes.
        case proving(Purpose)
        /// The app learns the secret, and shows a first code.
        case confirming(AuthSignal.TOTPSecret)
        /// Recovery codes, shown this once.
        case recovery([String])
    }

    /// What the password is typed for.
    enum Purpose: Sendable { case on, off, renew }

    var me: Loadable<AuthSignal.MeAnswer> = .loading
    var stage = Stage.seen
    var form = Form([])
    /// What is asked before they are turned off.
    var question: Question?
    var isBusy = false
    /// What was done last, or why it was not.
    var said: Text?
    var fault: SceneFault?
}

/// One-time codes: turned on with an authenticator app, recovery codes made anew, turned off after a question.
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

    /// Goes to a stage, with the fields it has.
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

    /// Codes are auth's and limits are ledger's: what would wait for a code that nobody can make is said before.
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

    /// - Parameter body: What is done, and the stage it leads to; nil where it stays.
    private func work(_ body: @escaping @MainActor (CodesPresenter) async throws -> CodesState.Stage?) {
        prove(as: self) { presenter in
            if let stage = try await body(presenter) { presenter.begin(stage) }
        }
    }
}
