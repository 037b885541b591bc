import Coordination
import Domain
import GatewayWords
import Signals

/// Opens an account, or gives one another name. What can be said about the fields is said while they are typed; the rest
/// ledger knows.
@MainActor final class AccountFormPresenter: StatePresenter<AccountFormState> {
    /// Longer names ledger refuses.
    private static let longestName = 100
    private static let currencies = CurrencyText.all

    /// The form has done its work on this account.
    var output: ((LedgerSignal.Account) -> Void)?

    /// What the form asks for.
    private struct Order: Hashable {
        let name: String
        let currency: Currency
    }

    /// - Parameters:
    ///   - account: The one to rename; nil to open one.
    ///   - currency: What a new one is most likely counted in.
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
                    choice: Self.currencies.firstIndex { $0 == currency } ?? 0, note: AccountFormTexts.currencyNote))
        }
        super.init(AccountFormState(account: account, form: Form(fields)), signals: signals, tools: tools)
    }

    override func open() {
        run { [weak self] in
            // Without them nobody is warned that two have one name, which ledger allows.
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

    // MARK: Doing it

    private func send() {
        let problems = problems(isComplete: true)
        if state.form.points(to: problems) { return }
        if let account = state.account, account.name == name { return finish(account) }
        let order = Order(name: name, currency: currency)
        (state.isSending, state.fault) = (true, nil)
        run { [weak self] in await self?.submit(order) }
    }

    /// Sends it, always by the same key, until it is known what came of it.
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

    /// Nothing more can be done here: the form is on its way out.
    private func finish(_ account: LedgerSignal.Account) {
        (state.isSending, state.fault) = (true, nil)
        output?(account)
    }

    /// Says it at the field at fault, where there is one.
    private func refuse(_ fault: SceneFault) {
        (state.isSending, state.fault) = (false, nil)
        if !state.form.points(to: fault, at: fault.field) { state.fault = fault }
    }
}
