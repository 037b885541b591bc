import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the registration scene.
struct RegisterState: Sendable {
    var form: Form
    var fault: SceneFault?
    var isBusy = false
}

/// Registers a user. Fields are checked while they are typed as far as possible; auth checks the rest.
@MainActor final class RegisterPresenter: StatePresenter<RegisterState>, PersonPresenter {
    var output: ((SignedInPerson) -> Void)?

    init(signals: any Transmitter, tools: SceneTools) {
        let form = Form([
            FormField("email", RegisterTexts.email), FormField("name", RegisterTexts.name),
            FormField("password", RegisterTexts.password, .secret, note: RegisterTexts.passwordNote),
            FormField("again", RegisterTexts.again, .secret),
        ])
        super.init(RegisterState(form: form), signals: signals, tools: tools)
    }

    func show(_ fault: SceneFault) { state.fault = fault }

    override func receive(_ input: SceneInput) {
        guard !state.isBusy else { return }
        if input == .enter { return goOn() }
        guard state.form.receive(input) != nil else { return }
        state.fault = nil
        state.form.setProblems(problems(isComplete: false))
    }

    /// Returns the errors of the fields; empty fields count only at the end.
    private func problems(isComplete: Bool) -> [String: Text] {
        var problems: [String: Text] = [:]
        let form = state.form
        if isComplete {
            for name in ["email", "password", "again"] where form[name].isEmpty { problems[name] = RegisterTexts.empty }
        }
        if !form["again"].isEmpty, !form["password"].hasPrefix(form["again"]) || isComplete,
            form["again"] != form["password"]
        {
            problems["again"] = RegisterTexts.different
        }
        return problems
    }

    private func goOn() {
        guard state.form.isAtEnd || !state.form["again"].isEmpty else { return _ = state.form.receive(.nextField) }
        if state.form.points(to: problems(isComplete: true)) { return }
        (state.isBusy, state.fault) = (true, nil)
        let name = state.form["name"]
        let signal = AuthSignal.Register(
            email: state.form["email"], password: state.form["password"], name: name.isEmpty ? nil : name,
            device: tools.deviceName)
        run { [weak self] in
            guard let self else { return }
            do {
                let person = try await ask(signal)
                state.isBusy = false
                output?(person)
            } catch {
                state.isBusy = false
                refuse(SceneFault(error))
            }
        }
    }

    /// Shows the fault at its field, if there is one.
    private func refuse(_ fault: SceneFault) {
        if !state.form.points(to: fault, at: fault.field) { state.fault = fault }
    }
}
