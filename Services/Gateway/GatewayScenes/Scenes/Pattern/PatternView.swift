import GatewayWords
import Signals

/// A pattern: its matches, and below them the pattern itself and what followed.
struct PatternView: SceneView {
    func screen(_ state: PatternState) -> Screen {
        let title = PatternTexts.title(state.shown.value?.pattern.ticker)
        var pane = Pane(.main, PatternTexts.matches, room: Pane.Room(columns: 46...1000, rows: 6...26))
        switch state.shown {
        case .loading: pane.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            pane.blocks += Block.fault(fault)
            pane.actions = [.retry]
        case .content(let shown, let stale):
            pane.sources = ["patterns"]
            if shown.status != .active { pane.blocks.append(.paragraph(PatternTexts.status(shown.status), .waits)) }
            pane.blocks.append(
                .list(
                    MatchList.block(
                        shown.matches, selected: state.selected, count: max(shown.matches.count, shown.pattern.matches))
                ))
            if let notice = shown.notice {
                pane.blocks.append(.paragraph(ReasonText.of(shown.noticeReason, else: notice), .waits))
            }
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            pane.actions = [SceneAction(.enter, .enter, PatternTexts.compare)]
            var chart = PatternPanes.chart(shown.pattern, state.shown)
            chart.takesKeys = false
            return Screen(title, panes: [pane, chart, PatternPanes.then(shown.pattern, shown.stats)])
        }
        return Screen(title, panes: [pane], isWaiting: state.shown.isLoading)
    }
}

/// A list of matches to select from, the nearest first.
enum MatchList {
    /// Returns the list.
    ///
    /// - Parameter count: The total number of matches; nil for the given ones.
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
            }, selected: selected, count: count.map { .exactly($0) }
        ).keyed(matches.map { "\($0.ticker) \($0.from) \($0.to)" }, .enters)
    }
}
