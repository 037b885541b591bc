import Coordination
import Reasons
import Signals

/// The state of the transaction scene.
struct TransactionState: Sendable {
    /// The transaction as the list had it.
    var listed: HistorySignal.Transaction
    /// The transaction with its other side.
    var details: Loadable<HistorySignal.TransactionAnswer> = .loading
    /// The names of the accounts.
    var names: [String: String] = [:]
    /// The criterion of similarity; nil for none.
    var likeness: AlikeTransactions.Likeness?
    /// The similar transactions.
    var alike: Loadable<AlikeTransactions> = .loading
    var selectedAlike = 0
    /// True when it was opened from a list, so that it has neighbours.
    var isListed = false

    init(_ listed: HistorySignal.Transaction) { self.listed = listed }

    /// The selected side in its present state, as far as it is known.
    var transaction: HistorySignal.Transaction { sides.first(where: isChosen) ?? listed }

    /// The other side of a transfer between own accounts.
    var counterpart: HistorySignal.Transaction? { sides.first { !isChosen($0) } }

    private var sides: [HistorySignal.Transaction] {
        details.value.map { [$0.transaction] + ($0.counterpart.map { [$0] } ?? []) } ?? []
    }

    private func isChosen(_ side: HistorySignal.Transaction) -> Bool {
        side.account == listed.account && side.type == listed.type
    }

    /// The selected one among the similar transactions.
    var chosenAlike: HistorySignal.Transaction? {
        guard let all = alike.value?.newest, all.indices.contains(selectedAlike) else { return nil }
        return all[selectedAlike]
    }
}

/// Shows a transaction with its details and the similar ones.
@MainActor final class TransactionPresenter: StatePresenter<TransactionState> {
    enum Output {
        /// Changes the category.
        case category(HistorySignal.Transaction)
        /// Opens a similar transaction.
        case open(HistorySignal.Transaction)
        /// Opens the history of the similar ones, found by this text.
        case history(String)
    }

    var output: ((Output) -> Void)?
    /// Selects the next or the previous transaction in the list from which this one was opened; nil without a list.
    var goToNeighbour: ((Step) -> HistorySignal.Transaction?)? {
        didSet { state.isListed = goToNeighbour != nil }
    }
    private let account: String?

    /// Creates the scene.
    ///
    /// - Parameter account: The account whose history it was opened from; nil for the history of all.
    init(_ transaction: HistorySignal.Transaction, in account: String?, signals: any Transmitter, tools: SceneTools) {
        self.account = account
        super.init(TransactionState(transaction), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        // Its category may change elsewhere.
        follow("history") { [weak self] in self?.reload() }
    }

    /// Refreshes the scene after changes in the scenes above it.
    override func comeBack() { reload() }

    override func receive(_ input: SceneInput) {
        if pane == TransactionView.alike, lookAlike(input) { return }
        switch input {
        case .perform("newer"), .step(.left), .step(.up): show(goToNeighbour?(.up))
        case .perform("older"), .step(.right), .step(.down): show(goToNeighbour?(.down))
        case .perform("category"): output?(.category(state.transaction))
        case .perform("history"): if let words = state.likeness?.words { output?(.history(words)) }
        case .perform(.retry): reload()
        default: break
        }
    }

    private func lookAlike(_ input: SceneInput) -> Bool {
        let count = state.alike.value?.newest.count ?? 0
        switch input {
        case .step(let step): state.selectedAlike = step.row(from: state.selectedAlike, count: count)
        case .choose(let row): state.selectedAlike = max(0, min(row, count - 1))
        case .enter: if let chosen = state.chosenAlike { output?(.open(chosen)) }
        default: return false
        }
        return true
    }

    /// Selects the next or the previous similar transaction and returns it; nil at the ends.
    func neighbour(_ step: Step) -> HistorySignal.Transaction? {
        let before = state.selectedAlike
        _ = lookAlike(.step(step))
        return state.selectedAlike == before ? nil : state.chosenAlike
    }

    private func show(_ other: HistorySignal.Transaction?) {
        guard let other else { return }
        (state.listed, state.details) = (other, .loading)
        reload()
    }

    private func reload() {
        let id = state.listed.id
        load(\.details) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(HistorySignal.GetTransaction(id: id))
        }
        loadAlike()
        run { [weak self] in
            guard let self else { return }
            await nameAccounts()
        }
    }

    private func nameAccounts() async {
        state.names.merge(await accountNames()) { _, new in new }
        let parties = await partyNames(of: [state.listed], beside: state.names) ?? [:]
        state.names.merge(parties) { own, _ in own }
    }

    private func loadAlike() {
        let likeness = AlikeTransactions.Likeness(of: state.listed, in: account)
        if state.likeness != likeness { (state.alike, state.selectedAlike) = (.loading, 0) }
        state.likeness = likeness
        guard let likeness else { return }
        load(\.alike) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await findAlike(likeness)
        }
    }
}
