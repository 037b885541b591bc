import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the schedule form.
struct ScheduleFormState: RecipientState {
    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    var recipients = Recipients()
    var form = Form([])
    /// The question before the schedule is set up.
    var question: Question?
    var isSending = false
    var fault: SceneFault?
}

/// Sets up a transfer on a future day, once or recurring.
@MainActor final class ScheduleFormPresenter: StatePresenter<ScheduleFormState> {
    /// The choices of recurrence; the first is once.
    static let rhythms: [LedgerSignal.Every?] = [
        nil, LedgerSignal.Every(count: 1, unit: .week), LedgerSignal.Every(count: 2, unit: .week),
        LedgerSignal.Every(count: 1, unit: .month), LedgerSignal.Every(count: 3, unit: .month),
        LedgerSignal.Every(count: 1, unit: .year),
    ]

    /// Called when the schedule is set up.
    var output: (() -> Void)?

    init(signals: any Transmitter, tools: SceneTools) {
        super.init(ScheduleFormState(), signals: signals, tools: tools)
    }

    override func open() {
        load(\.accounts) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await loadRecipients()
            if state.form.fields.isEmpty {
                state.form = makeForm(accounts)
                offer(accounts)
            }
            return accounts
        }
    }

    private func makeForm(_ accounts: [LedgerSignal.Account]) -> Form {
        let today = tools.clock.now().localDay
        return Form([
            FormField(
                "from", TransferTexts.from,
                .choice(accounts.map { Text(verbatim: $0.name + "  ") + .money($0.balance) })),
            FormField("to", TransferTexts.to, note: TransferTexts.toNote),
            FormField("amount", TransferTexts.amount, note: TransferTexts.amountNote),
            FormField(
                "start", SchedulesTexts.start, .day(from: today), text: ValueText.day(today.adding(days: 1)),
                keysNote: SchedulesTexts.startNote),
            FormField("every", SchedulesTexts.often, .choice(Self.rhythms.map(SchedulesTexts.rhythm)), choice: 3),
            FormField("description", TransferTexts.purpose),
        ])
    }

    override func goBack() -> Bool { withdrawQuestion(at: \.question) || state.isSending }

    override func receive(_ input: SceneInput) {
        guard !state.isSending, !answer(input, at: \.question) else { return }
        switch input {
        case .perform(.retry): open()
        case .enter: if state.form.isAtEnd { confirm() } else { _ = state.form.receive(.nextField) }
        case .perform("save"): confirm()
        default:
            if state.form.receive(input) != nil { state.fault = nil }
            offer(state.accounts.value ?? [])
        }
    }

    /// Returns the payer.
    private func payer(_ accounts: [LedgerSignal.Account]) -> LedgerSignal.Account? {
        let number = state.form.choice("from")
        return accounts.indices.contains(number) ? accounts[number] : nil
    }

    /// Suggests payees.
    private func offer(_ accounts: [LedgerSignal.Account]) {
        let (recipients, payer) = (state.recipients, payer(accounts)?.id)
        recipients.offer(in: &state.form, from: payer)
    }

    /// Returns the requested schedule, as far as the fields are valid.
    private func order() -> (order: LedgerSignal.MakeSchedule?, problems: [String: Text]) {
        var problems: [String: Text] = [:]
        let form = state.form
        guard let from = payer(state.accounts.value ?? []) else { return (nil, [:]) }
        var receiver: String?
        var amount: Money?
        do throws(UsageError) {
            receiver = try state.recipients.id(of: form["to"], in: from.currency)
        } catch {
            problems["to"] = error.message
        }
        if receiver == nil, problems["to"] == nil { problems["to"] = RegisterTexts.empty }
        if receiver == from.id { problems["to"] = TransferTexts.same }
        do throws(UsageError) {
            let money = try MoneyArgument.money(form["amount"], standard: from.currency, flag: "amount")
            if money.minorUnits <= 0 { problems["amount"] = TransferTexts.notPositive } else { amount = money }
        } catch {
            problems["amount"] = form["amount"].isEmpty ? RegisterTexts.empty : error.message
        }
        let start = TypedDay.day(form["start"], today: tools.clock.now().localDay, .future)
        if start == nil { problems["start"] = BondsTexts.notADay }
        guard problems.isEmpty, let receiver, let amount, let start else { return (nil, problems) }
        let rhythm = form.choice("every")
        let order = LedgerSignal.MakeSchedule(
            from: from.id, to: receiver, amount: amount,
            description: form["description"].isEmpty ? nil : form["description"], start: start,
            every: Self.rhythms.indices.contains(rhythm) ? Self.rhythms[rhythm] : nil)
        return (order, problems)
    }

    private func confirm() {
        if let from = payer(state.accounts.value ?? []),
            let user = state.recipients.unknownUser(in: state.form["to"], from.currency)
        {
            return lookUp(user, from.currency)
        }
        let (order, problems) = order()
        if state.form.points(to: problems) { return }
        guard let order else { return }
        let name = state.recipients.name
        pose(
            SchedulesTexts.adding(order, name(order.from), name(order.to)), at: \.question,
            answers: ["yes": { self.send(order) }])
    }

    /// Finds the account that receives payments to a user name, then asks.
    private func lookUp(_ user: String, _ currency: Currency) {
        (state.isSending, state.fault) = (true, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                if try await find(user, currency) { confirm() } else { refuse(TransferTexts.noSuchUser(user)) }
            } catch {
                refuse(SceneFault(error).atField)
            }
        }
    }

    private func refuse(_ reason: Text) { _ = state.form.points(to: ["to": reason]) }

    private func send(_ order: LedgerSignal.MakeSchedule) {
        let form = state.form
        (state.isSending, state.fault) = (true, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                _ = try await ask(order.with(code: try await proof(in: form)))
                output?()
            } catch let fault as Fault where fault.code == .confirmationRequired && !form.hasProof {
                state.fault = await demandProof(after: fault, in: \.form)
            } catch {
                let fault = SceneFault(error)
                if !(await takeBack(fault, in: \.form)) { refuse(fault) }
            }
        }
    }

    /// Shows the fault at its field, if there is one.
    private func refuse(_ fault: SceneFault) {
        if !state.form.points(to: fault, at: fault.field) { state.fault = fault }
    }
}

extension LedgerSignal.MakeSchedule {
    /// Returns the same order with a proof.
    fileprivate func with(code: String?) -> Self {
        Self(
            from: from, to: to, amount: amount, description: description, start: start, every: every, code: code)
    }
}
