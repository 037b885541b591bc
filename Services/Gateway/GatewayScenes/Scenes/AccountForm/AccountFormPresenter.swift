import Coordination
import Domain
import GatewayWords
import Signals

/// Opens or renames an account. Fields are checked while they are typed as far as possible; ledger checks the rest.
@MainActor final class AccountFormPresenter: StatePresenter<AccountFormState> {
    /// The maximum length of a name, as in ledger.
    private static let longestName = 100
    private static let currencies = CurrencyText.all

    /// Called with the opened or renamed account.
    var output: ((LedgerSignal.Account) -> Void)?

    /// The requested values.
    private struct Order: Hashable {
        let name: String
        let currency: Currency
    }

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - account: The account to rename; nil to open one.
    ///   - currency: The likely currency of a new account.
    init(
        renaming account: LedgerSignal.Account?, currency: Currency?, signals: any Transmitter, tools: SceneTools
    ) {
        var fields = [
            FormField(
                "name", AccountFormTexts.name, text: account?.name ?? "",
                note: account == nil ? AccountFormTexts.nameNote : nil)
        ]
        if account == nil {
            fields.append(
                FormField(
                    "currency", AccountFormTexts.currency, .pick(Self.currencies.map(CurrencyText.name)),
                    choice: Self.currencies.firstIndex { $0 == currency } ?? 0,
                    keysNote: AccountFormTexts.currencyNote))
        }
        super.init(AccountFormState(account: account, form: Form(fields)), signals: signals, tools: tools)
    }

    override func open() {
        run { [weak self] in
            // Without the list there is no warning about equal names, which ledger permits.
            guard let self, let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return }
            let others = accounts.filter { $0.status != .closed && $0.id != state.account?.id }
            state.names = Set(others.map { $0.name.lowercased() })
            check()
        }
    }

    override func receive(_ input: SceneInput) {
        guard !state.isSending else { return }
        switch input {
        case .enter: if state.form.isAtEnd { send() } else { goOn() }
        case .perform("save"): send()
        default:
            guard state.form.receive(input) != nil else { return }
            state.fault = nil
            check()
        }
    }

    // MARK: The fields

    private var name: String { state.form["name"].split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    private var currency: Currency {
        let choice = state.form.choice("currency")
        return state.account?.currency ?? Self.currencies[choice]
    }

    private func problems(isComplete: Bool) -> [String: Text] {
        var problems: [String: Text] = [:]
        if name.unicodeScalars.count > Self.longestName { problems["name"] = AccountFormTexts.tooLong }
        if isComplete, state.account != nil, name.isEmpty { problems["name"] = RegisterTexts.empty }
        if state.form.fields.contains(where: \.isUnknown) { problems["currency"] = AccountFormTexts.noCurrency }
        return problems
    }

    private func check() {
        state.form.setProblems(problems(isComplete: false))
        let called = name.isEmpty && state.account == nil ? currency.code : name
        let usual = state.account == nil ? AccountFormTexts.nameNote : nil
        let note = state.names.contains(called.lowercased()) ? AccountFormTexts.taken(called) : usual
        state.form.change("name") { $0.note = note }
    }

    private func goOn() {
        check()
        let here = state.form.focused
        if here?.problem == nil { _ = state.form.receive(.nextField) }
    }

    // MARK: Submitting

    private func send() {
        let problems = problems(isComplete: true)
        if state.form.points(to: problems) { return }
        if let account = state.account, account.name == name { return finish(account) }
        let order = Order(name: name, currency: currency)
        (state.isSending, state.fault) = (true, nil)
        run { [weak self] in await self?.submit(order) }
    }

    /// Sends the request with one idempotency key until its outcome is known.
    private func submit(_ order: Order) async {
        while !Task.isCancelled {
            do {
                return finish(try await send(order))
            } catch {
                guard !Task.isCancelled else { return }
                let fault = SceneFault(error)
                guard fault.isRetryable else { return refuse(fault) }
                state.fault = fault
                try? await Task.sleep(for: tools.retryPause)
            }
        }
    }

    private func send(_ order: Order) async throws -> LedgerSignal.Account {
        if let account = state.account {
            return try await ask(LedgerSignal.Rename(account: account.id, name: order.name)).account
        }
        return try await ask(
            LedgerSignal.OpenAccount(currency: order.currency, name: order.name.isEmpty ? nil : order.name)
        ).account
    }

    /// Finishes the form: it takes no more input while it closes.
    private func finish(_ account: LedgerSignal.Account) {
        (state.isSending, state.fault) = (true, nil)
        output?(account)
    }

    /// Shows the fault at its field, if there is one.
    private func refuse(_ fault: SceneFault) {
        (state.isSending, state.fault) = (false, nil)
        if !state.form.points(to: fault, at: fault.field) { state.fault = fault }
    }
}
