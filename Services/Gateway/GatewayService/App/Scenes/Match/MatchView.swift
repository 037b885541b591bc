import Signals
import Terminal

/// Two shapes, as they are seen.
struct MatchView: SceneView {
    func screen(_ state: MatchState) -> Screen {
        var screen = Screen(PatternTexts.match, isWaiting: state.shapes.isLoading)
        let pair = state.pair
        screen.blocks.append(
            .line([
                Span(verbatim: pair.match.ticker + "  ", .strong), Span(.day(pair.match.from)), Span(verbatim: " – "),
                Span(.day(pair.match.to)), Span(verbatim: "   "),
                Span(PatternTexts.similarity + Text(verbatim: " ") + .percent(pair.match.similarity, places: 1)),
                Span(verbatim: "   "),
                Span(
                    DashboardTexts.then + Text(verbatim: " ")
                        + (pair.match.change.map { .change($0) } ?? PatternTexts.notYet)),
            ]))
        switch state.shapes {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        case .content(let shapes, _):
            screen.blocks += [
                .chart(ChartBlock(rows: nil) { shapes.drawing(in: $0) }),
                .paragraph(pair.kind == .chart ? PatternTexts.scale : PatternTexts.candleScale, .faint),
            ]
        }
        return screen
    }
}
