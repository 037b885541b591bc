import GatewayWords
import Signals

/// The dashboard of patterns: the list, and below it the selected pattern with what followed similar ones.
struct DashboardView: SceneView {
    func screen(_ state: DashboardState) -> Screen {
        var panes = [patterns(state)]
        if let chosen = state.chosen {
            var chart = PatternPanes.chart(chosen, state.shown)
            chart.actions = [SceneAction(.enter, .enter, AppTexts.open)]
            panes += [chart, PatternPanes.then(chosen, state.shown.value?.stats)]
        }
        return Screen(
            DashboardTexts.title, panes: panes,
            isWaiting: state.list.isLoading || state.stats.isLoading || state.refresh != nil)
    }

    // MARK: The list

    private func patterns(_ state: DashboardState) -> Pane {
        let count = state.list.value?.patterns.count ?? 0
        var pane = Pane(
            .main, DashboardTexts.patterns, room: Pane.Room(columns: 71...1000, rows: 6...max(9, min(26, count + 5))),
            blocks: [.choices(filter(state.filter))], actions: actions(state), sources: ["patterns"])
        if let stats = state.stats.value, stats.activePatterns > 0 {
            pane.totals = DashboardTexts.averages(stats)
            if stats.stalePatterns > 0 { pane.badge = Pane.Badge(DashboardTexts.stale(stats.stalePatterns), .waits) }
        } else if let fault = state.stats.fault {
            pane.blocks.append(.paragraph(fault.message, .waits))
        }
        if let refresh = state.refresh { pane.blocks.append(.progress(refresh.share, refresh.text)) }
        if let fault = state.refreshFault { pane.blocks += Block.fault(fault) }
        switch state.list {
        case .loading: pane.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): pane.blocks += Block.fault(fault)
        case .content(let list, let stale):
            if list.patterns.isEmpty {
                pane.blocks.append(
                    .paragraph(list.total == 0 ? PatternsTexts.noBest : DashboardTexts.noneFits(list.total), .faint))
            } else {
                pane.blocks.append(.list(self.list(list.patterns, state)))
            }
            if let said = list.hidden.flatMap({ DashboardTexts.hidden($0, state.filter) }) {
                pane.blocks.append(.paragraph(said, .waits))
            }
            if let notice = list.notice {
                pane.blocks.append(.paragraph(ReasonText.of(list.noticeReason, else: notice), .waits))
            }
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        return pane
    }

    /// Returns the line `[all kinds]  candles  lines    found 5 or more    not below the average`.
    private func filter(_ filter: DashboardState.Filter) -> ChoiceLine {
        let types = PatternsSignal.TypeFilter.allCases.map { type in
            ChoiceLine.Choice(
                DashboardTexts.type(type), DashboardPresenter.action(type), isChosen: type == filter.type)
        }
        return ChoiceLine(
            [types],
            tail: [
                Span(verbatim: "  "), Span(DashboardTexts.minimum(filter.minMatches)), Span(verbatim: "    "),
                Span(DashboardTexts.deviation(filter.deviation)),
            ], replacing: ["kind"])
    }

    private func list(_ patterns: [PatternsSignal.Pattern], _ state: DashboardState) -> ListBlock {
        let best = state.stats.value
        func title(_ text: Text, _ key: PatternsSignal.SortKey) -> Text {
            key == state.filter.sortBy ? text + Text(verbatim: state.filter.isAscending ? " ↑" : " ↓") : text
        }
        return ListBlock(
            [
                .words(PatternsTexts.ticker).priority(1), .words(DashboardTexts.kind).priority(5),
                .words(DashboardTexts.until).priority(4), .words(DashboardTexts.closes).priority(7),
                .numbers(title(DashboardTexts.matches, .matches)).priority(6),
                .numbers(title(DashboardTexts.chance, .probability)).priority(2), .words(.blank).priority(2),
                .numbers(title(DashboardTexts.then, .priceChange)).priority(3), .words(.blank).priority(8),
            ],
            rows: patterns.map { pattern in
                let isBest =
                    pattern.ticker == best?.bestTicker && pattern.priceChange == best?.bestPriceChange
                    && pattern.direction == .up
                let note =
                    pattern.stale
                    ? Span(DashboardTexts.stale, .waits) : isBest ? Span(DashboardTexts.best, .good) : Span.blank
                return [
                    Span(verbatim: pattern.ticker, .strong), Span(PatternsTexts.kind(pattern.type)),
                    Span(.candle(pattern.periodEnd), pattern.stale ? .waits : .plain),
                    Span(spark: Self.thinned(pattern.sparkline)),
                    Span(.count(pattern.matches)), Span(.percent(pattern.probability)),
                    Span(PatternsTexts.direction(pattern.direction)),
                    Span(.change(pattern.priceChange), Self.tone(pattern.priceChange)), note,
                ]
            }, selected: state.selected
        ).keyed(patterns.map(\.id), .scenes(patterns.map { .pattern($0.id) }))
    }

    /// Thins out a line to fit a table.
    private static func thinned(_ closes: [Double], to most: Int = 8) -> [Double] {
        guard closes.count > most else { return closes }
        return (0..<most).map { closes[$0 * (closes.count - 1) / (most - 1)] }
    }

    private static func tone(_ change: Double) -> Tone { change > 0 ? .good : change < 0 ? .bad : .plain }

    private func actions(_ state: DashboardState) -> [SceneAction] {
        let nothing = state.chosen == nil ? DashboardTexts.nothing : nil
        var actions = [SceneAction(.enter, .enter, AppTexts.open, obstacle: nothing)]
        if state.refresh == nil {
            actions.append(SceneAction("refresh", .character("r"), DashboardTexts.lookNow))
        } else {
            actions.append(SceneAction("stop", .character("x"), DashboardTexts.stop, .act, .must))
        }
        if state.list.fault != nil || state.stats.fault != nil {
            actions.append(SceneAction(.retry, .character("a"), AppTexts.retry))
        }
        return actions + [
            SceneAction("kind", .character("f"), DashboardTexts.kind, .view),
            SceneAction("minimum", .character("m"), DashboardTexts.matches, .view),
            SceneAction("deviation", .character("d"), DashboardTexts.deviationKey, .view),
            SceneAction("sort", .character("s"), DashboardTexts.sort, .view),
            SceneAction("order", .character("o"), DashboardTexts.order, isHinted: false, .view),
        ]
    }
}
