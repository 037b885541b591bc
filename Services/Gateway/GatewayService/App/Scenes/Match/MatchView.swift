import Drawing
import Signals
import Terminal

/// Two shapes, as they are seen.
struct MatchView: SceneView {
    func screen(_ state: MatchState) -> Screen {
        var screen = Screen(PatternTexts.match, isWaiting: state.closes.isLoading)
        let pair = state.pair
        screen.blocks.append(
            .line([
                Span(verbatim: pair.match.ticker + "  ", .bold), Span(.day(pair.match.from)), Span(verbatim: " – "),
                Span(.day(pair.match.to)), Span(verbatim: "   "),
                Span(PatternTexts.similarity + Text(verbatim: " ") + .percent(pair.match.similarity, places: 1)),
                Span(verbatim: "   "),
                Span(
                    DashboardTexts.then + Text(verbatim: " ")
                        + (pair.match.change.map { .change($0) } ?? PatternTexts.notYet)),
            ]))
        switch state.closes {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .dim))
        case .failed(let fault):
            screen.blocks += Block.fault(fault)
            screen.actions = [SceneAction(.retry, .character("r"), AppTexts.retry)]
        case .content(let closes, _):
            screen.blocks += [.chart(chart(closes, pair)), .paragraph(PatternTexts.scale, .dim)]
        }
        return screen
    }

    private func chart(_ closes: MatchState.Closes, _ pair: MatchPair) -> ChartBlock {
        ChartBlock(rows: nil) { language in
            func series(_ name: String, _ from: String, _ to: String, _ values: [Double], isDashed: Bool) -> Series {
                let step =
                    values.count > 1 ? Double(max(1, closes.segment.count - 1)) / Double(values.count - 1) : 1
                let points = ScanShapes.shape(values).enumerated().map {
                    Point(Double($0.offset) * step + 1, $0.element)
                }
                let period = (Text.day(from) + Text(verbatim: " – ") + .day(to)).spoken(in: language)
                return Series("\(name) \(period)", .line(points), isDashed: isDashed)
            }
            let (segment, match) = (pair.segment, pair.match)
            return Chart(
                title: "",
                series: [
                    series(segment.ticker, segment.from, segment.to, closes.segment, isDashed: true),
                    series(match.ticker, match.from, match.to, closes.match, isDashed: false),
                ], horizontal: .numbers(nil))
        }
    }
}
