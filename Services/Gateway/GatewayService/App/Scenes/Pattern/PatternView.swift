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
    /// - Parameter count: How many there are in all; nil for those that are here.
    static func block(
        _ matches: [ScannerSignal.Match], selected: Int, count: Int? = nil, isStale: Bool = false
    ) -> ListBlock {
        ListBlock(
            [
                .words(PatternsTexts.ticker).priority(1), .words(PatternTexts.from).priority(2),
                .words(PatternTexts.to).priority(6), .numbers(PatternTexts.candles).priority(5),
                .numbers(PatternTexts.similarity).priority(3), .numbers(DashboardTexts.then).priority(4),
            ],
            rows: matches.map { match in
                let change = match.change ?? 0
                let look: Tone = isStale ? .faint : change > 0 ? .good : change < 0 ? .bad : .plain
                return [
                    Span(verbatim: match.ticker, isStale ? .faint : .strong), Span(.day(match.from)),
                    Span(.day(match.to)),
                    Span(.count(match.candles)), Span(.percent(match.similarity, places: 1)),
                    Span(match.change.map { .change($0) } ?? PatternTexts.notYetShort, look),
                ]
            }, selected: selected, count: count.map { .exactly($0) })
    }
}
