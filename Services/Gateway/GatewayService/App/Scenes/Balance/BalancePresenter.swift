import Coordination
import Domain
import Signals

/// What the scene of a balance has.
struct BalanceState: Sendable {
    /// As it was when it was chosen, and then as it is.
    var account: LedgerSignal.Account
    var features: Loadable<[LedgerSignal.Feature]> = .loading
    var balance: Loadable<LedgerSignal.BalanceAnswer> = .loading
    var line: Loadable<BalanceLine> = .loading
    /// What is asked before something changes.
    var question: Question?
    /// What was done last, or why it was not.
    var said: Text?
    var fault: SceneFault?

    /// Whether the account offers something now.
    func offers(_ type: LedgerSignal.FeatureType) -> Bool {
        features.value?.contains { $0.type == type && $0.available } ?? false
    }
}

/// What is in an account, and how it came about.
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

    override func goBack() -> Bool { withdrawQuestion(at: \.question) }

    override func receive(_ input: SceneInput) {
        if answer(input, at: \.question) { return }
        switch input {
        case .perform("transfer"): if state.account.status == .active { output?(.transfer) }
        case .perform("record"): if state.account.status == .active { output?(.record) }
        case .perform("history"), .enter: output?(.history)
        case .perform("import"): if state.account.status == .active { output?(.importing) }
        case .perform("limits"): output?(.limits)
        case .perform("rename"): if state.offers(.rename) { output?(.rename(state.account)) }
        case .perform("close"): output?(.close(state.account))
        // By what the screen says it does, whatever has happened elsewhere meanwhile.
        case .perform("freeze") where state.account.status == .active:
            let id = state.account.id
            pose(
                BalanceTexts.freezing(state.account.name), at: \.question,
                answers: ["yes": { self.change(LedgerSignal.Freeze(account: id), BalanceTexts.frozen) }])
        case .perform("freeze") where state.account.status == .frozen:
            let id = state.account.id
            pose(
                BalanceTexts.unfreezing(state.account.name), at: \.question,
                answers: ["yes": { self.change(LedgerSignal.Unfreeze(account: id), BalanceTexts.unfrozen) }])
        case .perform(.retry): reload()
        default: break
        }
    }

    /// What was done above it is seen here.
    override func comeBack() { reload() }

    private func change<S: Signal>(_ signal: S, _ done: Text) where S.Answer == LedgerSignal.AccountAnswer {
        (state.said, state.fault) = (nil, nil)
        run { [weak self] in
            guard let self else { return }
            do {
                state.account = try await ask(signal).account
                state.said = done
                reload()
            } catch {
                state.fault = SceneFault(error)
            }
        }
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
