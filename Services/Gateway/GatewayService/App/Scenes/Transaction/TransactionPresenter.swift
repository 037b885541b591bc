import Coordination
import Signals

/// What the scene of one transaction has.
struct TransactionState: Sendable {
    /// As the list had it.
    let listed: HistorySignal.Transaction
    /// The same with its other side.
    var details: Loadable<HistorySignal.TransactionAnswer> = .loading
    /// What the accounts are called.
    var names: [String: String] = [:]

    init(_ listed: HistorySignal.Transaction) { self.listed = listed }

    /// The side that was chosen, as it is now as far as that is known.
    var transaction: HistorySignal.Transaction { sides.first(where: isChosen) ?? listed }

    /// The other side of a transfer between one's own accounts.
    var counterpart: HistorySignal.Transaction? { sides.first { !isChosen($0) } }

    private var sides: [HistorySignal.Transaction] {
        details.value.map { [$0.transaction] + ($0.counterpart.map { [$0] } ?? []) } ?? []
    }

    private func isChosen(_ side: HistorySignal.Transaction) -> Bool {
        side.account == listed.account && side.type == listed.type
    }
}

/// One transaction with all that is known of it.
@MainActor final class TransactionPresenter: StatePresenter<TransactionState> {
    /// The person wants it in another category.
    var output: ((HistorySignal.Transaction) -> Void)?

    init(_ transaction: HistorySignal.Transaction, signals: any Transmitter, tools: SceneTools) {
        super.init(TransactionState(transaction), signals: signals, tools: tools)
    }

    override func open() {
        reload()
        // Its category may be changed elsewhere.
        follow("history") { [weak self] in self?.reload() }
    }

    /// What was done above it is seen here.
    override func comeBack() { reload() }

    override func receive(_ input: SceneInput) {
        switch input {
        case .perform("category"): output?(state.transaction)
        case .perform(.retry): reload()
        default: break
        }
    }

    private func reload() {
        let id = state.listed.id
        load(\.details) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(HistorySignal.GetTransaction(id: id))
        }
        run { [weak self] in
            guard let self, let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return }
            state.names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        }
    }
}
