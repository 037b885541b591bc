import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// Records income from outside or expenses to outside. Fields are checked while they are typed, and the record is made
/// once, however often the request is repeated.
@MainActor final class RecordPresenter: StatePresenter<RecordState> {
    /// The maximum lengths, as in ledger.
    private static let longestDescription = 500
    private static let longestCategory = 100

    private let wantedAccount: String?
    /// Called when the scene is finished.
    var output: (() -> Void)?

    /// The requested values.
    private struct Order: Hashable {
        let direction: RecordState.Direction
        let account: String
        let amount: Money
        let description: String?
        let category: String?
    }

    /// Creates the scene.
    ///
    /// - Parameter account: The id of the selected account.
    init(on account: String?, signals: any Transmitter, tools: SceneTools) {
        wantedAccount = account
        super.init(RecordState(), signals: signals, tools: tools)
    }

    override func open() {
        load(\.accounts) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await ask(LedgerSignal.Accounts()).accounts.filter { $0.status == .active }
            if state.form.fields.isEmpty { state.form = makeForm(accounts) }
            return accounts
        }
    }

    private func makeForm(_ accounts: [LedgerSignal.Account]) -> Form {
        let names = accounts.map { Text(verbatim: $0.name + "  ") + .money($0.balance) }
        let chosen = accounts.firstIndex { $0.id == wantedAccount } ?? 0
        var form = Form([
            FormField("account", RecordTexts.account, .choice(names), choice: chosen),
            FormField(
                "direction", RecordTexts.direction, .choice(RecordState.Direction.allCases.map(RecordTexts.name)),
                note: RecordTexts.directionNote),
            FormField("amount", TransferTexts.amount, note: TransferTexts.amountNote),
            FormField("description", TransferTexts.purpose),
            FormField("category", RecordTexts.category, note: RecordTexts.categoryNote),
        ])
        form.focus(on: "direction")
        return form
    }

    override func goBack() -> Bool {
        switch state.stage {
        // A request under way cannot be cancelled, only awaited.
        case .sending: return true
        case .confirming:
            (state.stage, state.question) = (.editing, nil)
            return true
        case .editing, .done: return false
        }
    }

    override func receive(_ input: SceneInput) {
        switch state.stage {
        case .sending: break
        case .confirming:
            switch state.question?.receive(input) {
            case "yes": send()
            case "no": _ = goBack()
            default: break
            }
        case .done: if input == .enter { output?() }
        case .editing:
            switch input {
            case .perform(.retry): open()
            case .enter: if state.form.isAtEnd { confirm() } else { goOn() }
            case .perform("save"): confirm()
            default:
                guard state.form.receive(input) != nil else { return }
                state.fault = nil
                let (order, problems) = order()
                state.form.setProblems(problems)
                state.amount = order?.amount
            }
        }
    }

    // MARK: The fields

    /// Returns the requested values, as far as the fields are valid.
    private func order() -> (order: Order?, problems: [String: Text]) {
        var problems: [String: Text] = [:]
        guard let account = state.account else { return (nil, [:]) }
        let (typed, description, category) = (state.form["amount"], state.form["description"], state.form["category"])
        var amount: Money?
        if !typed.isEmpty {
            do throws(UsageError) {
                let money = try MoneyArgument.money(typed, standard: account.currency, flag: "amount")
                if money.minorUnits <= 0 { problems["amount"] = TransferTexts.notPositive } else { amount = money }
            } catch {
                problems["amount"] = error.message
            }
        }
        if description.unicodeScalars.count > Self.longestDescription { problems["description"] = RecordTexts.tooLong }
        if category.unicodeScalars.count > Self.longestCategory { problems["category"] = RecordTexts.longCategory }
        guard problems.isEmpty, let amount else { return (nil, problems) }
        return (
            Order(
                direction: state.direction, account: account.id, amount: amount,
                description: description.isEmpty ? nil : description, category: category.isEmpty ? nil : category),
            problems
        )
    }

    private func goOn() {
        state.form.setProblems(order().problems)
        guard let here = state.form.focused, here.problem == nil else { return }
        // Without an amount there is nothing to record.
        if here.name != "amount" || !here.text.isEmpty { _ = state.form.receive(.nextField) }
    }

    // MARK: Submitting

    /// Asks for consent before the record is made.
    private func confirm() {
        let (order, problems) = order()
        if state.form.points(to: problems) { return }
        guard let order, let account = state.account else { return state.form.focus(on: "amount") }
        state.question = RecordTexts.question(order.amount, account.name, order.direction)
        (state.stage, state.fault) = (.confirming, nil)
    }

    private func send() {
        guard let order = order().order else { return }
        (state.stage, state.fault, state.question) = (.sending, nil, nil)
        run { [weak self] in await self?.submit(order) }
    }

    /// Sends the request with one idempotency key until its outcome is known.
    private func submit(_ order: Order) async {
        while !Task.isCancelled {
            do {
                state.stage = .done(try await send(order))
                state.fault = nil
                return
            } catch {
                guard !Task.isCancelled else { return }
                let fault = SceneFault(error)
                guard fault.isRetryable else { return refuse(fault) }
                state.fault = fault
                try? await Task.sleep(for: tools.retryPause)
            }
        }
    }

    private func send(_ order: Order) async throws -> LedgerSignal.TransferAnswer {
        switch order.direction {
        case .income:
            try await ask(
                LedgerSignal.Deposit(
                    account: order.account, amount: order.amount, description: order.description,
                    category: order.category))
        case .expense:
            try await ask(
                LedgerSignal.Withdraw(
                    account: order.account, amount: order.amount, description: order.description,
                    category: order.category))
        }
    }

    /// Shows the fault at its field, if there is one.
    private func refuse(_ fault: SceneFault) {
        (state.stage, state.fault) = (.editing, nil)
        if !state.form.points(to: fault, at: fault.field) { state.fault = fault }
    }
}
