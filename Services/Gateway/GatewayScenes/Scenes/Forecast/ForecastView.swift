import Domain
import Drawing
import GatewaySession
import GatewayWords
import Signals

struct ForecastView: SceneView {
    func screen(_ state: ForecastState) -> Screen {
        var screen = Screen(ForecastTexts.title, isWaiting: state.answer.isLoading)
        switch state.answer {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .faint))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let answer, let stale):
            if let shown = state.shown {
                screen.blocks += page(shown, state)
            } else {
                screen.blocks.append(.paragraph(MainTexts.noAccounts, .plain))
            }
            if !answer.bonds { screen.blocks.append(.paragraph(ForecastTexts.noBonds, .waits)) }
            for change in answer.unplaced.prefix(3) {
                screen.blocks.append(.paragraph(ForecastTexts.unplaced(change), .faint))
            }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        screen.actions = [
            SceneAction("account", .tab, ForecastTexts.account),
            SceneAction("days", .character("d"), ForecastTexts.length),
        ]
        if state.answer.fault != nil { screen.actions.append(SceneAction(.retry, .character("r"), AppTexts.retry)) }
        return screen
    }

    private func page(_ account: SubscriptionsSignal.AccountForecast, _ state: ForecastState) -> [Block] {
        var blocks: [Block] = [
            .line([
                Span(verbatim: account.name + "  ", .strong), Span(.money(account.balance)),
                Span(ForecastTexts.ahead(state.days), .faint),
            ])
        ]
        if let low = account.low {
            blocks.append(.paragraph(ForecastTexts.low(low), .waits))
        } else {
            blocks.append(.text(ForecastTexts.lowest(account.lowest), .faint))
        }
        blocks.append(
            account.hasSomething ? .chart(Self.chart(account, rows: 7)) : .text(ChartTexts.nothingYet, .faint))
        let changes = account.days.flatMap(\.changes)
        guard !changes.isEmpty else { return blocks + [.text(ForecastTexts.nothing, .faint)] }
        return blocks + [
            .list(
                ListBlock(
                    [
                        .words(HistoryTexts.date), .numbers(HistoryTexts.amount), .text(HistoryTexts.what),
                        .words(Text(verbatim: "")),
                    ],
                    rows: changes.map { change in
                        [
                            Span(.day(change.day)),
                            Span(.change(change.amount), change.amount.minorUnits > 0 ? .good : .plain),
                            Span(change.title.text), Span(ForecastTexts.kind(change.kind), .faint),
                        ]
                    }, selected: state.selected))
        ]
    }

    static func chart(_ account: SubscriptionsSignal.AccountForecast, rows: Int? = nil) -> ChartBlock {
        ChartBlock(rows: rows, hasLegend: rows != nil) { language in
            func units(_ money: Money) -> Double { Double(money.minorUnits) / Double(money.currency.minorUnitsPerUnit) }
            let points = account.days.map { Point(at: $0.date.startInUTC, units($0.balance)) }
            return Chart(
                title: "", series: [Series(SharedTexts.line.spoken(in: language), .line(points))], horizontal: .time,
                measure: ChartTexts.balance.spoken(in: language),
                unit: Text.unit(account.balance.currency).spoken(in: language),
                marks: account.buffer.minorUnits > 0
                    ? [.level(units(account.buffer), SharedTexts.buffer.spoken(in: language))] : [])
        }
    }
}
