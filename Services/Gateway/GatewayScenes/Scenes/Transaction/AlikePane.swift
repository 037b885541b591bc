import Domain
import GatewayWords
import Signals

/// The pane of similar transactions.
enum AlikePane {
    /// Returns the pane.
    ///
    /// - Parameters:
    ///   - alike: The similar transactions; nil when there can be none.
    ///   - hasFigures: True to show the figures below the list, too, and not only in the rule.
    static func pane(
        _ name: PaneName, _ alike: Loadable<AlikeTransactions>?, selected: Int, hasFigures: Bool,
        columns: ClosedRange<Int> = 35...75, places: [Pane.Place]
    ) -> Pane {
        let count = alike?.value?.newest.count ?? 0
        var pane = Pane(
            name, HistoryTexts.alike, .aside,
            room: Pane.Room(columns: columns, rows: 3...max(6, hasFigures ? 1000 : count + 1)), places: places)
        switch alike {
        case nil: pane.blocks = [.paragraph(TransactionTexts.likeNothing, .faint)]
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [.paragraph(fault.message, .waits)]
        case .content(let alike, _):
            pane.sources = ["history"]
            pane.totals = Text.sums(alike.sums, isSigned: true)
            if let average = alike.average, let sum = pane.totals.first, !hasFigures {
                pane.totals.insert(TransactionTexts.sum(sum, average), at: 0)
            }
            if !alike.newest.isEmpty {
                pane.blocks = [.list(list(alike, selected: selected, hasHeads: hasFigures))]
                pane.actions = [SceneAction(.enter, .enter, AppTexts.open)]
            }
            if hasFigures { pane.blocks += [.gap, .facts(figures(alike))] }
        }
        return pane
    }

    private static func list(_ alike: AlikeTransactions, selected: Int, hasHeads: Bool) -> ListBlock {
        let all = alike.newest
        let amounts = AmountColumn(
            hasHeads ? HistoryTexts.amount : .blank, all.map(\.change), isSigned: true, tone: AmountColumn.change)
        let rows = all.indices.map { index in
            [
                Span(.day(all[index].date.localDay), .faint), amounts.cells[index],
                Span(BookText.description(all[index].description), .faint),
            ]
        }
        return ListBlock(
            [.words(hasHeads ? HistoryTexts.date : .blank), amounts.column, .text(.blank, cut: .end)], rows: rows,
            selected: selected, count: .exactly(alike.count)
        ).keyed(all.map(\.id), .scenes(all.map { .transaction($0.id, in: $0.account) }))
    }

    private static func figures(_ alike: AlikeTransactions) -> [Fact] {
        var facts: [Fact] = []
        if let average = alike.average { facts.append(Fact(TransactionTexts.average, .change(average))) }
        if let days = alike.daysBetween { facts.append(Fact(TransactionTexts.every, RhythmText.of(days, .day))) }
        if let first = alike.days?.lowerBound { facts.append(Fact(TransactionTexts.since, .day(first))) }
        return facts
    }
}
