import Signals
import Terminal

/// One transaction, as it is seen.
struct TransactionView: SceneView {
    func screen(_ state: TransactionState) -> Screen {
        var screen = Screen(TransactionTexts.title, isWaiting: state.details.isLoading)
        let transaction = state.transaction
        func name(_ id: String) -> Text {
            state.names[id].map { Text(verbatim: "\($0)  (\(id))") } ?? Text(verbatim: id)
        }
        var facts = [
            Fact(TransactionTexts.before, .money(transaction.balanceBefore), .faint),
            Fact(TransactionTexts.amount, .change(transaction.change), AmountColumn.change(transaction.change)),
            Fact(TransactionTexts.then, .money(transaction.balanceAfter)),
            Fact(TransactionTexts.kind, HistoryTexts.filter(transaction.type == .income ? .income : .expense)),
            Fact(TransactionTexts.date, .moment(transaction.date) + Text(verbatim: WallClocks.suffix)),
        ]
        if !transaction.description.isEmpty {
            facts.append(Fact(TransactionTexts.what, BookText.description(transaction.description)))
        }
        if let category = transaction.category {
            facts.append(Fact(TransactionTexts.category, CategoryText.of(category)))
        }
        facts.append(Fact(TransactionTexts.from, transaction.fromAccount.map(name) ?? TransactionTexts.fromOutside))
        facts.append(Fact(TransactionTexts.to, transaction.toAccount.map(name) ?? TransactionTexts.outside))
        if let other = transaction.reverses { facts.append(Fact(TransactionTexts.reverses, Text(verbatim: other))) }
        if let other = transaction.reversedBy { facts.append(Fact(TransactionTexts.reversedBy, Text(verbatim: other))) }
        facts.append(Fact(TransactionTexts.id, Text(verbatim: transaction.id), .faint))
        screen.blocks = [.facts(facts), .gap]
        switch state.details {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault, .waits)
            screen.actions = [.retry]
        case .content(_, let stale):
            if let other = state.counterpart {
                screen.blocks += [
                    .text(TransactionTexts.otherSide, .faint),
                    .facts([
                        Fact(MainTexts.account, name(other.account)),
                        Fact(TransactionTexts.after, .money(other.balanceAfter)),
                    ]),
                ]
            }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        screen.actions.insert(SceneAction("category", .character("c"), CategoryChoiceTexts.key), at: 0)
        return screen
    }
}
