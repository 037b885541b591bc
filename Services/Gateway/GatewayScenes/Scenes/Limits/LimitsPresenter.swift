import Coordination
import Domain
import GatewaySession
import GatewayWords
import Signals

/// The state of the limits scene.
struct LimitsState: Sendable {
    var accounts: Loadable<[LedgerSignal.Account]> = .loading
    /// The limits of the selected account.
    var limits: Loadable<LedgerSignal.Limits> = .loading
    /// The account, and a field for each limit; empty for no limit.
    var form = Form([])
    /// The question before a change.
    var question: Question?
    var isSending = false
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// The selected account.
    var account: LedgerSignal.Account? {
        guard let all = accounts.value, all.indices.contains(form.choice("account")) else { return nil }
        return all[form.choice("account")]
    }
}

/// Shows, sets and removes the limits of an account; changes need consent.
@MainActor final class LimitsPresenter: StatePresenter<LimitsState> {
    /// A limit before and after the change.
    struct Change: Hashable, Sendable {
        let name: LedgerSignal.LimitName
        let old: Money?
        let new: Money?
    }

    private let wantedAccount: String?
    /// The changes of the last question that was answered with yes.
    private var agreed: [Change] = []

    /// Creates the scene.
    ///
    /// - Parameter account: The id of the selected account.
    init(of account: String?, signals: any Transmitter, tools: SceneTools) {
        wantedAccount = account
        super.init(LimitsState(), signals: signals, tools: tools)
    }

    override func open() {
        load(\.accounts) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await ask(LedgerSignal.Accounts()).accounts.filter { $0.status != .closed }
            if state.form.fields.isEmpty {
                let chosen = accounts.firstIndex { $0.id == wantedAccount } ?? 0
                let names = accounts.map { Text(verbatim: $0.name + "  ") + .money($0.available) }
                state.form = Form(
                    [FormField("account", RecordTexts.account, .choice(names), choice: chosen)])
            }
            // The account whose limits are needed is known only now.
            state.accounts = .content(accounts, stale: nil)
            loadLimits()
            return accounts
        }
        // Spending uses up the limits.
        follow("ledger") { [weak self] in if self?.state.isSending == false { self?.loadLimits() } }
    }

    private func loadLimits() {
        guard let account = state.account else { return }
        load(\.limits) { [weak self] in
            guard let self else { throw CancellationError() }
            let limits = try await ask(LedgerSignal.GetLimits(account: account.id)).limits
            if state.limits.value.map({ Self.differ($0, limits) }) ?? true { fill(limits) }
            return limits
        }
    }

    /// True when the editable values differ, and not only the spent amounts.
    private static func differ(_ one: LedgerSignal.Limits, _ other: LedgerSignal.Limits) -> Bool {
        one.account != other.account
            || LedgerSignal.LimitName.allCases.contains { value($0, one) != value($0, other) }
    }

    private static func value(_ name: LedgerSignal.LimitName, _ limits: LedgerSignal.Limits) -> Money? {
        switch name {
        case .perTransfer: limits.perTransfer
        case .daily: limits.daily
        case .confirmAbove: limits.confirmAbove
        }
    }

    private func fill(_ limits: LedgerSignal.Limits) {
        let focused = state.form.focused?.name
        let fields = LedgerSignal.LimitName.allCases.map { name in
            FormField(
                name.rawValue, LimitsTexts.name(name),
                text: Self.value(name, limits).map { AmountText.money($0, in: .current) } ?? "",
                note: LimitsTexts.note(name))
        }
        state.form = Form(state.form.fields.prefix(1) + fields)
        if let focused { state.form.focus(on: focused) }
    }

    override func goBack() -> Bool { withdrawQuestion(at: \.question) || state.isSending }

    override func receive(_ input: SceneInput) {
        guard !state.isSending, !answer(input, at: \.question) else { return }
        switch input {
        case .perform(.retry): open()
        case .enter: if state.form.isAtEnd { confirm() } else { _ = state.form.receive(.nextField) }
        case .perform("save"): confirm()
        default:
            guard let changed = state.form.receive(input) else { return }
            (state.said, state.fault) = (nil, nil)
            guard changed == "account" else { return }
            state.limits = .loading
            loadLimits()
        }
    }

    /// Returns the changes in the form, as far as the fields are valid.
    private func changes() -> (changes: [Change], problems: [String: Text]) {
        guard let limits = state.limits.value, let account = state.account else { return ([], [:]) }
        var (changes, problems): ([Change], [String: Text]) = ([], [:])
        for name in LedgerSignal.LimitName.allCases {
            let (typed, old) = (state.form[name.rawValue], Self.value(name, limits))
            do throws(UsageError) {
                let new =
                    typed.isEmpty
                    ? nil : try MoneyArgument.money(typed, standard: account.currency, flag: name.rawValue)
                if let new, new.minorUnits <= 0 {
                    problems[name.rawValue] = TransferTexts.notPositive
                } else if new != old {
                    changes.append(Change(name: name, old: old, new: new))
                }
            } catch {
                problems[name.rawValue] = error.message
            }
        }
        return (changes, problems)
    }

    private func confirm() {
        let (changes, problems) = changes()
        if state.form.points(to: problems) { return }
        guard let account = state.account, state.limits.value != nil else { return }
        guard !changes.isEmpty else { return state.said = LimitsTexts.nothing }
        // Whoever touches the authenticator for the changes of the question has agreed to them.
        if state.form.passkeyAnswer != nil, changes == agreed { return send(changes, account.id) }
        pose(
            LimitsTexts.changing(changes, of: account.name), at: \.question,
            answers: ["yes": { [weak self] in self?.send(changes, account.id) }])
    }

    private func send(_ changes: [Change], _ account: String) {
        agreed = changes
        func new(_ name: LedgerSignal.LimitName) -> Money? { changes.first { $0.name == name }?.new }
        let removed = changes.filter { $0.new == nil }.map(\.name)
        let form = state.form
        func signal(_ proof: String?) -> LedgerSignal.SetLimits {
            LedgerSignal.SetLimits(
                account: account, perTransfer: new(.perTransfer), daily: new(.daily), confirmAbove: new(.confirmAbove),
                remove: removed.isEmpty ? nil : removed, code: proof)
        }
        (state.isSending, state.said, state.fault) = (true, nil, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                let limits = try await ask(signal(try await proof(in: form))).limits
                state.limits = .content(limits, stale: nil)
                fill(limits)
                state.said = LimitsTexts.done
            } catch let fault as Fault where fault.code == .confirmationRequired && !form.hasProof {
                do throws(SceneFault) {
                    state.said = try await askForProof(after: fault, in: \.form)
                } catch {
                    state.fault = error
                }
            } catch {
                await refuse(SceneFault(error))
            }
        }
    }

    /// Shows the fault at its field, if there is one.
    private func refuse(_ fault: SceneFault) async {
        guard !(await takeBack(fault, in: \.form)) else { return }
        if !state.form.points(to: fault, at: fault.field) { state.fault = fault }
    }
}
