import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the sign-in scene.
struct SignInState: Sendable {
    var form: Form
    /// The reason why a user has to sign in again.
    var notice: Text?
    var fault: SceneFault?
    var isBusy = false
    /// True for faces that can reach an authenticator.
    var usesPasskeys = false
    /// The request to the authenticator, while it is asked.
    var passkey: PasskeyBlock?
}

/// Signs in with a password, and with a one-time code if one is required.
@MainActor final class SignInPresenter: StatePresenter<SignInState>, PersonPresenter {
    enum Output {
        case signedIn(SignedInPerson)
        case wantsTelegram
        case wantsToRegister
    }

    var output: ((Output) -> Void)?

    init(notice: Text?, signals: any Transmitter, tools: SceneTools) {
        let form = Form([
            FormField("login", SignInTexts.login), .password,
        ])
        super.init(
            SignInState(form: form, notice: notice, usesPasskeys: tools.usesPasskeys), signals: signals, tools: tools)
    }

    func show(_ fault: SceneFault) { state.fault = fault }

    override func receive(_ input: SceneInput) {
        guard !state.isBusy else { return }
        switch input {
        case .perform("telegram"): output?(.wantsTelegram)
        case .perform("register"): output?(.wantsToRegister)
        case .perform("passkey"): askAuthenticator()
        case .credential(let text): signIn(by: text)
        default:
            switch state.form.fill(input) {
            case .unchanged: break
            case .changed: state.fault = nil
            case .filled: signIn()
            }
        }
    }

    private func signIn() {
        (state.isBusy, state.fault) = (true, nil)
        let code = state.form["code"]
        let signal = AuthSignal.Login(
            login: state.form["login"], password: state.form["password"], code: code.isEmpty ? nil : code,
            device: tools.deviceName)
        run { [weak self] in
            guard let self else { return }
            do {
                let person = try await ask(signal)
                state.isBusy = false
                output?(.signedIn(person))
            } catch let fault as Fault where fault.code == .codeRequired && code.isEmpty {
                state.isBusy = false
                state.form.askForCode()
            } catch {
                (state.isBusy, state.fault) = (false, SceneFault(error))
            }
        }
    }

    // MARK: Passkeys

    override func goBack() -> Bool {
        defer { state.passkey = nil }
        return state.passkey != nil
    }

    private func askAuthenticator() {
        guard state.usesPasskeys else { return }
        work { presenter in
            let request = try await presenter.ask(AuthSignal.BeginPasskeyLogin())
            presenter.state.passkey = try PasskeyBlock(.login, request.publicKey, PasskeysTexts.use)
        }
    }

    private func signIn(by text: String) {
        guard let assertion = PasskeyAnswer(text)?.assertion else {
            return (state.passkey, state.fault) = (nil, SceneFault(PasskeysTexts.noAnswer))
        }
        let signal = AuthSignal.PasskeyLogin(assertion: assertion, device: tools.deviceName)
        work { presenter in
            presenter.state.passkey = nil
            let person = try await presenter.ask(signal)
            presenter.output?(.signedIn(person))
        }
    }

    private func work(_ body: @escaping @MainActor (SignInPresenter) async throws -> Void) {
        (state.isBusy, state.fault) = (true, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                try await body(self)
                state.isBusy = false
            } catch {
                (state.isBusy, state.fault) = (false, SceneFault(error))
            }
        }
    }
}
