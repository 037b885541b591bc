import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the scene about passkeys.
struct PasskeysState: ProvingState {
    enum Stage: Sendable {
        /// Shows the list.
        case list
        /// The user proves who asks, and names the new passkey.
        case adding
        /// The browser makes the passkey of this name.
        case making(PasskeyBlock, name: String)
        /// The user types another name.
        case renaming(AuthSignal.Passkey)
        /// The user proves who asks.
        case removing(AuthSignal.Passkey)
    }

    var passkeys: Loadable<[AuthSignal.Passkey]> = .loading
    /// True when the user has a password, which proves who asks.
    var hasPassword = true
    var stage = Stage.list
    var selected = 0
    var form = Form([])
    var isBusy = false
    /// True for faces that can reach an authenticator.
    let canAdd: Bool
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected passkey.
    var chosen: AuthSignal.Passkey? {
        guard let all = passkeys.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }
}

/// Lists the user's passkeys; adds, renames and removes them.
@MainActor final class PasskeysPresenter: StatePresenter<PasskeysState> {
    init(signals: any Transmitter, tools: SceneTools) {
        super.init(PasskeysState(canAdd: tools.usesPasskeys), signals: signals, tools: tools)
    }

    override func open() {
        load(\.passkeys) { [weak self] in
            guard let self else { throw CancellationError() }
            state.hasPassword = try await ask(AuthSignal.Me()).hasPassword
            return try await ask(AuthSignal.Passkeys()).passkeys
        }
    }

    override func goBack() -> Bool {
        if case .list = state.stage { return false }
        begin(.list)
        return true
    }

    override func receive(_ input: SceneInput) {
        guard !state.isBusy else { return }
        switch state.stage {
        case .list: choose(input)
        case .making(_, let name): if case .credential(let text) = input { add(text, name) }
        case .adding, .renaming, .removing: fill(input)
        }
    }

    private func choose(_ input: SceneInput) {
        let count = state.passkeys.value?.count ?? 0
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .perform("add"): if state.canAdd { begin(.adding) }
        case .perform("rename"): if let chosen = state.chosen { begin(.renaming(chosen)) }
        case .perform("remove"): if let chosen = state.chosen { begin(.removing(chosen)) }
        case .perform(.retry): open()
        default: break
        }
    }

    /// Enters a stage, with its fields.
    private func begin(_ stage: PasskeysState.Stage) {
        (state.stage, state.said, state.fault) = (stage, nil, nil)
        let password =
            state.hasPassword
            ? [FormField("password", SignInTexts.password, .secret, note: CodesTexts.passwordNote)] : []
        switch stage {
        case .list, .making: state.form = Form([])
        case .adding:
            state.form = Form([FormField("name", PasskeysTexts.name, note: PasskeysTexts.nameNote)] + password)
        case .renaming(let passkey): state.form = Form([FormField("name", PasskeysTexts.name, text: passkey.name)])
        case .removing: state.form = Form(password)
        }
    }

    private func fill(_ input: SceneInput) {
        // Somebody without a password proves it by a recent sign-in.
        if input == .enter, state.form.fields.isEmpty { return send() }
        switch state.form.fill(input) {
        case .unchanged: break
        case .changed: state.fault = nil
        case .filled: send()
        }
    }

    private func send() {
        let name = state.form["name"]
        let (password, code) = (Self.given(state.form["password"]), Self.given(state.form["code"]))
        switch state.stage {
        case .adding:
            prove(as: self) { presenter in
                let answer = try await presenter.ask(AuthSignal.BeginPasskey(password: password, code: code))
                let block = try PasskeyBlock(.register, answer.publicKey, PasskeysTexts.make)
                presenter.begin(.making(block, name: name))
            }
        case .renaming(let passkey):
            prove(as: self) { presenter in
                let renamed = try await presenter.ask(AuthSignal.RenamePasskey(id: passkey.id, name: name))
                presenter.done(PasskeysTexts.isRenamed(renamed.name))
            }
        case .removing(let passkey):
            prove(as: self) { presenter in
                let answer = try await presenter.ask(
                    AuthSignal.RemovePasskey(id: passkey.id, password: password, code: code))
                presenter.done(PasskeysTexts.isRemoved(answer.ended))
            }
        case .list, .making: break
        }
    }

    private static func given(_ text: String) -> String? { text.isEmpty ? nil : text }

    private func add(_ text: String, _ name: String) {
        guard let answer = PasskeyAnswer(text), let client = answer.response("clientDataJSON"),
            let attestation = answer.response("attestationObject")
        else { return state.fault = SceneFault(PasskeysTexts.noAnswer) }
        prove(as: self) { presenter in
            let added = try await presenter.ask(
                AuthSignal.AddPasskey(name: name, clientDataJSON: client, attestationObject: attestation))
            presenter.done(PasskeysTexts.isAdded(added.name))
        }
    }

    private func done(_ said: Text) {
        begin(.list)
        state.said = said
        open()
    }
}
