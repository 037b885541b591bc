import Coordination
import Signals

/// The bank: accounts, payments and history. The flow ends with its first scene.
@MainActor final class BankCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools
    private let first: AppPart
    private let account: LedgerSignal.Account?

    /// Creates the flow.
    ///
    /// - Parameter start: The selected part.
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
        case .record: showRecord(on: account, onPop: finish)
        case .history: showHistory(of: account, onPop: finish)
        case .opening: showOpening(onPop: finish)
        case .schedules: showSchedules(onPop: finish)
        case .templates: showTemplates(onPop: finish)
        case .importing: showImport(into: account, onPop: finish)
        case .imports: showImports(onPop: finish)
        case .limits: showLimits(of: account, onPop: finish)
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
            case .record: self?.showRecord(on: account)
            case .history: self?.showHistory(of: account)
            case .importing: self?.showImport(into: account)
            case .limits: self?.showLimits(of: account)
            case .rename(let account): self?.showRenaming(of: account)
            case .close(let account): self?.showClosing(of: account)
            }
        }
        router.push(Scene(presenter, BalanceView()), onPop: onPop)
    }

    private func showOpening(onPop: @escaping () -> Void) {
        let presenter = AccountFormPresenter(
            renaming: nil, currency: account?.currency, signals: self, tools: tools)
        let scene = Scene(presenter, AccountFormView())
        presenter.output = { [weak self, weak scene] opened in
            guard let self, let scene else { return }
            Task { [self] in
                // Scenes with accounts show the new one.
                _ = try? await send(
                    AppSignal.AccountChosen(account: opened.id), context: SignalContext(), within: nil)
                router.remove(scene)
            }
        }
        router.push(scene, onPop: onPop)
    }

    private func showRenaming(of account: LedgerSignal.Account) {
        let presenter = AccountFormPresenter(renaming: account, currency: nil, signals: self, tools: tools)
        let scene = Scene(presenter, AccountFormView())
        presenter.output = { [weak self, weak scene] _ in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    private func showClosing(of account: LedgerSignal.Account) {
        let presenter = AccountClosingPresenter(account, signals: self, tools: tools)
        // A closed account has nothing to show.
        presenter.output = { [weak self] in self?.router.pop(to: 1) }
        let scene = Scene(presenter, AccountClosingView())
        presenter.onCancel = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    private func showTransfer(from account: LedgerSignal.Account?, onPop: (() -> Void)? = nil) {
        let presenter = TransferPresenter(from: account?.id, signals: self, tools: tools)
        let scene = Scene(presenter, TransferView())
        presenter.output = { [weak self, weak scene] in
            // The result is visible in the scene where the action began.
            if let scene { self?.router.remove(scene) }
        }
        router.push(scene, onPop: onPop)
    }

    private func showRecord(on account: LedgerSignal.Account?, onPop: (() -> Void)? = nil) {
        let presenter = RecordPresenter(on: account?.id, signals: self, tools: tools)
        let scene = Scene(presenter, RecordView())
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene, onPop: onPop)
    }

    private func showImport(into account: LedgerSignal.Account?, onPop: (() -> Void)? = nil) {
        let presenter = ImportPresenter(into: account?.id, signals: self, tools: tools)
        let scene = Scene(presenter, ImportView())
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene, onPop: onPop)
    }

    private func showImports(onPop: @escaping () -> Void) {
        let presenter = ImportsPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] in self?.showImport(into: nil) }
        router.push(Scene(presenter, ImportsView()), onPop: onPop)
    }

    private func showLimits(of account: LedgerSignal.Account?, onPop: (() -> Void)? = nil) {
        router.push(Scene(LimitsPresenter(of: account?.id, signals: self, tools: tools), LimitsView()), onPop: onPop)
    }

    private func showTemplates(onPop: @escaping () -> Void) {
        let presenter = TemplatesPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] template in self?.showTransfer(by: template) }
        router.push(Scene(presenter, TemplatesView()), onPop: onPop)
    }

    private func showTransfer(by template: LedgerSignal.Template) {
        let presenter = TransferPresenter(from: nil, template: template, signals: self, tools: tools)
        let scene = Scene(presenter, TransferView())
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    private func showSchedules(onPop: @escaping () -> Void) {
        let presenter = SchedulesPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] in self?.showScheduleForm() }
        router.push(Scene(presenter, SchedulesView()), onPop: onPop)
    }

    private func showScheduleForm() {
        let presenter = ScheduleFormPresenter(signals: self, tools: tools)
        let scene = Scene(presenter, ScheduleFormView())
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    private func showHistory(
        of account: LedgerSignal.Account?, searching text: String = "", onPop: (() -> Void)? = nil
    ) {
        let presenter = HistoryPresenter(account, searching: text, signals: self, tools: tools)
        presenter.output = { [weak self, weak presenter] transaction in
            self?.showTransaction(transaction, of: account) { presenter?.neighbour($0) }
        }
        router.push(Scene(presenter, HistoryView()), onPop: onPop)
    }

    /// Shows a transaction.
    ///
    /// - Parameter goToNeighbour: Moves on in the list from which it was opened.
    private func showTransaction(
        _ transaction: HistorySignal.Transaction, of account: LedgerSignal.Account?,
        goToNeighbour: @escaping (Step) -> HistorySignal.Transaction?
    ) {
        let presenter = TransactionPresenter(transaction, in: account?.id, signals: self, tools: tools)
        presenter.goToNeighbour = goToNeighbour
        presenter.output = { [weak self, weak presenter] output in
            switch output {
            case .category(let transaction): self?.showCategories(for: transaction)
            case .open(let other): self?.showTransaction(other, of: account) { presenter?.neighbour($0) }
            case .history(let words): self?.showHistory(of: account, searching: words)
            }
        }
        router.push(Scene(presenter, TransactionView()))
    }

    private func showCategories(for transaction: HistorySignal.Transaction) {
        let presenter = CategoryChoicePresenter(transaction, signals: self, tools: tools)
        let scene = Scene(presenter, CategoryChoiceView())
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }
}
