import Domain
import Drawing
import GatewayWords
import Signals

struct BondChartView: SceneView {
    func screen(_ state: BondChartState) -> Screen {
        if let dialogue = state.dialogue {
            var screen = Screen(BondsTexts.chart, isWaiting: state.isAsking)
            screen.blocks = [.form(dialogue), .gap]
            if let fault = state.dialogueFault { screen.blocks.append(.paragraph(fault.message, .bad)) }
            screen.actions = [SceneAction(.enter, .enter, BondsTexts.show)]
            return screen
        }
        var pane = Pane(
            .main, SecurityNameText.title(state.isin.description, name: state.chart.value?.title),
            room: Pane.Room(columns: 60...1000, rows: 10...1000), blocks: [.choices(filter(state))],
            actions: actions(state))
        var panes: [Pane] = []
        switch state.chart {
        case .loading: pane.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): pane.blocks += [.gap] + Block.fault(fault)
        case .content(let answer, let stale):
            pane.sources = ["bonds"]
            pane.totals = BondChartTexts.totals(answer)
            pane.blocks.append(.chart(Self.chart(answer, segment: Self.segment(answer, state.refusal))))
            if let said = beyond(state, answer) { pane.blocks.append(.paragraph(said, .waits)) }
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
            panes.append(facts(answer))
        }
        var screen = Screen(
            BondsTexts.chart, panes: [pane] + panes, isWaiting: state.chart.isLoading || state.isAsking)
        if state.period == nil { screen.back = BondsTexts.dropPeriod }
        return screen
    }

    private func actions(_ state: BondChartState) -> [SceneAction] {
        var actions = [SceneAction("period", .enter, BondsTexts.periodInWords)]
        if state.chart.fault != nil { actions.append(.retry) }
        return actions + [
            SceneAction("kind", .character("f"), BondsTexts.kindKey, .view),
            SceneAction("shorter", .character("-"), BondsTexts.shorter, .view, keys: Text(verbatim: "- +")),
            SceneAction("longer", .character("+"), BondsTexts.longer, isHinted: false, .view),
        ]
    }

    /// Returns the line `[price]  yield     1W  1M  [1Y]`, and the days if they were given.
    private func filter(_ state: BondChartState) -> ChoiceLine {
        let kinds = [
            ChoiceLine.Choice(BondsTexts.priceKind, BondChartPresenter.showPrice, isChosen: state.kind == .price),
            ChoiceLine.Choice(BondsTexts.yieldKind, BondChartPresenter.showYield, isChosen: state.kind == .yield),
        ]
        var periods = BondsSignal.ChartPeriod.allCases.map { period in
            ChoiceLine.Choice(
                BondChartTexts.period(period), BondChartPresenter.action(period), isChosen: period == state.period)
        }
        if let from = state.from, let to = state.to {
            periods.append(
                ChoiceLine.Choice(.day(from) + Text(verbatim: " – ") + .day(to), "period", isChosen: true))
        }
        return ChoiceLine([kinds, periods], replacing: ["kind", "shorter", "longer"])
    }

    /// Returns a note when the selected days reach beyond the quotes.
    private func beyond(_ state: BondChartState, _ answer: BondsSignal.ChartAnswer) -> Text? {
        func moment(_ day: CalendarDay?) -> QuoteMoment? { day.flatMap { QuoteMoment($0.description) } }
        return BondChartTexts.beyond(moment(state.from), moment(state.to), of: answer)
    }

    /// Returns the line without a heading; the axis shows the quantity and its unit.
    static func chart(_ answer: BondsSignal.ChartAnswer, segment: ChartSegment? = nil) -> ChartBlock {
        ChartBlock(rows: nil, segment: segment) { language in
            Chart(
                title: "",
                series: [
                    Series(
                        StatusText.of(answer.kind).spoken(in: language), .line(BondChartTexts.points(of: answer)))
                ], horizontal: .time, measure: StatusText.of(answer.kind).spoken(in: language),
                unit: BondChartTexts.unit(of: answer.kind).spoken(in: language))
        }
    }

    /// Returns the period shown, which a page narrows by its ends; nil without quotes.
    private static func segment(_ answer: BondsSignal.ChartAnswer, _ refusal: SegmentRefusal?) -> ChartSegment? {
        let points = BondChartTexts.points(of: answer)
        guard let first = points.first, let last = points.last else { return nil }
        func day(_ point: Point) -> CalendarDay { Instant(microseconds: Int64(point.place * 1e6)).dayInUTC }
        func end(_ point: Point) -> ChartSegment.End {
            ChartSegment.End(place: point.place, name: .day(day(point)), key: day(point).description)
        }
        return ChartSegment(
            from: end(first), to: end(last), movesEnd: true, isMovedByKeys: false,
            stops: points.map { ChartSegment.Stop(place: $0.place, key: day($0).description) }, refusal: refusal)
    }

    private func facts(_ answer: BondsSignal.ChartAnswer) -> Pane {
        func extreme(_ point: BondsSignal.ChartPoint) -> Text {
            BondChartTexts.value(point.value) + Text(verbatim: "  ") + .day(point.date.dayInUTC)
        }
        return Pane(
            "facts", BondsTexts.figuresTitle, .companion, room: Pane.Room(columns: 34...50, rows: 2...5),
            places: [.beside.from(columns: 110), .below],
            blocks: [
                .facts([
                    Fact(BondsTexts.lowest, extreme(answer.lowest)), Fact(BondsTexts.highest, extreme(answer.highest)),
                    Fact(BondsTexts.change, BondChartTexts.change(answer.change)),
                    Fact(BondsTexts.quotes, .count(answer.quotes)),
                ])
            ], takesKeys: false)
    }
}
