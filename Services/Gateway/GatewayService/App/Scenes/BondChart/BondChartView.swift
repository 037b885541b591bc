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
            if let fault = state.dialogueFault { screen.blocks.append(.paragraph(fault.message, .bad)) }
            screen.actions = [SceneAction(.enter, .enter, BondsTexts.show)]
            return screen
        }
        if state.period == nil { screen.back = BondsTexts.dropPeriod }
        screen.blocks = [.line(header(state))]
        switch state.chart {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += [.gap] + Block.fault(fault)
        case .content(let answer, let stale):
            screen.blocks += [.chart(chart(answer)), .line(words(answer))]
            if let said = beyond(state, answer) { screen.blocks.append(.paragraph(said, .waits)) }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
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
            Span(BondsTexts.priceKind, state.kind == .price ? chosen : .faint), Span(verbatim: " "),
            Span(BondsTexts.yieldKind, state.kind == .yield ? chosen : .faint), Span(verbatim: "   "),
        ]
        for period in BondsSignal.ChartPeriod.allCases {
            spans += [
                Span(BondChartTexts.period(period), period == state.period ? chosen : .faint), Span(verbatim: " "),
            ]
        }
        if let from = state.from, let to = state.to {
            spans += [Span(verbatim: "  "), Span(.day(from) + Text(verbatim: " – ") + .day(to), chosen)]
        }
        // The name stands last: of names the end may be missing, of days never.
        return spans + [Span(verbatim: "   "), Span(title(state), .strong)]
    }

    /// Its name once that is known, with what it is known by.
    private func title(_ state: BondChartState) -> Text {
        SecurityNameText.title(state.isin.description, name: state.chart.value?.title)
    }

    /// That the days which were chosen reach beyond the quotes.
    private func beyond(_ state: BondChartState, _ answer: BondsSignal.ChartAnswer) -> Text? {
        func moment(_ day: CalendarDay?) -> QuoteMoment? { day.flatMap { QuoteMoment($0.description) } }
        return BondChartTexts.beyond(moment(state.from), moment(state.to), of: answer)
    }

    private func chart(_ answer: BondsSignal.ChartAnswer) -> ChartBlock {
        ChartBlock(rows: nil) { language in
            Chart(
                title: "",
                series: [
                    Series(
                        StatusText.of(answer.kind).spoken(in: language), .line(BondChartTexts.points(of: answer)))
                ], horizontal: .time, measure: StatusText.of(answer.kind).spoken(in: language),
                unit: BondChartTexts.unit(of: answer.kind).spoken(in: language))
        }
    }

    private func words(_ answer: BondsSignal.ChartAnswer) -> [Span] {
        [
            Span(BondsTexts.lowest + Text(verbatim: " "), .faint), Span(.price(answer.lowest.value)),
            Span(verbatim: "   "), Span(BondsTexts.highest + Text(verbatim: " "), .faint),
            Span(.price(answer.highest.value)), Span(verbatim: "   "),
            Span(BondsTexts.change + Text(verbatim: " "), .faint), Span(.decimal(answer.change, places: 2)),
            Span(verbatim: "   "), Span(BondsTexts.quotes + Text(verbatim: " "), .faint),
            Span(verbatim: String(answer.quotes)),
        ]
    }
}
