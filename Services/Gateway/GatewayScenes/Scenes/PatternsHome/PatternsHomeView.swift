import Domain
import Drawing
import GatewayWords
import Signals

struct PatternsHomeView: SceneView {
    func screen(_ state: PatternsHomeState) -> Screen {
        if let question = state.question { return Screen(PatternsTexts.home, blocks: [.question(question)]) }
        var screen = Screen(PatternsTexts.home, isWaiting: state.best.isLoading || state.watches.isLoading)
        if let form = state.adding {
            screen.isWaiting = false
            screen.blocks = [.form(form)]
            screen.actions = [SceneAction(.enter, .enter, PatternsTexts.watch)]
            return screen
        }
        screen.blocks += best(state.best)
        screen.blocks += [.gap, .heading(PatternsTexts.watched)]
        switch state.watches {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let watches, let stale):
            screen.blocks.append(
                watches.isEmpty ? .paragraph(PatternsTexts.noWatches, .faint) : .list(list(watches, state)))
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        if let fault = state.fault { screen.blocks += Block.fault(fault) }
        screen.actions = actions(state)
        return screen
    }

    private func best(_ best: Loadable<PatternsSignal.BestPattern?>) -> [Block] {
        switch best {
        case .loading: return [.text(AppTexts.loading, .faint)]
        case .failed(let fault): return Block.fault(fault)
        case .content(nil, _): return [.paragraph(PatternsTexts.noRise, .faint)]
        case .content(let best?, _):
            return [
                .heading(PatternsTexts.best(best.ticker)), .paragraph(PatternsTexts.odds(best.pattern), .plain),
                .chart(PatternChart.block(best.chart, best.pattern, rows: 6)),
            ]
        }
    }

    private func list(_ watches: [PatternsSignal.WatchedSecurity], _ state: PatternsHomeState) -> ListBlock {
        ListBlock(
            [
                .words(PatternsTexts.ticker), .words(PatternsTexts.state), .words(PatternsTexts.until),
                .numbers(PatternsTexts.patterns),
            ],
            rows: watches.map { watch in
                [
                    Span(verbatim: watch.ticker, .strong), Span(PatternsTexts.watchState(watch.state)),
                    Span(watch.asOf.map { .day($0) } ?? Text(verbatim: "")), Span(verbatim: String(watch.patterns)),
                ]
            }, selected: state.selected
        ).keyed(watches.map(\.ticker), .selects)
    }

    private func actions(_ state: PatternsHomeState) -> [SceneAction] {
        var actions = [
            SceneAction("scanner", .enter, PatternsTexts.scanner),
            SceneAction("dashboard", .character("d"), PatternsTexts.dashboard),
        ]
        if case .content(_?, _) = state.best {
            actions.append(SceneAction("best", .character("b"), PatternsTexts.bestTitle))
        }
        actions.append(SceneAction("watch", .character("w"), PatternsTexts.watch))
        if state.watches.value?.isEmpty == false {
            actions.append(SceneAction("unwatch", .character("x"), PatternsTexts.unwatch))
        }
        if state.best.fault != nil || state.watches.fault != nil {
            actions.append(SceneAction(.retry, .character("r"), AppTexts.retry))
        }
        return actions
    }
}

/// A chart of the closes that lead to a pattern, with its segment marked.
enum PatternChart {
    static func block(
        _ closes: [PatternsSignal.ChartPoint], _ pattern: PatternsSignal.Pattern, rows: Int?, hasLegend: Bool = true
    ) -> ChartBlock {
        ChartBlock(rows: rows, hasLegend: hasLegend) { language in
            let moments = closes.map { ChartMoment.instant($0.date) ?? Instant(microseconds: 0) }
            var marks: [Mark] = []
            if let start = ChartMoment.instant(pattern.periodStart), let end = ChartMoment.instant(pattern.periodEnd),
                let first = moments.firstIndex(where: { $0 >= start }),
                let last = moments.lastIndex(where: { $0 <= end }), first <= last
            {
                marks.append(
                    .period(from: Double(first), to: Double(last), PatternsTexts.segment.spoken(in: language)))
            }
            return Chart(
                title: "",
                series: [
                    Series(
                        pattern.ticker, .line(closes.enumerated().map { Point(Double($0.offset), $0.element.value) }))
                ], horizontal: .moments(moments), measure: ChartTexts.price.spoken(in: language), marks: marks)
        }
    }
}
