import Signals
import Terminal

/// The dashboard of patterns, as it is seen.
struct DashboardView: SceneView {
    func screen(_ state: DashboardState) -> Screen {
        var screen = Screen(
            DashboardTexts.title, isWaiting: state.list.isLoading || state.stats.isLoading || state.refresh != nil)
        screen.blocks += cards(state.stats) + [.gap, .line(filter(state.filter))]
        if let refresh = state.refresh { screen.blocks.append(.progress(refresh.share, Text(verbatim: refresh.text))) }
        if let fault = state.refreshFault { screen.blocks += Block.fault(fault) }
        switch state.list {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let list, let stale):
            if list.patterns.isEmpty {
                screen.blocks.append(
                    .paragraph(list.total == 0 ? PatternsTexts.noBest : DashboardTexts.noneFits(list.total), .faint))
            } else {
                screen.blocks.append(.list(self.list(list.patterns, state)))
            }
            if let said = list.hidden.flatMap({ DashboardTexts.hidden($0, state.filter) }) {
                screen.blocks.append(.paragraph(said, .waits))
            }
            if let notice = list.notice { screen.blocks.append(.paragraph(ServiceSentences.text(notice), .waits)) }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        screen.actions = actions(state)
        return screen
    }

    private func cards(_ stats: Loadable<PatternsSignal.DashboardStats>) -> [Block] {
        switch stats {
        case .loading: return [.text(AppTexts.loading, .faint), .gap, .gap]
        case .failed(let fault): return Block.fault(fault)
        case .content(let stats, _):
            let look: Tone = stats.avgPriceChange > 0 ? .good : stats.avgPriceChange < 0 ? .bad : .strong
            return [
                .cards([
                    Card(
                        title: DashboardTexts.active, value: Span(verbatim: String(stats.activePatterns), .strong),
                        note: stats.stalePatterns > 0 ? DashboardTexts.stale(stats.stalePatterns) : nil),
                    Card(
                        title: DashboardTexts.best, value: Span(verbatim: stats.bestTicker ?? "–", .strong),
                        note: stats.bestTicker == nil
                            ? nil : stats.bestPriceChange.map { .change($0) } ?? .percent(stats.bestProbability)),
                    Card(
                        title: DashboardTexts.average, value: Span(.percent(stats.avgProbability), .strong), note: nil),
                    Card(title: DashboardTexts.change, value: Span(.change(stats.avgPriceChange), look), note: nil),
                ])
            ]
        }
    }

    private func filter(_ filter: DashboardState.Filter) -> [Span] {
        [
            Span(DashboardTexts.type(filter.type), .strong), Span(verbatim: " · ", .faint),
            Span(DashboardTexts.minimum(filter.minMatches)), Span(verbatim: " · ", .faint),
            Span(DashboardTexts.deviation(filter.deviation)), Span(verbatim: " · ", .faint),
            Span(DashboardTexts.sorted(filter.sortBy)), Span(verbatim: filter.isAscending ? " ↑" : " ↓"),
        ]
    }

    private func list(_ patterns: [PatternsSignal.Pattern], _ state: DashboardState) -> ListBlock {
        ListBlock(
            [
                .words(PatternsTexts.ticker), .words(DashboardTexts.kind), .words(DashboardTexts.until),
                .words(DashboardTexts.closes), .numbers(DashboardTexts.matches), .numbers(DashboardTexts.chance),
                .words(Text(verbatim: "")), .numbers(DashboardTexts.then),
            ],
            rows: patterns.map { pattern in
                let look: Tone = pattern.priceChange > 0 ? .good : pattern.priceChange < 0 ? .bad : .plain
                return [
                    Span(verbatim: pattern.ticker, .strong), Span(PatternsTexts.kind(pattern.type)),
                    Span(.day(pattern.periodEnd), pattern.stale ? .waits : .plain),
                    Span(spark: pattern.sparkline), Span(verbatim: String(pattern.matches)),
                    Span(.percent(pattern.probability)), Span(PatternsTexts.direction(pattern.direction)),
                    Span(.change(pattern.priceChange), look),
                ]
            }, selected: state.selected)
    }

    private func actions(_ state: DashboardState) -> [SceneAction] {
        let nothing = state.list.value?.patterns.isEmpty == false ? nil : DashboardTexts.nothing
        var actions = [
            SceneAction(.enter, .enter, AppTexts.open, obstacle: nothing),
            SceneAction("kind", .character("f"), DashboardTexts.kind),
            SceneAction("minimum", .character("m"), DashboardTexts.matches),
            SceneAction("deviation", .character("d"), DashboardTexts.deviationKey),
            SceneAction("sort", .character("s"), DashboardTexts.sort),
            SceneAction("order", .character("o"), DashboardTexts.order, isHinted: false),
        ]
        if state.refresh == nil {
            actions.append(SceneAction("refresh", .character("r"), AppTexts.refresh))
        } else {
            actions.append(SceneAction("stop", .character("x"), DashboardTexts.stop))
        }
        if state.list.fault != nil || state.stats.fault != nil {
            actions.append(SceneAction(.retry, .character("a"), AppTexts.retry))
        }
        return actions
    }
}
