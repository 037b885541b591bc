import Coordination
import Signals

/// Tells what happened to whose money.
public final class HistoryActionService: ActionService {
    /// Its place in the tree; reached through isolated coordinators too.
    public let node = CoordinatorNode(options: .shared)
    /// The signals it answers.
    public let handlers: SignalHandlers

    /// What it works with.
    struct Interactors: Sendable {
        let list: ListTransactionsInteractor
        let show: ShowTransactionInteractor
        let rebuild: RebuildInteractor
        let statement: MakeStatementInteractor
        let readStatement: ReadStatementInteractor
    }

    init(_ interactors: Interactors) {
        var handlers = SignalHandlers()
        handlers.answer(HistorySignal.Transactions.self) { signal, context in
            let request = ListTransactionsInteractor.Request(
                filter: FilterText(signal), limit: signal.limit, cursor: signal.cursor)
            return MovementPagePresenter().present(try await interactors.list.execute(request, context: context))
        }
        handlers.answer(HistorySignal.GetTransaction.self) { signal, context in
            let request = ShowTransactionInteractor.Request(id: signal.id)
            return ShownTransferPresenter().present(try await interactors.show.execute(request, context: context))
        }
        handlers.answer(HistorySignal.Rebuild.self) { _, context in
            let report = try await interactors.rebuild.execute((), context: context)
            return HistorySignal.RebuildAnswer(events: report.events, transactions: report.movements)
        }
        handlers.answer(HistorySignal.Statement.self) { signal, context in
            StatementPresenter().present(
                try await interactors.statement.execute(MakeStatementInteractor.Request(signal), context: context))
        }
        handlers.answer(HistorySignal.ReadStatement.self) { signal, context in
            ReadStatementPresenter().present(
                try await interactors.readStatement.execute(
                    try ReadStatementInteractor.Request(signal), context: context))
        }
        self.handlers = handlers
    }
}

extension FilterText {
    init(_ signal: HistorySignal.Transactions) {
        let side: Side? =
            switch signal.type {
            case .income: .income
            case .expense: .expense
            case .all, nil: nil
            }
        self.init(
            account: signal.account, side: side, from: signal.from, to: signal.to, text: signal.text,
            minAmount: signal.minAmount, maxAmount: signal.maxAmount, category: signal.category)
    }
}
