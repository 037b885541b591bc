import Domain
import Signals
import Terminal

/// History, as it is seen.
struct HistoryView: SceneView {
    func screen(_ state: HistoryState) -> Screen {
        var screen = Screen(
            HistoryTexts.title(state.account?.name), isWaiting: state.rows.isLoading || state.line?.isLoading == true)
        if let search = state.search { return searching(search, screen) }
        screen.blocks.append(.line(filter(state)))
        if let line = state.line { screen.blocks += chart(line) }
        switch state.rows {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .dim))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let rows, let stale):
            if rows.transactions.isEmpty {
                screen.blocks.append(.text(state.text.isEmpty ? HistoryTexts.empty : HistoryTexts.nothingFound, .dim))
            } else {
                screen.blocks.append(.list(list(rows, state)))
                for total in rows.totals { screen.blocks.append(.text(HistoryTexts.total(total), .dim)) }
            }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .yellow)) }
        }
        screen.actions = actions(state)
        return screen
    }

    private func searching(_ search: Form, _ screen: Screen) -> Screen {
        var screen = screen
        screen.isWaiting = false
        screen.blocks = [.form(search), .gap, .paragraph(HistoryTexts.searchNote, .dim)]
        screen.actions = [SceneAction(.enter, .enter, HistoryTexts.find)]
        return screen
    }

    private func filter(_ state: HistoryState) -> [Span] {
        var spans: [Span] = []
        for type in HistorySignal.TypeFilter.allCases {
            spans.append(
                Span(
                    HistoryTexts.filter(type),
                    type == state.type ? .here : .dim))
            spans.append(Span(verbatim: "  "))
        }
        if !state.text.isEmpty { spans.append(Span(HistoryTexts.searched(state.text), .yellow)) }
        return spans
    }

    private func chart(_ line: Loadable<BalanceLine>) -> [Block] {
        switch line {
        case .loading: [.text(AppTexts.loading, .dim)]
        case .failed(let fault): [.paragraph(BalanceTexts.noLine + fault.message, .yellow)]
        case .content(let line, _): line.days.isEmpty ? [] : [.chart(line.chart(rows: 6))]
        }
    }

    private func list(_ rows: HistoryState.Rows, _ state: HistoryState) -> ListBlock {
        var columns: [ListBlock.Column] = [
            .words(HistoryTexts.date), .numbers(HistoryTexts.amount), .text(HistoryTexts.what),
            .words(HistoryTexts.category),
        ]
        if state.account == nil { columns.append(.words(MainTexts.account)) }
        columns.append(.numbers(HistoryTexts.after))
        let cells = rows.transactions.map { transaction -> [Span] in
            let isIncome = transaction.type == .income
            let signed = Money(
                minorUnits: isIncome ? transaction.amount.minorUnits : -transaction.amount.minorUnits,
                currency: transaction.amount.currency)
            var cells = [
                Span(.day(transaction.date.dayInUTC)), Span(.change(signed), isIncome ? .green : .plain),
                Span(BookText.description(transaction.description)),
                Span(transaction.category.map { CategoryText.of($0) } ?? .blank, .dim),
            ]
            if state.account == nil {
                cells.append(Span(verbatim: state.names[transaction.account] ?? transaction.account, .dim))
            }
            return cells + [Span(.money(transaction.balanceAfter), .dim)]
        }
        return ListBlock(columns, rows: cells, selected: state.selected)
    }

    private func actions(_ state: HistoryState) -> [SceneAction] {
        var actions = [
            SceneAction(
                .enter, .enter, AppTexts.open,
                obstacle: state.rows.value?.transactions.isEmpty == false ? nil : HistoryTexts.empty),
            SceneAction("all", .character("a"), HistoryTexts.filter(.all)),
            SceneAction("income", .character("i"), HistoryTexts.filter(.income)),
            SceneAction("expense", .character("e"), HistoryTexts.filter(.expense)),
            SceneAction("search", .character("/"), HistoryTexts.find),
            SceneAction(
                "chart", .character("c"), HistoryTexts.chart,
                obstacle: state.account == nil ? HistoryTexts.oneAccount : nil),
        ]
        if state.rows.value?.nextCursor != nil {
            actions.append(SceneAction("more", .character("m"), HistoryTexts.more, isHinted: false))
        }
        if state.rows.fault != nil { actions.append(SceneAction(.retry, .character("r"), AppTexts.retry)) }
        return actions
    }
}
