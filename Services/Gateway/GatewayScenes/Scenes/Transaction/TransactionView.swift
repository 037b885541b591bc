import Domain
import GatewayWords
import Reasons
import Signals

/// A transaction, and beside it the similar ones.
struct TransactionView: SceneView {
    static let alike: PaneName = "alike"

    func screen(_ state: TransactionState) -> Screen {
        let transaction = state.transaction
        var panes = [main(transaction, state)]
        let alike = state.likeness == nil ? nil : state.alike
        panes.append(
            AlikePane.pane(
                Self.alike, alike, selected: state.selectedAlike, hasFigures: true, columns: 33...60,
                places: [.beside, .below.from(rows: 30)]))
        return Screen(TransactionTexts.named(transaction.id), panes: panes, isWaiting: state.details.isLoading)
    }

    private func main(_ transaction: HistorySignal.Transaction, _ state: TransactionState) -> Pane {
        let what = BookText.description(transaction.description)
        var pane = Pane(
            .main, what.isEmpty ? TransactionTexts.title : what, totals: [.change(transaction.change)],
            room: Pane.Room(columns: 40...75, rows: 6...1000), actions: actions(state))
        pane.blocks = facts(transaction, state.names)
        switch state.details {
        case .loading: pane.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            pane.blocks += [.gap] + Block.fault(fault, .waits)
            pane.actions.append(.retry)
        case .content(_, let stale):
            if let other = state.counterpart {
                pane.blocks += [
                    .gap, .text(TransactionTexts.otherSide, .faint),
                    .facts([
                        Fact(MainTexts.account, name(other.account, state.names)),
                        Fact(TransactionTexts.after, .money(other.balanceAfter)),
                    ]),
                ]
            }
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        return pane
    }

    private func name(_ id: String, _ names: [String: String]) -> Text {
        names[id].map { Text(verbatim: "\($0)  \(id)") } ?? Text(verbatim: id)
    }

    private func facts(_ transaction: HistorySignal.Transaction, _ names: [String: String]) -> [Block] {
        var about = [
            Fact(TransactionTexts.kind, HistoryTexts.kind(transaction.type)),
            Fact(TransactionTexts.date, .moment(transaction.date) + Text(verbatim: WallClocks.suffix)),
        ]
        if !transaction.description.isEmpty {
            about.append(Fact(TransactionTexts.what, BookText.description(transaction.description)))
        }
        if let category = transaction.category {
            about.append(Fact(TransactionTexts.category, CategoryText.of(category)))
        }
        about += [
            Fact(
                TransactionTexts.from,
                transaction.fromAccount.map { name($0, names) } ?? TransactionTexts.fromOutside),
            Fact(TransactionTexts.to, transaction.toAccount.map { name($0, names) } ?? TransactionTexts.outside),
        ]
        let money = [
            Fact(TransactionTexts.before, .money(transaction.balanceBefore), .faint),
            Fact(TransactionTexts.amount, .change(transaction.change), AmountColumn.change(transaction.change)),
            Fact(TransactionTexts.then, .money(transaction.balanceAfter)),
        ]
        var ids: [Fact] = []
        if let other = transaction.reverses { ids.append(Fact(TransactionTexts.reverses, Text(verbatim: other))) }
        if let other = transaction.reversedBy { ids.append(Fact(TransactionTexts.reversedBy, Text(verbatim: other))) }
        ids.append(Fact(TransactionTexts.id, Text(verbatim: transaction.id), .faint))
        return [.facts(about + [.gap] + money + [.gap] + ids)]
    }

    private func actions(_ state: TransactionState) -> [SceneAction] {
        var actions: [SceneAction] = []
        if state.isListed {
            actions += [
                SceneAction(
                    "older", .right, TransactionTexts.neighbour, short: TransactionTexts.neighbourShort,
                    keys: Text(verbatim: "← →")),
                SceneAction("newer", .left, TransactionTexts.previous, isHinted: false),
            ]
        }
        actions += [
            SceneAction("category", .character("c"), CategoryChoiceTexts.key),
            SceneAction(
                "history", .character("h"), TransactionTexts.historyOfAlike,
                obstacle: state.likeness?.words == nil ? TransactionTexts.likeNothing : nil,
                short: TransactionTexts.historyShort),
        ]
        return actions
    }
}
