import Domain
import Drawing
import Signals
import Terminal

/// A bond's chart, as it is seen.
struct BondChartView: SceneView {
    func screen(_ state: BondChartState) -> Screen {
        var screen = Screen(BondsTexts.chart, isWaiting: state.chart.isLoading || state.isAsking)
        if let dialogue = state.dialogue {
            screen.isWaiting = state.isAsking
            screen.blocks = [.form(dialogue), .gap]
            if let fault = state.dialogueFault { screen.blocks.append(.paragraph(fault.message, .red)) }
            screen.actions = [SceneAction(.enter, .enter, BondsTexts.show)]
            return screen
        }
        if state.period == nil { screen.back = BondsTexts.dropPeriod }
        screen.blocks = [.line(header(state))]
        switch state.chart {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .dim))
        case .failed(let fault): screen.blocks += [.gap] + Block.fault(fault)
        case .content(let answer, let stale):
            screen.blocks += [.chart(chart(answer)), .line(words(answer))]
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .yellow)) }
        }
        screen.actions = [
            SceneAction("period", .enter, BondsTexts.period), SceneAction("kind", .character("f"), BondsTexts.kindKey),
            SceneAction("shorter", .character("-"), Text("shorter", "короче")),
            SceneAction("longer", .character("+"), Text("longer", "длиннее")),
        ]
        if state.chart.fault != nil { screen.actions.append(SceneAction(.retry, .character("r"), AppTexts.retry)) }
        return screen
    }

    private func header(_ state: BondChartState) -> [Span] {
        let chosen = Tone.here
        var spans = [
            Span(verbatim: "\(state.isin)   ", .bold),
            Span(BondsTexts.priceKind, state.kind == .price ? chosen : .dim), Span(verbatim: " "),
            Span(BondsTexts.yieldKind, state.kind == .yield ? chosen : .dim), Span(verbatim: "   "),
        ]
        for period in BondsSignal.ChartPeriod.allCases {
            spans += [Span(verbatim: period.rawValue, period == state.period ? chosen : .dim), Span(verbatim: " ")]
        }
        if let from = state.from, let to = state.to {
            spans += [Span(verbatim: "  "), Span(.day(from) + Text(verbatim: " – ") + .day(to), chosen)]
        }
        return spans
    }

    private func chart(_ answer: BondsSignal.ChartAnswer) -> ChartBlock {
        ChartBlock(rows: nil) { language in
            // The points are thinned; the extremes are of all quotes and belong into the line.
            let all = (answer.points + [answer.lowest, answer.highest]).sorted { $0.date < $1.date }
            var points: [Point] = []
            for point in all {
                let next = Point(at: point.date, point.value)
                if points.last != next { points.append(next) }
            }
            let name = answer.kind == .price ? BondsTexts.priceKind : BondsTexts.yieldKind
            return Chart(
                title: "", series: [Series(name.spoken(in: language), .line(points))], horizontal: .time)
        }
    }

    private func words(_ answer: BondsSignal.ChartAnswer) -> [Span] {
        [
            Span(BondsTexts.lowest + Text(verbatim: " "), .dim), Span(.price(answer.lowest.value)),
            Span(verbatim: "   "), Span(BondsTexts.highest + Text(verbatim: " "), .dim),
            Span(.price(answer.highest.value)), Span(verbatim: "   "),
            Span(BondsTexts.change + Text(verbatim: " "), .dim), Span(.price(answer.change)),
            Span(verbatim: "   "), Span(BondsTexts.quotes + Text(verbatim: " "), .dim),
            Span(verbatim: String(answer.quotes)),
        ]
    }
}
