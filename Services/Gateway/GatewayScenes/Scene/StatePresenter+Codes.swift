import Coordination
import GatewaySession
import GatewayWords
import Reasons
import Signals

// What is done where a service wants a one-time code first.
extension StatePresenter: SignalClient {
    func ask<S: Signal>(_ signal: S) async throws -> S.Answer { try await ask(signal, key: nil) }

    /// Adds the field for what a service wants to see besides a session, and puts the cursor there.
    ///
    /// - Parameters:
    ///   - fault: `confirmationRequired`.
    ///   - place: Where the state keeps the form.
    /// - Returns: What to say about it.
    /// - Throws: ``SceneFault`` where nothing that could be typed would do.
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

    /// Returns what the fields of a form prove: the code, or what auth makes of the password.
    ///
    /// - Returns: Nil where neither was typed.
    /// - Throws: ``Fault`` of `auth.prove`.
    func proof(in form: Form) async throws -> String? {
        if !form["password"].isEmpty { return try await ask(AuthSignal.Prove(password: form["password"])).proof }
        return form["code"].isEmpty ? nil : form["code"]
    }

    /// Returns why no code can be typed; nil when codes are on. Ledger only knows that it wants one, auth knows whether
    /// there is an app to make it.
    ///
    /// - Parameter fault: `confirmationRequired`.
    func obstacle(toCodeAfter fault: Fault) async -> SceneFault? {
        let isOff = SceneFault(CodesTexts.neededButOff, code: fault.code)
        guard fault.details["enrolled"] != .flag(false) else {
            // Without codes a new sign-in does, and the fault says so.
            return fault.details["signIn"] == .flag(true) ? SceneFault(fault) : isOff
        }
        guard let me = try? await ask(AuthSignal.Me()) else { return SceneFault(fault) }
        return me.totp ? nil : isOff
    }
}

/// What scenes have that take a password or a code before something is done.
protocol ProvingState: Sendable {
    /// The fields for them.
    var form: Form { get set }
    var isBusy: Bool { get set }
    var fault: SceneFault? { get set }
}

extension StatePresenter where State: ProvingState {
    /// Does something with what was typed. A refused code or password is said at its field, and a code that is wanted
    /// besides gets one.
    ///
    /// - Parameter presenter: This one, for `body`.
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
    /// Says that a code or password is refused at its field, which is emptied and has the cursor.
    ///
    /// - Returns: False for other faults, and where there is no such field.
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

    /// Puts the cursor into the field for the password, which is added where there is none.
    mutating func askForPassword() {
        if !fields.contains(where: { $0.name == "password" }) {
            self = Form(fields + [FormField("password", SignInTexts.password, .secret)])
        }
        focus(on: "password")
    }

    /// Puts the cursor into the field for a one-time code, which is added where there is none.
    mutating func askForCode() {
        if !fields.contains(where: { $0.name == "code" }) {
            self = Form(fields + [FormField("code", SignInTexts.code, note: SignInTexts.codeNote)])
        }
        focus(on: "code")
    }
}
