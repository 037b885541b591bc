import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the list of templates.
struct TemplatesState: RecipientState {
    var templates: Loadable<[LedgerSignal.Template]> = .loading
    var recipients = Recipients()
    /// The user's own accounts.
    var accounts: [LedgerSignal.Account] = []
    var selected = 0
    /// The form for a new template.
    var adding: Form?
    var isSending = false
    /// The question before a template is deleted.
    var question: Question?
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected template.
    var chosen: LedgerSignal.Template? {
        guard let all = templates.value, all.indices.contains(selected) else { return nil }
        return all[selected]
    }

    /// The accounts that can pay.
    var payers: [LedgerSignal.Account] { accounts.filter { $0.status == .active } }

    /// Returns the name of an account.
    func name(of account: String) -> String {
        accounts.first { $0.id == account }?.name ?? recipients.name(of: account)
    }
}

/// Lists templates: uses, saves and deletes them.
@MainActor final class TemplatesPresenter: StatePresenter<TemplatesState> {
    /// Called with the template for a transfer.
    var output: ((LedgerSignal.Template) -> Void)?

    init(signals: any Transmitter, tools: SceneTools) { super.init(TemplatesState(), signals: signals, tools: tools) }

    override func open() { reload() }

    override func comeBack() { reload() }

    override func goBack() -> Bool {
        if withdrawQuestion(at: \.question) { return true }
        defer { if !state.isSending { state.adding = nil } }
        return state.adding != nil
    }

    override func receive(_ input: SceneInput) {
        if answer(input, at: \.question) { return }
        if state.adding != nil { return add(input) }
        let count = state.templates.value?.count ?? 0
        switch input {
        case .step(let step): state.selected = step.row(from: state.selected, count: count)
        case .choose(let row): state.selected = max(0, min(row, count - 1))
        case .enter: if let chosen = state.chosen { output?(chosen) }
        case .perform("add"): if !state.payers.isEmpty { (state.adding, state.fault, state.said) = (form(), nil, nil) }
        case .perform("remove"):
            guard let chosen = state.chosen else { return }
            pose(
                TemplatesTexts.removing(chosen.name), at: \.question,
                answers: ["yes": { self.remove(chosen.name) }])
        case .perform(.retry): reload()
        default: break
        }
    }

    // MARK: A new template

    private func form() -> Form {
        var form = Form([
            FormField("name", TemplatesTexts.name),
            FormField("from", TransferTexts.from, .choice(state.payers.map { Text(verbatim: $0.name) })),
            FormField("to", TransferTexts.to, note: TransferTexts.toNote),
            FormField("amount", TransferTexts.amount, note: TemplatesTexts.amountNote),
            FormField("description", TransferTexts.purpose),
        ])
        offer(in: &form)
        return form
    }

    /// Returns the payer.
    private func payer(_ form: Form) -> LedgerSignal.Account? {
        let (payers, number) = (state.payers, form.choice("from"))
        return payers.indices.contains(number) ? payers[number] : nil
    }

    /// Suggests payees.
    private func offer(in form: inout Form) { state.recipients.offer(in: &form, from: payer(form)?.id) }

    private func add(_ input: SceneInput) {
        guard !state.isSending, var form = state.adding else { return }
        switch input {
        case .enter where !form.isAtEnd:
            _ = form.receive(.nextField)
            state.adding = form
        case .enter, .perform("save"): save(form)
        default:
            if form.receive(input) != nil { state.fault = nil }
            offer(in: &form)
            state.adding = form
        }
    }

    /// Returns the requested template, as far as the fields are valid.
    private func order(_ form: Form) -> (order: LedgerSignal.SaveTemplate?, problems: [String: Text]) {
        var problems: [String: Text] = [:]
        guard let from = payer(form) else { return (nil, [:]) }
        let name = form["name"].split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if name.isEmpty { problems["name"] = RegisterTexts.empty }
        var receiver: String?
        do throws(UsageError) {
            receiver = try state.recipients.id(of: form["to"], in: from.currency)
        } catch {
            problems["to"] = error.message
        }
        if receiver == nil, problems["to"] == nil { problems["to"] = RegisterTexts.empty }
        var amount: Money?
        if !form["amount"].isEmpty {
            do throws(UsageError) {
                amount = try MoneyArgument.money(form["amount"], standard: from.currency, flag: "amount")
            } catch {
                problems["amount"] = error.message
            }
        }
        guard problems.isEmpty, let receiver else { return (nil, problems) }
        let purpose = form["description"]
        let order = LedgerSignal.SaveTemplate(
            name: name, from: from.id, to: receiver, amount: amount, description: purpose.isEmpty ? nil : purpose)
        return (order, [:])
    }

    private func save(_ form: Form) {
        if let from = payer(form), let user = state.recipients.unknownUser(in: form["to"], from.currency) {
            return lookUp(user, from.currency, form)
        }
        let (order, problems) = order(form)
        guard let order else { return show(problems, in: form) }
        state.adding = form
        guard state.templates.value?.contains(where: { $0.name == order.name }) == true else {
            return submit(order, form)
        }
        pose(
            TemplatesTexts.replacing(order.name), at: \.question, answers: ["yes": { self.submit(order, form) }])
    }

    /// Finds the account that receives payments to a user name, then saves the template.
    private func lookUp(_ user: String, _ currency: Currency, _ form: Form) {
        (state.adding, state.isSending, state.fault) = (form, true, nil)
        run { [weak self] in
            guard let self else { return }
            var isFound = false
            do {
                isFound = try await find(user, currency)
                if !isFound { show(["to": TransferTexts.noSuchUser(user)], in: form) }
            } catch {
                show(["to": SceneFault(error).atField], in: form)
            }
            state.isSending = false
            if isFound { save(form) }
        }
    }

    private func submit(_ order: LedgerSignal.SaveTemplate, _ form: Form) {
        (state.isSending, state.fault) = (true, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                _ = try await ask(order)
                (state.adding, state.said) = (nil, TemplatesTexts.saved(order.name))
                reload()
            } catch {
                var form = form
                let fault = SceneFault(error)
                if form.points(to: fault, at: fault.field) { state.adding = form } else { state.fault = fault }
            }
        }
    }

    private func show(_ problems: [String: Text], in form: Form) {
        var form = form
        _ = form.points(to: problems)
        state.adding = form
    }

    // MARK: The list

    private func remove(_ name: String) {
        (state.said, state.fault) = (nil, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                _ = try await ask(LedgerSignal.RemoveTemplate(name: name))
                state.said = TemplatesTexts.removed(name)
                reload()
            } catch {
                state.fault = SceneFault(error)
            }
        }
    }

    private func reload() {
        load(\.templates) { [weak self] in
            guard let self else { throw CancellationError() }
            let templates = try await ask(LedgerSignal.Templates()).templates
            state.accounts = try await ask(LedgerSignal.Accounts()).accounts
            let payees = (try? await ask(LedgerSignal.Payees()).payees) ?? []
            state.recipients = Recipients(accounts: state.payers, payees: payees)
            state.selected = max(0, min(state.selected, templates.count - 1))
            return templates
        }
    }
}
