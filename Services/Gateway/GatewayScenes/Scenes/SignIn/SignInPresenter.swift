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
            FormField("login", SignInTexts.login), FormField("password", SignInTexts.password, .secret),
        ])
        super.init(SignInState(form: form, notice: notice), signals: signals, tools: tools)
    }

    func show(_ fault: SceneFault) { state.fault = fault }

    override func receive(_ input: SceneInput) {
        guard !state.isBusy else { return }
        switch input {
        case .perform("telegram"): output?(.wantsTelegram)
        case .perform("register"): output?(.wantsToRegister)
        case .enter: goOn()
        default:
            if state.form.receive(input) != nil { state.fault = nil }
        }
    }

    /// Moves to the next empty field; without one, signs in.
    private func goOn() {
        for field in state.form.fields where state.form[field.name].isEmpty {
            return state.form.focus(on: field.name)
        }
        (state.isBusy, state.fault) = (true, nil)
        let code = state.form["code"]
        let signal = AuthSignal.Login(
            login: state.form["login"], password: state.form["password"], code: code.isEmpty ? nil : code,
            device: DeviceName.ofThisHost())
        run { [weak self] in
            guard let self else { return }
            do {
                let person = try await ask(signal)
                state.isBusy = false
                output?(.signedIn(person))
            } catch let fault as Fault where fault.code == .codeRequired && code.isEmpty {
                state.isBusy = false
                askForCode()
            } catch {
                (state.isBusy, state.fault) = (false, SceneFault(error))
            }
        }
    }

    private func askForCode() {
        state.form = Form([
            FormField("login", SignInTexts.login, text: state.form["login"]),
            FormField("password", SignInTexts.password, .secret, text: state.form["password"]),
            FormField("code", SignInTexts.code, note: SignInTexts.codeNote),
        ])
        state.form.focus(on: "code")
    }
}
