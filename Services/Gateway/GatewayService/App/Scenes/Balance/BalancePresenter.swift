import Coordination
import Domain
import Signals

/// What the scene of a balance has.
struct BalanceState: Sendable {
    let account: LedgerSignal.Account
    var balance: Loadable<LedgerSignal.BalanceAnswer> = .loading
    var line: Loadable<BalanceLine> = .loading
}

/// What is in an account, and how it came about.
@MainActor final class BalancePresenter: StatePresenter<BalanceState> {
    enum Output {
        case transfer
        case history
    }

    var output: ((Output) -> Void)?

    init(_ account: LedgerSignal.Account, signals: any Transmitter, tools: SceneTools) {
        super.init(BalanceState(account: account), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        follow("ledger", "history") { [weak self] in self?.reload() }
    }

    override func receive(_ input: SceneInput) {
        switch input {
        case .perform("transfer"): output?(.transfer)
        case .perform("history"), .enter: output?(.history)
        case .perform(.retry): reload()
        default: break
        }
    }

    private func reload() {
        let account = state.account
        load(\.balance) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(LedgerSignal.Balance(account: account.id))
        }
        load(\.line) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await BalanceLine.load(of: account, until: tools.clock.now().dayInUTC) { try await self.ask($0) }
        }
    }
}
