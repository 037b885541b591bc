import Domain
import GatewaySession
import GatewayWords
import Signals

/// The list of subscriptions, the selected one beside it, and the forecast below.
struct SubscriptionsView: SceneView {
    static let details: PaneName = "details"
    static let forecast: PaneName = "forecast"
    static let payments: PaneName = "payments"

    func screen(_ state: SubscriptionsState) -> Screen {
        if let question = state.question {
            return Screen(SubscriptionsTexts.title, blocks: [.question(question)])
        }
        var panes = [list(state)]
        if let chosen = state.chosen {
            panes.append(SubscriptionDetails.pane(chosen, state, actions: actions(state)))
            panes += [SubscriptionDetails.payments(state), forecast(state)]
        }
        return Screen(SubscriptionsTexts.title, panes: panes, isWaiting: state.subscriptions.isLoading)
    }

    // MARK: The list

    private func list(_ state: SubscriptionsState) -> Pane {
        let all = state.subscriptions.value ?? []
        var pane = Pane(
            .main, SubscriptionsTexts.title, room: Pane.Room(columns: 46...86, rows: 5...max(8, all.count + 4)),
            actions: actions(state))
        switch state.subscriptions {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault): pane.blocks = Block.fault(fault)
        case .content(_, let stale):
            pane.sources = ["subscriptions"]
            pane.blocks =
                all.isEmpty ? [.paragraph(SubscriptionsTexts.empty, .plain)] : [.list(table(all, state)), .gap]
            if let stale { pane.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .waits)) }
        }
        switch state.totals {
        case .content(let totals, _) where !all.isEmpty:
            pane.totals = SubscriptionsTexts.totals(totals.total.month, totals.total.year)
            if !totals.missing.isEmpty {
                let codes = totals.missing.map(\.code).joined(separator: ", ")
                pane.blocks.append(.text(SubscriptionsTexts.noRate(codes), .waits))
            }
        // The list itself already shows that its service is unreachable.
        case .failed(let fault) where !fault.isOutOfReach: pane.blocks.append(.paragraph(fault.message, .waits))
        default: break
        }
        if let said = state.said { pane.blocks.append(.paragraph(said, .good)) }
        if let fault = state.fault { pane.blocks += Block.fault(fault) }
        return pane
    }

    private func table(_ all: [SubscriptionsSignal.Subscription], _ state: SubscriptionsState) -> ListBlock {
        let amounts = AmountColumn(SubscriptionsTexts.amount, all.map(\.amount))
        let rows = all.indices.map { index in
            let subscription = all[index]
            let next = subscription.nextPayment
            let isLate = subscription.status == .pastDue
            return [
                Span(subscription.title.text, .strong), amounts.cells[index], Span(RhythmText.of(subscription.every)),
                Span(next.map { .day($0.date) } ?? .blank, .faint),
                subscription.status == .active || isLate
                    ? Span(
                        (isLate ? Text(verbatim: "! ") : .blank)
                            + (next.map { SubscriptionsTexts.days($0.daysRemaining) } ?? .blank),
                        isLate ? .bad : .plain) : Span(SubscriptionsTexts.status(subscription.status), .waits),
            ]
        }
        return ListBlock(
            [
                .text(SubscriptionsTexts.service).priority(1), amounts.column.priority(1),
                .words(SubscriptionsTexts.every).priority(4), .words(SubscriptionsTexts.nextShort).priority(3),
                .words(SubscriptionsTexts.inDays).priority(2),
            ], rows: rows, selected: state.selected
        ).keyed(all.map(\.id), .selects)
    }

    private func actions(_ state: SubscriptionsState) -> [SceneAction] {
        var actions: [SceneAction] = []
        if let chosen = state.chosen {
            actions += [
                SceneAction(.enter, .enter, SubscriptionsTexts.edit).onRow,
                SceneAction("pay", .character("p"), SubscriptionsTexts.pay).onRow,
                SceneAction("skip", .character("s"), SubscriptionsTexts.skip).onRow,
                SceneAction(
                    "pause", .character("u"),
                    chosen.status == .paused ? SubscriptionsTexts.resume : SubscriptionsTexts.pause,
                    short: SubscriptionsTexts.pauseShort
                ).onRow,
            ]
        }
        actions.append(SceneAction("add", .character("a"), SubscriptionsTexts.add))
        if state.chosen != nil {
            actions.append(SceneAction("remove", .character("x"), SubscriptionsTexts.removeKey, .act, .seldom).onRow)
        }
        if state.chosen != nil {
            actions.append(SceneAction("unpay", .character("z"), SubscriptionsTexts.unpay, .act, .seldom).onRow)
        }
        return actions + [
            SceneAction("forecast", .character("f"), SubscriptionsTexts.forecast, .view),
            SceneAction(.retry, .character("r"), AppTexts.refresh, .view, .seldom),
        ]
    }

    // MARK: The forecast

    private func forecast(_ state: SubscriptionsState) -> Pane {
        var pane = Pane(
            Self.forecast, ForecastTexts.title, .companion, room: Pane.Room(columns: 71...1000, rows: 6...1000),
            places: [.across.from(rows: 20)], takesKeys: false)
        switch state.forecast {
        case .loading: pane.blocks = [.text(AppTexts.loading, .faint)]
        case .failed(let fault):
            pane.blocks = [.paragraph(fault.isOutOfReach ? MainTexts.noAnswer("subscriptions") : fault.message, .waits)]
        case .content(let answer, _):
            pane.sources = ["subscriptions"]
            let wanted = state.chosen?.payFrom
            guard let shown = answer.accounts.first(where: { $0.account == wanted }) ?? answer.accounts.first else {
                pane.blocks = [.paragraph(MainTexts.noAccounts, .plain)]
                return pane
            }
            pane.title = ForecastTexts.of(shown.name, days: shown.days.count)
            pane.badge = shown.low.map { Pane.Badge(ForecastTexts.low($0), .waits) }
            if shown.low == nil { pane.totals = [ForecastTexts.lowest(shown.lowest)] }
            pane.blocks =
                shown.hasSomething
                ? [.chart(ForecastView.chart(shown))] : [.text(ChartTexts.nothingYet, .faint)]
        }
        return pane
    }
}
