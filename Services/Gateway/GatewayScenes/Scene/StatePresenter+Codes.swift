import Coordination
import GatewaySession
import GatewayWords
import Reasons
import Signals

// Signals for which a service may require a one-time code.
extension StatePresenter: SignalClient {
    func ask<S: Signal>(_ signal: S) async throws -> S.Answer { try await ask(signal, key: nil) }

    /// Adds the field for the proof that a service requires besides a session, and moves the cursor there.
    ///
    /// - Parameters:
    ///   - fault: `confirmationRequired`.
    ///   - place: The place of the form in the state.
    /// - Returns: The message for the user.
    /// - Throws: ``SceneFault`` if no typed proof would help.
    func askForProof(
        after fault: Fault, in place: WritableKeyPath<State, Form>
    ) async throws(SceneFault) -> Text {
        if fault.details["password"] == .flag(true) {
            state[keyPath: place].askForPassword()
            return CodesTexts.passwordNeeded
        }
        if let obstacle = await obstacle(toCodeAfter: fault) { throw obstacle }
        state[keyPath: place].askForCode()
        return CodesTexts.needed
    }

    /// Returns the proof from the fields of a form: the code, or auth's proof for the password.
    ///
    /// - Returns: Nil if neither was typed.
    /// - Throws: ``Fault`` of `auth.prove`.
    func proof(in form: Form) async throws -> String? {
        if !form["password"].isEmpty { return try await ask(AuthSignal.Prove(password: form["password"])).proof }
        return form["code"].isEmpty ? nil : form["code"]
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
                if !presenter.state.form.takesBack(fault) { presenter.state.fault = fault }
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

    /// Moves the cursor to the password field; adds the field if necessary.
    mutating func askForPassword() {
        if !fields.contains(where: { $0.name == "password" }) {
            self = Form(fields + [FormField("password", SignInTexts.password, .secret)])
        }
        focus(on: "password")
    }

    /// Moves the cursor to the field for a one-time code; adds the field if necessary.
    mutating func askForCode() {
        if !fields.contains(where: { $0.name == "code" }) {
            self = Form(fields + [FormField("code", SignInTexts.code, note: SignInTexts.codeNote)])
        }
        focus(on: "code")
    }
}
