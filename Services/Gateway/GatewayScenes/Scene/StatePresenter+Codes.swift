import Coordination
import GatewaySession
import GatewayWords
import Reasons
import Signals

// Signals for which a service may require a one-time code.
extension StatePresenter: SignalClient {
    func ask<S: Signal>(_ signal: S) async throws -> S.Answer { try await ask(signal, key: nil) }

    /// Adds the fields for the proof that a service requires besides a session, and moves the cursor there.
    ///
    /// - Parameters:
    ///   - fault: `confirmationRequired`.
    ///   - place: The place of the form in the state.
    /// - Returns: The message for the user.
    /// - Throws: ``SceneFault`` if no proof of this user would help.
    func askForProof(
        after fault: Fault, in place: WritableKeyPath<State, Form>
    ) async throws(SceneFault) -> Text {
        let (fields, said) = try await proofFields(after: fault)
        state[keyPath: place].ask(for: fields)
        return said
    }

    /// Adds the fields for a proof as ``askForProof(after:in:)`` does. Returns what to show: the demand itself, or why
    /// no proof of this user would help.
    func demandProof(after fault: Fault, in place: WritableKeyPath<State, Form>) async -> SceneFault {
        do throws(SceneFault) {
            _ = try await askForProof(after: fault, in: place)
            return SceneFault(fault)
        } catch {
            return error
        }
    }

    /// Returns the fields for a proof, and the sentence that asks for it.
    ///
    /// - Parameters:
    ///   - fault: `confirmationRequired`.
    ///   - order: The challenge of the order that is confirmed, if any.
    /// - Throws: ``SceneFault`` if no proof of this user would help.
    func proofFields(
        after fault: Fault, order: String? = nil
    ) async throws(SceneFault) -> (fields: [FormField], said: Text) {
        let passkey = await passkeyField(for: order)
        if fault.details["password"] == .flag(true) {
            return ([.password] + passkey, CodesTexts.passwordNeeded)
        }
        guard let obstacle = await obstacle(toCodeAfter: fault) else { return ([.code] + passkey, CodesTexts.needed) }
        guard !passkey.isEmpty else { throw obstacle }
        return (passkey, CodesTexts.passkeyNeeded)
    }

    /// Returns the field for a proof by a passkey; none in a face without authenticators, and when auth offers none.
    private func passkeyField(for order: String?) async -> [FormField] {
        guard tools.usesPasskeys,
            let options = try? await ask(AuthSignal.BeginPasskeyProof(order: order)).publicKey,
            let request = try? PasskeyBlock(.prove, options, PasskeysTexts.use)
        else { return [] }
        return [FormField("passkey", PasskeysTexts.use, .passkey(request, answer: nil))]
    }

    /// Returns the proof from the fields of a form: the code, or auth's proof for the passkey or the password.
    ///
    /// - Parameter order: The challenge of the order that is confirmed, if any.
    /// - Returns: Nil if nothing was given.
    /// - Throws: ``SceneFault`` for an answer of a browser that cannot be read; ``Fault`` of auth.
    func proof(in form: Form, for order: String? = nil) async throws -> String? {
        if let answer = form.passkeyAnswer {
            guard let assertion = PasskeyAnswer(answer)?.assertion else { throw SceneFault(PasskeysTexts.noAnswer) }
            return try await ask(AuthSignal.ProvePasskey(assertion: assertion, order: order)).proof
        }
        if !form["password"].isEmpty { return try await ask(AuthSignal.Prove(password: form["password"])).proof }
        return form["code"].isEmpty ? nil : form["code"]
    }

    /// Reports a refused proof. A code or a password is reported at its field. A passkey is asked for again, since its
    /// answer was for one request.
    ///
    /// - Parameter place: The place of the form in the state.
    /// - Returns: False if the fault is to be shown for the whole scene.
    func takeBack(_ fault: SceneFault, in place: WritableKeyPath<State, Form>) async -> Bool {
        guard state[keyPath: place].passkeyAnswer != nil else { return state[keyPath: place].takesBack(fault) }
        let again = await passkeyField(for: nil)
        if again.isEmpty { state[keyPath: place].forgetPasskey() } else { state[keyPath: place].ask(for: again) }
        return false
    }

    /// Returns the reason why no code can be typed; nil when codes are on. Ledger only knows that it requires one; auth
    /// knows whether there is an authenticator app.
    ///
    /// - Parameter fault: `confirmationRequired`.
    func obstacle(toCodeAfter fault: Fault) async -> SceneFault? {
        let isOff = SceneFault(CodesTexts.neededButOff, code: fault.code)
        guard fault.details["enrolled"] != .flag(false) else {
            // With codes off, a new sign-in is enough, as the fault says.
            return fault.details["signIn"] == .flag(true) ? SceneFault(fault) : isOff
        }
        guard let me = try? await ask(AuthSignal.Me()) else { return SceneFault(fault) }
        return me.totp ? nil : isOff
    }
}

/// The state of scenes that ask for a password or a code before an action.
protocol ProvingState: Sendable {
    /// The fields for them.
    var form: Form { get set }
    var isBusy: Bool { get set }
    var fault: SceneFault? { get set }
}

extension StatePresenter where State: ProvingState {
    /// Performs an action with the typed proof. A refused code or password is reported at its field, and a field is
    /// added for a code that is also required.
    ///
    /// - Parameter presenter: This presenter, for `body`.
    func prove<Presenter: StatePresenter<State>>(
        as presenter: Presenter, _ body: @escaping @MainActor (Presenter) async throws -> Void
    ) {
        (state.isBusy, state.fault) = (true, nil)
        run { [weak presenter] in
            guard let presenter else { return }
            defer { presenter.state.isBusy = false }
            do {
                try await body(presenter)
            } catch let fault as Fault where fault.code == .codeRequired {
                presenter.state.form.askForCode()
            } catch {
                let fault = SceneFault(error)
                if !(await presenter.takeBack(fault, in: \.form)) { presenter.state.fault = fault }
            }
        }
    }
}

extension Form {
    /// Reports a refused code or password at its field, which is cleared and gets the cursor.
    ///
    /// - Returns: False for other faults, and without such a field.
    mutating func takesBack(_ fault: SceneFault) -> Bool {
        let field: String
        switch fault.code {
        case .wrongCode: field = "code"
        case .invalidCredentials: field = "password"
        default: return false
        }
        guard points(to: fault, at: field) else { return false }
        _ = receive(.clearField)
        return true
    }

    /// Adds a field for a one-time code.
    mutating func askForCode() { ask(for: [.code]) }
}

extension FormField {
    /// The user's password.
    static var password: FormField { FormField("password", SignInTexts.password, .secret) }
    /// A one-time code.
    static var code: FormField { FormField("code", SignInTexts.code, note: SignInTexts.codeNote) }
}
