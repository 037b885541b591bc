import Signals
import Terminal

/// One pattern, as it is seen.
struct PatternView: SceneView {
    func screen(_ state: PatternState) -> Screen {
        let ticker = state.shown.value?.pattern.ticker
        var screen = Screen(PatternTexts.title(ticker), isWaiting: state.shown.isLoading)
        switch state.shown {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        case .content(let shown, let stale):
            screen.blocks = [
                .paragraph(PatternsTexts.odds(shown.pattern), .plain),
                .chart(PatternChart.block(shown.chart, shown.pattern, rows: 5)),
            ]
            if shown.status != .active { screen.blocks.append(.paragraph(PatternTexts.status(shown.status), .waits)) }
            screen.blocks.append(.list(MatchList.block(shown.matches, selected: state.selected)))
            if let notice = shown.notice { screen.blocks.append(.paragraph(ServiceSentences.text(notice), .waits)) }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            screen.actions = [SceneAction(.enter, .enter, PatternTexts.compare)]
        }
        return screen
    }
}

/// Matches to choose from, the nearest first.
enum MatchList {
    static func block(_ matches: [ScannerSignal.Match], selected: Int, isStale: Bool = false) -> ListBlock {
        ListBlock(
            [
                .words(PatternsTexts.ticker), .words(PatternTexts.from), .words(PatternTexts.to),
                .numbers(PatternTexts.candles), .numbers(PatternTexts.similarity), .numbers(DashboardTexts.then),
            ],
            rows: matches.map { match in
                let change = match.change ?? 0
                let look: Tone = isStale ? .faint : change > 0 ? .good : change < 0 ? .bad : .plain
                return [
                    Span(verbatim: match.ticker, isStale ? .faint : .strong), Span(.day(match.from)),
                    Span(.day(match.to)),
                    Span(verbatim: String(match.candles)), Span(.percent(match.similarity, places: 1)),
                    Span(match.change.map { .change($0) } ?? PatternTexts.notYet, look),
                ]
            }, selected: selected)
    }
}
