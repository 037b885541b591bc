import Coordination
import Signals

/// The bank: what is in an account, moving money, and what happened. Ends with its first scene.
@MainActor final class BankCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools
    private let first: AppPart
    private let account: LedgerSignal.Account?

    /// - Parameter start: The part that was chosen.
    init(router: SceneRouter, tools: SceneTools, start: AppPart, account: LedgerSignal.Account?) {
        self.router = router
        self.tools = tools
        first = start
        self.account = account
    }

    func begin() {
        let finish: () -> Void = { [weak self] in self?.finishFlow() }
        switch first {
        case .transfer: showTransfer(from: account, onPop: finish)
        case .history: showHistory(of: account, onPop: finish)
        default:
            guard let account else { return }
            showBalance(of: account, onPop: finish)
        }
    }

    private func showBalance(of account: LedgerSignal.Account, onPop: @escaping () -> Void) {
        let presenter = BalancePresenter(account, signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .transfer: self?.showTransfer(from: account)
            case .history: self?.showHistory(of: account)
            }
        }
        router.push(Scene(presenter, BalanceView()), onPop: onPop)
    }

    private func showTransfer(from account: LedgerSignal.Account?, onPop: (() -> Void)? = nil) {
        let presenter = TransferPresenter(from: account?.id, signals: self, tools: tools)
        let scene = Scene(presenter, TransferView())
        presenter.output = { [weak self, weak scene] in
            // What was done is seen where it began.
            if let scene { self?.router.remove(scene) }
        }
        router.push(scene, onPop: onPop)
    }

    private func showHistory(of account: LedgerSignal.Account?, onPop: (() -> Void)? = nil) {
        let presenter = HistoryPresenter(account, signals: self, tools: tools)
        presenter.output = { [weak self] transaction in self?.showTransaction(transaction) }
        router.push(Scene(presenter, HistoryView()), onPop: onPop)
    }

    private func showTransaction(_ transaction: HistorySignal.Transaction) {
        router.push(Scene(TransactionPresenter(transaction, signals: self, tools: tools), TransactionView()))
    }
}
