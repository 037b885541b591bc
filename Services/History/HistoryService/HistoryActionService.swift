import Coordination
import Signals
import Storage

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
        let summarize: SummarizeInteractor
        let rebuild: RebuildInteractor
        let statement: MakeStatementInteractor
        let readStatement: ReadStatementInteractor
        let findSimilar: FindSimilarInteractor
        let listCategories: ListCategoriesInteractor
        let setCategory: SetCategoryInteractor
        let addRule: AddRuleInteractor
        let listRules: ListRulesInteractor
        let changeRule: ChangeRuleInteractor
        let saveFilter: SaveFilterInteractor
        let listFilters: ListFiltersInteractor
        let removeFilter: RemoveFilterInteractor
    }

    init(_ interactors: Interactors) {
        var handlers = SignalHandlers()
        handlers.answer(HistorySignal.Transactions.self) { signal, context in
            let request = ListTransactionsInteractor.Request(
                filter: FilterText(signal), savedFilter: signal.filter, limit: signal.limit, cursor: signal.cursor)
            return MovementPagePresenter().present(try await interactors.list.execute(request, context: context))
        }
        handlers.answer(HistorySignal.GetTransaction.self) { signal, context in
            let request = ShowTransactionInteractor.Request(id: signal.id)
            return ShownTransferPresenter().present(try await interactors.show.execute(request, context: context))
        }
        handlers.answer(HistorySignal.Summary.self) { signal, context in
            let request = SummarizeInteractor.Request(
                group: SummaryGroup(signal.by), filter: FilterText(signal), savedFilter: signal.filter,
                limit: signal.limit, cursor: signal.cursor)
            return SummaryPresenter().present(try await interactors.summarize.execute(request, context: context))
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
        handlers.answer(HistorySignal.FindSimilar.self) { signal, context in
            SimilarPresenter().present(
                try await interactors.findSimilar.execute(FindSimilarInteractor.Request(signal), context: context))
        }
        Self.answerCategories(interactors, &handlers)
        Self.answerRules(interactors, &handlers)
        Self.answerFilters(interactors, &handlers)
        self.handlers = handlers
    }

    private static func answerCategories(_ interactors: Interactors, _ handlers: inout SignalHandlers) {
        handlers.answer(HistorySignal.Categories.self) { _, context in
            CategoriesPresenter().present(try await interactors.listCategories.execute((), context: context))
        }
        handlers.answer(HistorySignal.SetCategory.self) { signal, context in
            let request = SetCategoryInteractor.Request(
                key: try keyed(signal, context), transferID: signal.id, accountID: signal.account,
                category: signal.category)
            let movements = try await interactors.setCategory.execute(request, context: context)
            return HistorySignal.CategorizedTransactions(transactions: movements.map(MovementPresenter().present))
        }
    }

    private static func answerRules(_ interactors: Interactors, _ handlers: inout SignalHandlers) {
        @Sendable func list(_ rules: [CategoryRule]) -> HistorySignal.RuleList {
            HistorySignal.RuleList(rules: rules.map(RulePresenter().present))
        }
        handlers.answer(HistorySignal.AddRule.self) { signal, context in
            let request = AddRuleInteractor.Request(
                key: try keyed(signal, context), contains: signal.contains, category: signal.category,
                side: signal.type?.side, minAmount: signal.minAmount, maxAmount: signal.maxAmount,
                account: signal.account, position: signal.position)
            let added = try await interactors.addRule.execute(request, context: context)
            return HistorySignal.RuleAnswer(rule: RulePresenter().present(added.rule), count: added.count)
        }
        handlers.answer(HistorySignal.Rules.self) { _, context in
            list(try await interactors.listRules.execute((), context: context))
        }
        handlers.answer(HistorySignal.MoveRule.self) { signal, context in
            let request = ChangeRuleInteractor.Request(
                key: try keyed(signal, context), id: signal.id, position: signal.position)
            return list(try await interactors.changeRule.execute(request, context: context))
        }
        handlers.answer(HistorySignal.RemoveRule.self) { signal, context in
            let request = ChangeRuleInteractor.Request(key: try keyed(signal, context), id: signal.id, position: nil)
            return list(try await interactors.changeRule.execute(request, context: context))
        }
    }

    private static func answerFilters(_ interactors: Interactors, _ handlers: inout SignalHandlers) {
        handlers.answer(HistorySignal.SaveFilter.self) { signal, context in
            let request = SaveFilterInteractor.Request(
                key: try keyed(signal, context), name: signal.name, filter: FilterText(signal))
            let saved = try await interactors.saveFilter.execute(request, context: context)
            return HistorySignal.FilterAnswer(filter: SavedFilterPresenter().present(saved))
        }
        handlers.answer(HistorySignal.Filters.self) { _, context in
            let filters = try await interactors.listFilters.execute((), context: context)
            return HistorySignal.FilterList(filters: filters.map(SavedFilterPresenter().present))
        }
        handlers.answer(HistorySignal.RemoveFilter.self) { signal, context in
            let request = RemoveFilterInteractor.Request(key: try keyed(signal, context), name: signal.name)
            let removed = try await interactors.removeFilter.execute(request, context: context)
            return HistorySignal.FilterAnswer(filter: SavedFilterPresenter().present(removed))
        }
    }

    /// What names a change, when its caller gave it a key.
    private static func keyed<S: Signal>(_ signal: S, _ context: SignalContext) throws -> KeyedRequest? {
        try KeyedRequest(signal, caller: try context.caller.requireUser().userID, context: context)
    }
}

extension HistorySignal.TypeFilter {
    /// Nil for both sides.
    fileprivate var side: String? { self == .all ? nil : rawValue }
}

extension SummaryGroup {
    fileprivate init(_ group: HistorySignal.SummaryGroup) {
        switch group {
        case .day: self = .day
        case .month: self = .month
        case .category: self = .category
        case .account: self = .account
        }
    }
}

extension FilterText {
    init(_ signal: HistorySignal.Transactions) {
        self.init(
            account: signal.account, side: signal.type?.side, from: signal.from, to: signal.to, text: signal.text,
            minAmount: signal.minAmount, maxAmount: signal.maxAmount, category: signal.category,
            counterparty: signal.counterparty, reversed: signal.reversed, own: signal.own, undone: signal.undone)
    }

    fileprivate init(_ signal: HistorySignal.Summary) {
        self.init(
            account: signal.account, side: signal.type?.side, from: signal.from, to: signal.to, text: signal.text,
            minAmount: signal.minAmount, maxAmount: signal.maxAmount, category: signal.category,
            counterparty: signal.counterparty, reversed: signal.reversed, own: signal.own, undone: signal.undone)
    }

    fileprivate init(_ signal: HistorySignal.SaveFilter) {
        self.init(
            account: signal.account, side: signal.type?.side, from: signal.from, to: signal.to, text: signal.text,
            minAmount: signal.minAmount, maxAmount: signal.maxAmount, category: signal.category,
            counterparty: signal.counterparty, reversed: signal.reversed, own: signal.own, undone: signal.undone)
    }
}
