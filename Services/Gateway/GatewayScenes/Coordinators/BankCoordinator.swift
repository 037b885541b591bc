import Coordination
import Signals

/// The bank: accounts, payments and history. The flow ends with its first scene.
@MainActor final class BankCoordinator: FlowCoordinator {
    nonisolated let node = CoordinatorNode()
    let router: SceneRouter
    let tools: SceneTools
    private let first: AppPart?
    private let account: LedgerSignal.Account?

    /// Creates the flow.
    ///
    /// - Parameter start: The selected part; nil for a flow whose first scene is opened by its address.
    init(router: SceneRouter, tools: SceneTools, start: AppPart?, account: LedgerSignal.Account? = nil) {
        self.router = router
        self.tools = tools
        first = start
        self.account = account
    }

    func begin() {
        let finish: () -> Void = { [weak self] in self?.finishFlow() }
        switch first {
        case nil: return
        case .transfer: showTransfer(from: account?.id, onPop: finish)
        case .record: showRecord(on: account?.id, onPop: finish)
        case .history: showHistory(of: account, onPop: finish)
        case .opening: showOpening(onPop: finish)
        case .schedules: showSchedules(onPop: finish)
        case .templates: showTemplates(onPop: finish)
        case .importing: showImport(into: account?.id, onPop: finish)
        case .imports: showImports(onPop: finish)
        case .limits: showLimits(of: account?.id, onPop: finish)
        default:
            guard let account else { return }
            showBalance(of: account, onPop: finish)
        }
    }

    func showBalance(of account: LedgerSignal.Account, onPop: (() -> Void)? = nil) {
        let presenter = BalancePresenter(account, signals: self, tools: tools)
        presenter.output = { [weak self] output in
            switch output {
            case .transfer: self?.showTransfer(from: account.id)
            case .record: self?.showRecord(on: account.id)
            case .history: self?.showHistory(of: account)
            case .importing: self?.showImport(into: account.id)
            case .limits: self?.showLimits(of: account.id)
            case .rename(let account): self?.showRenaming(of: account)
            case .close(let account): self?.showClosing(of: account)
            }
        }
        router.push(Scene(presenter, BalanceView(), at: .account(account.id)), onPop: onPop)
    }

    func showOpening(onPop: (() -> Void)? = nil) {
        let presenter = AccountFormPresenter(
            renaming: nil, currency: account?.currency, signals: self, tools: tools)
        let scene = Scene(presenter, AccountFormView(), at: .openAccount)
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

    func showRenaming(of account: LedgerSignal.Account) {
        let presenter = AccountFormPresenter(renaming: account, currency: nil, signals: self, tools: tools)
        let scene = Scene(presenter, AccountFormView(), at: .renaming(account: account.id))
        presenter.output = { [weak self, weak scene] _ in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    func showClosing(of account: LedgerSignal.Account) {
        let presenter = AccountClosingPresenter(account, signals: self, tools: tools)
        // A closed account has nothing to show.
        presenter.output = { [weak self] in self?.router.pop(to: 1) }
        let scene = Scene(presenter, AccountClosingView(), at: .closing(account: account.id))
        presenter.onCancel = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    func showTransfer(from account: String?, onPop: (() -> Void)? = nil) {
        let presenter = TransferPresenter(from: account, signals: self, tools: tools)
        let scene = Scene(presenter, TransferView(), at: .transfer(from: account))
        presenter.output = { [weak self, weak scene] in
            // The result is visible in the scene where the action began.
            if let scene { self?.router.remove(scene) }
        }
        router.push(scene, onPop: onPop)
    }

    func showRecord(on account: String?, onPop: (() -> Void)? = nil) {
        let presenter = RecordPresenter(on: account, signals: self, tools: tools)
        let scene = Scene(presenter, RecordView(), at: .record(on: account))
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene, onPop: onPop)
    }

    func showImport(into account: String?, onPop: (() -> Void)? = nil) {
        let presenter = ImportPresenter(into: account, signals: self, tools: tools)
        let scene = Scene(presenter, ImportView(), at: .importing(into: account))
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene, onPop: onPop)
    }

    func showImports(onPop: (() -> Void)? = nil) {
        let presenter = ImportsPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] in self?.showImport(into: nil) }
        router.push(Scene(presenter, ImportsView(), at: .imports), onPop: onPop)
    }

    func showLimits(of account: String?, onPop: (() -> Void)? = nil) {
        let presenter = LimitsPresenter(of: account, signals: self, tools: tools)
        router.push(Scene(presenter, LimitsView(), at: .limits(of: account)), onPop: onPop)
    }

    func showTemplates(onPop: (() -> Void)? = nil) {
        let presenter = TemplatesPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] template in self?.showTransfer(by: template) }
        router.push(Scene(presenter, TemplatesView(), at: .templates), onPop: onPop)
    }

    func showTransfer(by template: LedgerSignal.Template) {
        let presenter = TransferPresenter(from: nil, template: template, signals: self, tools: tools)
        let scene = Scene(presenter, TransferView(), at: .template(template.name))
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    func showSchedules(onPop: (() -> Void)? = nil) {
        let presenter = SchedulesPresenter(signals: self, tools: tools)
        presenter.output = { [weak self] in self?.showScheduleForm() }
        router.push(Scene(presenter, SchedulesView(), at: .schedules), onPop: onPop)
    }

    func showScheduleForm() {
        let presenter = ScheduleFormPresenter(signals: self, tools: tools)
        let scene = Scene(presenter, ScheduleFormView(), at: .newSchedule)
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }

    func showHistory(
        of account: LedgerSignal.Account?, searching text: String = "", onPop: (() -> Void)? = nil
    ) {
        let presenter = HistoryPresenter(account, searching: text, signals: self, tools: tools)
        presenter.output = { [weak self, weak presenter] transaction in
            self?.showTransaction(transaction, of: account) { presenter?.neighbour($0) }
        }
        let address = SceneAddress.history(of: account?.id, searching: text)
        router.push(Scene(presenter, HistoryView(), at: address), onPop: onPop)
    }

    /// Shows a transaction.
    ///
    /// - Parameter goToNeighbour: Moves on in the list from which it was opened; nil without a list.
    func showTransaction(
        _ transaction: HistorySignal.Transaction, of account: LedgerSignal.Account?,
        goToNeighbour: ((Step) -> HistorySignal.Transaction?)? = nil
    ) {
        let presenter = TransactionPresenter(transaction, in: account?.id, signals: self, tools: tools)
        presenter.goToNeighbour = goToNeighbour
        presenter.output = { [weak self, weak presenter] output in
            switch output {
            case .category(let transaction): self?.showCategories(for: transaction, in: account?.id)
            case .open(let other): self?.showTransaction(other, of: account) { presenter?.neighbour($0) }
            case .history(let words): self?.showHistory(of: account, searching: QueryTerms.meaning(words))
            }
        }
        let address = SceneAddress.transaction(transaction.id, in: account?.id)
        router.push(Scene(presenter, TransactionView(), at: address))
    }

    func showCategories(for transaction: HistorySignal.Transaction, in account: String?) {
        let presenter = CategoryChoicePresenter(transaction, signals: self, tools: tools)
        let address = SceneAddress.category(transaction: transaction.id, in: account)
        let scene = Scene(presenter, CategoryChoiceView(), at: address)
        presenter.output = { [weak self, weak scene] in if let scene { self?.router.remove(scene) } }
        router.push(scene)
    }
}
