import Domain
import GatewayWords
import Signals

/// The register of transactions, and beside it the selected one.
struct HistoryView: SceneView {
    static let chosen: PaneName = "chosen"
    static let alike: PaneName = "alike"
    static let line: PaneName = "line"

    func screen(_ state: HistoryState) -> Screen {
        let title = HistoryTexts.title(state.account?.name)
        if let dialogue = state.dialogue {
            var screen = Screen(title, blocks: [.form(dialogue.form), .gap])
            switch dialogue {
            case .search:
                screen.blocks.append(.paragraph(HistoryTexts.searchNote, .faint))
                screen.actions = [SceneAction(.enter, .enter, HistoryTexts.find)]
            case .day:
                screen.blocks.append(.paragraph(HistoryTexts.dayNote, .faint))
                screen.actions = [SceneAction(.enter, .enter, HistoryTexts.goThere)]
            }
            return screen
        }
        var panes = [register(state, title)]
        if let chosen = state.chosen {
            let alike = AlikePane.pane(
                Self.alike, state.likeness == nil ? nil : state.alike, selected: state.selectedAlike, hasFigures: false,
                places: [.under(Self.chosen).from(columns: 109)])
            panes += [transaction(chosen, state), alike]
            if state.account != nil { panes.append(line(state)) }
        }
        var screen = Screen(title, panes: panes, isWaiting: state.rows.isLoading)
        if !state.text.isEmpty { screen.back = HistoryTexts.dropSearch }
        return screen
    }

    // MARK: The register

    private func register(_ state: HistoryState, _ title: Text) -> Pane {
        var pane = Pane(
            .main, title, totals: HistoryTexts.totals(state.rows.value?.totals ?? []),
            room: Pane.Room(columns: 72...124, rows: 6...1000), blocks: [.choices(filter(state))],
            actions: actions(state))
        switch state.rows {
        case .loading: pane.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): pane.blocks += Block.fault(fault)
        case .content(let rows, let stale):
            pane.sources = ["history"]
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            if rows.transactions.isEmpty {
                pane.blocks.append(.text(state.text.isEmpty ? HistoryTexts.empty : HistoryTexts.nothingFound, .faint))
            } else {
                let table = state.table ?? HistoryTable(state)
                pane.blocks.append(.list(table.list(selected: state.selected, count: state.count)))
            }
        }
        return pane
    }

    /// Returns the line `[all 3 000]  income 41  expense 2 959   search: none`.
    private func filter(_ state: HistoryState) -> ChoiceLine {
        let types = HistorySignal.TypeFilter.allCases.map { type in
            let count: Text =
                state.counts.isEmpty ? .blank : Text(verbatim: " ") + .count(state.counts[type] ?? 0)
            return ChoiceLine.Choice(
                HistoryTexts.filter(type) + count, ActionName(type.rawValue), isChosen: type == state.type)
        }
        return ChoiceLine(
            [types],
            tail: [
                state.text.isEmpty
                    ? Span(HistoryTexts.noSearch, .faint) : Span(HistoryTexts.searched(state.text), .waits)
            ], replacing: Set(types.map(\.action)))
    }

    private func actions(_ state: HistoryState) -> [SceneAction] {
        let nothing = state.rows.value?.transactions.isEmpty == false ? nil : HistoryTexts.empty
        return [
            SceneAction(.enter, .enter, AppTexts.open, obstacle: nothing),
            SceneAction("search", .character("/"), HistoryTexts.find),
            SceneAction("day", .character("g"), HistoryTexts.goToDay, obstacle: nothing),
            SceneAction(
                "chart", .character("c"), HistoryTexts.chart,
                obstacle: state.account == nil ? HistoryTexts.oneAccount : nothing),
            SceneAction(.retry, .character("r"), AppTexts.refresh, .act, .seldom),
            SceneAction("all", .character("a"), HistoryTexts.filter(.all), .view),
            SceneAction("income", .character("i"), HistoryTexts.filter(.income), .view),
            SceneAction("expense", .character("e"), HistoryTexts.filter(.expense), .view),
            SceneAction(
                "earlier", .character("["), HistoryTexts.month, obstacle: nothing, .view, keys: Text(verbatim: "[ ]")),
            SceneAction("later", .character("]"), HistoryTexts.laterMonth, obstacle: nothing, isHinted: false, .view),
        ]
    }

    // MARK: Companions

    private func transaction(_ chosen: HistorySignal.Transaction, _ state: HistoryState) -> Pane {
        func name(_ id: String?, else outside: Text) -> Text {
            id.map { Text(verbatim: state.names[$0] ?? $0) } ?? outside
        }
        let facts = [
            Fact(TransactionTexts.from, name(chosen.fromAccount, else: TransactionTexts.fromOutside)),
            Fact(TransactionTexts.to, name(chosen.toAccount, else: TransactionTexts.outside)),
            Fact(TransactionTexts.what, BookText.description(chosen.description)),
            Fact(TransactionTexts.before, .money(chosen.balanceBefore)),
            Fact(TransactionTexts.amount, .change(chosen.change), AmountColumn.change(chosen.change)),
            Fact(TransactionTexts.then, .money(chosen.balanceAfter)),
            Fact(TransactionTexts.category, chosen.category.map { CategoryText.of($0) } ?? MainTexts.noCategory),
        ]
        return Pane(
            Self.chosen, TransactionTexts.named(chosen.id), .companion,
            badge: Pane.Badge(.moment(chosen.date) + Text(verbatim: WallClocks.suffix), .faint),
            room: Pane.Room(columns: 35...75, rows: 3...7), places: [.beside.from(columns: 109), .below],
            blocks: [.facts(facts)], takesKeys: false)
    }

    private func line(_ state: HistoryState) -> Pane {
        var pane = Pane(
            Self.line, HistoryTexts.balance, .companion, room: Pane.Room(columns: 72...124, rows: 6...14),
            places: [.under(.main).from(rows: 34)])
        switch state.line {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = [.paragraph(BalanceTexts.noLine + fault.message, .waits)]
        case .content(let line, _):
            pane.sources = ["history"]
            pane.blocks = line.days.isEmpty ? [.text(BalanceTexts.nothingYet, .faint)] : [.chart(line.chart(rows: nil))]
            if let least = line.balances.min(by: { $0.minorUnits < $1.minorUnits }),
                let most = line.balances.max(by: { $0.minorUnits < $1.minorUnits })
            {
                pane.totals = [HistoryTexts.range(least, most)]
            }
        }
        return pane
    }
}
