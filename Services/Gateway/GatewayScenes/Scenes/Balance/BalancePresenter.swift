import Coordination
import Domain
import GatewayWords
import Signals

/// The state of the balance scene.
struct BalanceState: Sendable {
    /// The account as it was selected, then as last loaded.
    var account: LedgerSignal.Account
    var features: Loadable<[LedgerSignal.Feature]> = .loading
    var balance: Loadable<LedgerSignal.BalanceAnswer> = .loading
    var line: Loadable<BalanceLine> = .loading
    /// The question before a change.
    var question: Question?
    /// The form for a password or a code while one is required; empty otherwise.
    var proof = Form([])
    var isSending = false
    /// The result of the last action.
    var said: Text?
    var fault: SceneFault?

    /// True while a password or a code is required.
    var isProving: Bool { !proof.fields.isEmpty }

    /// True when the account currently permits the operation.
    func offers(_ type: LedgerSignal.FeatureType) -> Bool {
        features.value?.contains { $0.type == type && $0.available } ?? false
    }
}

/// Shows the balance of an account and its history.
@MainActor final class BalancePresenter: StatePresenter<BalanceState> {
    enum Output {
        case transfer
        case record
        case history
        case importing
        case limits
        case rename(LedgerSignal.Account)
        case close(LedgerSignal.Account)
    }

    var output: ((Output) -> Void)?

    init(_ account: LedgerSignal.Account, signals: any Transmitter, tools: SceneTools) {
        super.init(BalanceState(account: account), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        followMoney { [weak self] in self?.reload() }
    }

    override func goBack() -> Bool {
        if withdrawQuestion(at: \.question) || state.isSending { return true }
        guard state.isProving else { return false }
        (state.proof, state.said, state.fault) = (Form([]), nil, nil)
        return true
    }

    override func receive(_ input: SceneInput) {
        guard !state.isSending, !answer(input, at: \.question) else { return }
        if state.isProving { return prove(input) }
        switch input {
        case .perform("transfer"): if state.account.status == .active { output?(.transfer) }
        case .perform("record"): if state.account.status == .active { output?(.record) }
        case .perform("history"), .enter: output?(.history)
        case .perform("import"): if state.account.status == .active { output?(.importing) }
        case .perform("limits"): output?(.limits)
        case .perform("rename"): if state.offers(.rename) { output?(.rename(state.account)) }
        case .perform("close"): output?(.close(state.account))
        // Follows the action that the screen offers, even if the account has changed elsewhere meanwhile.
        case .perform("freeze") where state.account.status == .active:
            let id = state.account.id
            pose(
                BalanceTexts.freezing(state.account.name), at: \.question,
                answers: ["yes": { self.change(BalanceTexts.frozen) { _ in LedgerSignal.Freeze(account: id) } }])
        case .perform("freeze") where state.account.status == .frozen:
            pose(
                BalanceTexts.unfreezing(state.account.name), at: \.question,
                answers: ["yes": { [weak self] in self?.unfreeze() }])
        case .perform(.retry): reload()
        default: break
        }
    }

    /// Refreshes the scene after changes in the scenes above it.
    override func comeBack() { reload() }

    /// Handles input while a password or a code is required.
    private func prove(_ input: SceneInput) {
        switch state.proof.fill(input) {
        case .unchanged: break
        case .changed: state.fault = nil
        case .filled: unfreeze()
        }
    }

    private func unfreeze() {
        let (id, form) = (state.account.id, state.proof)
        change(BalanceTexts.unfrozen) { presenter in
            LedgerSignal.Unfreeze(account: id, code: try await presenter.proof(in: form))
        }
    }

    /// Changes the account.
    ///
    /// - Parameter signal: Creates the signal once the proof is available.
    private func change<S: Signal>(
        _ done: Text, _ signal: @escaping @MainActor (BalancePresenter) async throws -> S
    ) where S.Answer == LedgerSignal.AccountAnswer {
        (state.isSending, state.said, state.fault) = (true, nil, nil)
        run { [weak self] in
            guard let self else { return }
            defer { state.isSending = false }
            do {
                state.account = try await ask(try await signal(self)).account
                (state.proof, state.said) = (Form([]), done)
                reload()
            } catch let fault as Fault where fault.code == .confirmationRequired && !state.proof.hasProof {
                do throws(SceneFault) {
                    state.said = try await askForProof(after: fault, in: \.proof)
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
        if !(await takeBack(fault, in: \.proof)) { state.fault = fault }
    }

    private func reload() {
        let account = state.account
        load(\.features) { [weak self] in
            guard let self else { throw CancellationError() }
            let accounts = try await ask(LedgerSignal.Accounts()).accounts
            if let now = accounts.first(where: { $0.id == account.id }) { state.account = now }
            return try await ask(LedgerSignal.Features(account: account.id)).features
        }
        load(\.balance) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(LedgerSignal.Balance(account: account.id))
        }
        load(\.line) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await BalanceLine.load(of: account, until: tools.clock.now().localDay) { try await self.ask($0) }
        }
    }
}
