import GatewaySession
import GatewayWords
import Signals

/// Two shapes, one over the other, and their origin.
struct MatchView: SceneView {
    func screen(_ state: MatchState) -> Screen {
        let pair = state.pair
        let similarity = PatternTexts.similarity + Text(verbatim: " ") + .percent(pair.match.similarity, places: 1)
        let change = pair.match.change.map { Text.change($0) } ?? PatternTexts.notYet
        let then = DashboardTexts.then + Text(verbatim: " ") + change
        var pane = Pane(
            .main, ScannerTexts.both(pair.segment.ticker, pair.match.ticker),
            totals: [similarity + Text(verbatim: "  ") + then, similarity],
            room: Pane.Room(columns: 60...1000, rows: 10...1000))
        switch state.shapes {
        case .loading: pane.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault):
            pane.blocks += Block.fault(fault)
            pane.actions = [.retry]
        case .content(let shapes, _):
            pane.sources = ["scanner"]
            pane.blocks += [
                .chart(ChartBlock(rows: nil) { shapes.drawing(in: $0) }),
                .paragraph(pair.kind == .chart ? PatternTexts.scale : PatternTexts.candleScale, .faint),
            ]
        }
        return Screen(PatternTexts.match, panes: [pane, facts(pair, then: change)], isWaiting: state.shapes.isLoading)
    }

    /// Returns the pane about the segment and the match.
    private func facts(_ pair: MatchPair, then: Text) -> Pane {
        func run(_ ticker: String, _ from: String, _ to: String) -> Text {
            Text(verbatim: ticker + " ") + .candle(from) + Text(verbatim: " – ") + .candle(to)
        }
        return Pane(
            "facts", PatternTexts.match, .companion, room: Pane.Room(columns: 44...60, rows: 2...4),
            places: [.beside.from(columns: 110), .below],
            blocks: [
                .facts([
                    Fact(PatternTexts.searched, run(pair.segment.ticker, pair.segment.from, pair.segment.to)),
                    Fact(PatternTexts.found, run(pair.match.ticker, pair.match.from, pair.match.to)),
                    Fact(PatternTexts.candles, .count(pair.match.candles)), Fact(DashboardTexts.then, then),
                ])
            ], takesKeys: false)
    }
}
