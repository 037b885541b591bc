import Coordination
import Signals

/// What the scene of one transaction has.
struct TransactionState: Sendable {
    /// As the list had it.
    let transaction: HistorySignal.Transaction
    /// The same with its other side.
    var details: Loadable<HistorySignal.TransactionAnswer> = .loading
    /// What the accounts are called.
    var names: [String: String] = [:]
}

/// One transaction with all that is known of it.
@MainActor final class TransactionPresenter: StatePresenter<TransactionState> {
    init(_ transaction: HistorySignal.Transaction, signals: any Transmitter, tools: SceneTools) {
        super.init(TransactionState(transaction: transaction), signals: signals, tools: tools)
    }

    override func open() {
        let id = state.transaction.id
        load(\.details) { [weak self] in
            guard let self else { throw CancellationError() }
            return try await ask(HistorySignal.GetTransaction(id: id))
        }
        run { [weak self] in
            guard let self, let accounts = try? await ask(LedgerSignal.Accounts()).accounts else { return }
            state.names = Dictionary(accounts.map { ($0.id, $0.name) }) { first, _ in first }
        }
    }

    override func receive(_ input: SceneInput) { if input == .perform(.retry) { open() } }
}
