import Coordination
import Domain
import GatewaySession
import GatewayWords
import Reasons
import Signals

/// Makes a transfer: checks the fields while they are typed, shows ledger's preview, asks for consent, and makes it
/// once, however often the request is repeated.
@MainActor final class TransferPresenter: StatePresenter<TransferState> {
    private let wantedAccount: String?
    private let template: LedgerSignal.Template?
    private var preview: Task<Void, Never>?
    /// Called when the scene is finished.
    var output: (() -> Void)?

    /// Creates the scene.
    ///
    /// - Parameters:
    ///   - account: The id of the selected account.
    ///   - template: The template for the fields.
    init(
        from account: String?, template: LedgerSignal.Template? = nil, signals: any Transmitter, tools: SceneTools
    ) {
        wantedAccount = template?.from ?? account
        self.template = template
        super.init(TransferState(), signals: signals, tools: tools)
    }

    override func open() {
        load(\.accounts) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await loadRecipients()
            if state.form.fields.isEmpty {
                state.form = makeForm(accounts)
                offer()
            }
            return accounts
        }
    }

    private func makeForm(_ accounts: [LedgerSignal.Account]) -> Form {
        let names = accounts.map { Text(verbatim: $0.name + "  ") + .money($0.available) }
        let chosen = accounts.firstIndex { $0.id == wantedAccount } ?? 0
        var form = Form([
            FormField("from", TransferTexts.from, .choice(names), choice: chosen),
            FormField("to", TransferTexts.to, note: TransferTexts.toNote),
            FormField("amount", TransferTexts.amount, note: TransferTexts.amountNote),
            FormField("description", TransferTexts.purpose),
        ])
        form.focus(on: template == nil ? "to" : "amount")
        guard let template else { return form }
        form.change("to") { $0.fill(accounts.first { $0.id == template.to }?.name ?? template.to) }
        if let amount = template.amount {
            form.change("amount") { $0.fill(AmountText.money(amount, in: .current)) }
        }
        form.change("description") { $0.fill(template.description) }
        return form
    }

    override func goBack() -> Bool {
        switch state.stage {
        case .editing, .done: return false
        // A request under way cannot be cancelled, only awaited.
        case .sending: return true
        case .code where state.isConfirming: return true
        case .confirming, .code, .refused:
            state.stage = .editing
            check()
            return true
        }
    }

    override func receive(_ input: SceneInput) {
        switch state.stage {
        case .editing: edit(input)
        case .confirming(let planned):
            switch state.question.receive(input) {
            case "yes": send(planned)
            case "no": _ = goBack()
            default: break
            }
        case .code(let challenge, let asked): typeCode(input, challenge, asked)
        case .refused: if input == .enter { _ = goBack() }
        case .done: if input == .enter { output?() }
        case .sending: break
        }
    }

    // MARK: The fields

    private func edit(_ input: SceneInput) {
        if input == .perform(.retry) { return open() }
        if input == .enter { return goOn() }
        if state.form.receive(input) != nil { check() }
        offer()
    }

    /// Returns the requested transfer, as far as the fields are valid.
    private func order() -> (transfer: LedgerSignal.MakeTransfer?, problems: [String: Text]) {
        var problems: [String: Text] = [:]
        guard let accounts = state.accounts.value, accounts.indices.contains(state.form.choice("from")) else {
            return (nil, [:])
        }
        let from = accounts[state.form.choice("from")]
        var receiver: String?
        do throws(UsageError) {
            receiver = try state.recipients.id(of: state.form["to"], in: from.currency)
        } catch {
            problems["to"] = error.message
        }
        if receiver == from.id { problems["to"] = TransferTexts.same }
        var amount: Money?
        if !state.form["amount"].isEmpty {
            do throws(UsageError) {
                let money = try MoneyArgument.money(
                    state.form["amount"], standard: from.currency, flag: "amount")
                if money.minorUnits <= 0 { problems["amount"] = TransferTexts.notPositive } else { amount = money }
            } catch {
                problems["amount"] = error.message
            }
        }
        guard problems.isEmpty, let receiver, let amount else { return (nil, problems) }
        let purpose = state.form["description"]
        return (
            LedgerSignal.MakeTransfer(
                from: from.id, to: receiver, amount: amount, description: purpose.isEmpty ? nil : purpose), problems
        )
    }

    /// Shows the errors, and requests ledger's preview once the typing pauses.
    private func check() {
        preview?.cancel()
        var (order, problems) = order()
        // An incomplete text may still become a suggested name or an id.
        if state.form.focused?.name == "to", problems["to"] != TransferTexts.same { problems["to"] = nil }
        state.form.setProblems(problems)
        guard let order else {
            state.preview = .none
            return findUsername()
        }
        state.preview = .checking
        preview = run { [weak self, pause = tools.typingPause] in
            try? await Task.sleep(for: pause)
            guard let self, !Task.isCancelled else { return }
            // The preview is the app's own request.
            let result = await AppWork.$isItsOwn.withValue(true) { await dryRun(order) }
            guard !Task.isCancelled else { return }
            state.preview = result
        }
    }

    private func dryRun(_ order: LedgerSignal.MakeTransfer) async -> TransferState.Preview {
        do {
            await find(order.to)
            return .allowed(
                try await ask(
                    LedgerSignal.MakeTransfer(
                        from: order.from, to: order.to, amount: order.amount, description: order.description,
                        dryRun: true)))
        } catch {
            return .refused(SceneFault(error))
        }
    }

    // MARK: The payee's owner

    /// Suggests names that begin with the typed text.
    private func offer() {
        // Uses the state of the form's creation; the accounts of the state are set later.
        let (recipients, payer) = (state.recipients, state.form.choice("from"))
        let accounts = recipients.accounts
        recipients.offer(in: &state.form, from: accounts.indices.contains(payer) ? accounts[payer].id : nil)
    }

    /// Looks up the owner of another user's account, best effort: the payment does not need the name.
    private func find(_ account: String) async {
        guard !state.recipients.knows(account) else { return }
        if let found = try? await ask(LedgerSignal.FindPayee(to: account)).payees.first { state.recipients.note(found) }
    }

    /// Looks up the account of a user name once the typing pauses, then checks again.
    private func findUsername() {
        guard let accounts = state.accounts.value, accounts.indices.contains(state.form.choice("from")) else { return }
        let currency = accounts[state.form.choice("from")].currency
        guard let typed = state.recipients.unknownUser(in: state.form["to"], currency) else { return }
        state.preview = .checking
        preview = run { [weak self, pause = tools.typingPause] in
            try? await Task.sleep(for: pause)
            guard let self, !Task.isCancelled else { return }
            do {
                let isFound = try await AppWork.$isItsOwn.withValue(true) { try await self.find(typed, currency) }
                guard !Task.isCancelled else { return }
                guard !isFound else { return check() }
                state.preview = .none
                state.form.setProblems(["to": TransferTexts.noSuchUser(typed)])
            } catch {
                guard !Task.isCancelled else { return }
                state.preview = .none
                state.form.setProblems(["to": SceneFault(error).atField])
            }
        }
    }

    /// Moves to the next field; from the last one, asks for consent.
    private func goOn() {
        let (order, problems) = order()
        state.form.setProblems(problems)
        let here = state.form.fields.indices.contains(state.form.focus) ? state.form.fields[state.form.focus].name : ""
        let isFilled = here == "from" || (!state.form[here].isEmpty && problems[here] == nil)
        // Keys typed after the amount belong to the description; they must not answer a question that appears
        // unexpectedly.
        if isFilled, !state.form.isAtEnd { return _ = state.form.receive(.nextField) }
        for name in ["to", "amount"] where state.form[name].isEmpty || problems[name] != nil {
            return state.form.focus(on: name)
        }
        // Looks up the user name again: its owner may have permitted payments since.
        preview?.cancel()
        guard let order else { return findUsername() }
        state.preview = .checking
        run { [weak self] in
            guard let self else { return }
            let result = await dryRun(order)
            state.preview = result
            guard case .allowed(let planned) = result, case .editing = state.stage else { return }
            (state.stage, state.question) = (.confirming(planned), TransferTexts.question)
        }
    }

    // MARK: Submitting

    /// Sends the confirmed transfer with one idempotency key, so that it takes effect once.
    private func send(_ planned: LedgerSignal.TransferAnswer) {
        guard let order = order().transfer else { return }
        state.stage = .sending(planned)
        run { [weak self] in
            guard let self else { return }
            do {
                state.stage = .done(try await ask(order))
            } catch let fault as Fault where fault.code == .confirmationRequired {
                await askForProof(after: fault)
            } catch {
                let fault = SceneFault(error)
                guard fault.isRetryable, !Task.isCancelled else { return state.stage = .refused(fault) }
                // The outcome is unknown; a repetition with the same key finds it out and takes effect once.
                try? await Task.sleep(for: tools.retryPause)
                if !Task.isCancelled { send(planned) }
            }
        }
    }

    /// Asks for a proof.
    ///
    /// - Parameters:
    ///   - fault: `confirmationRequired`.
    ///   - refusal: The fault of the proof before.
    private func askForProof(after fault: Fault, _ refusal: SceneFault? = nil) async {
        guard case .text(let challenge)? = fault.details["challenge"] else {
            return state.stage = .refused(SceneFault(fault))
        }
        do throws(SceneFault) {
            codeForm = Form(try await proofFields(after: fault, order: challenge).fields)
            state.codeFault = refusal
            state.stage = .code(challenge: challenge, asked: fault)
        } catch {
            // The order waits: as long as there is something to give, it may be given again.
            guard let refusal else { return state.stage = .refused(error) }
            codeForm.forgetPasskey()
            state.codeFault = refusal
        }
    }

    private var codeForm: Form {
        get { state.codeForm }
        set { state.codeForm = newValue }
    }

    private func typeCode(_ input: SceneInput, _ challenge: String, _ asked: Fault) {
        guard !state.isConfirming, case .filled = codeForm.fill(input) else { return }
        let form = codeForm
        (state.isConfirming, state.codeFault) = (true, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isConfirming = false }
            do {
                guard let proof = try await proof(in: form, for: challenge) else { return }
                do {
                    state.stage = .done(try await ask(LedgerSignal.Confirm(challenge: challenge, code: proof)))
                } catch let fault as Fault where fault.code != .wrongCode {
                    state.stage = .refused(SceneFault(fault))
                }
            } catch {
                await askForProof(after: asked, SceneFault(error))
            }
        }
    }
}
