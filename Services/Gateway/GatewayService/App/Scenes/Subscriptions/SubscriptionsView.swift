import Domain
import Signals
import Terminal

/// Subscriptions, as they are seen.
struct SubscriptionsView: SceneView {
    func screen(_ state: SubscriptionsState) -> Screen {
        if let question = state.question {
            return Screen(SubscriptionsTexts.title, blocks: [.question(question)])
        }
        var screen = Screen(SubscriptionsTexts.title, isWaiting: state.subscriptions.isLoading)
        switch state.subscriptions {
        case .loading: screen.blocks.append(.text(AppTexts.loading, .dim))
        case .failed(let fault): screen.blocks += Block.fault(fault)
        case .content(let all, let stale):
            if all.isEmpty {
                screen.blocks.append(.paragraph(SubscriptionsTexts.empty, .plain))
            } else {
                screen.blocks += [.list(list(all, state)), .gap] + totals(state.totals)
            }
            if let stale { screen.blocks.append(.paragraph(AppTexts.notUpToDate + stale.message, .yellow)) }
        }
        if let said = state.said { screen.blocks.append(.paragraph(said, .green)) }
        if let fault = state.fault { screen.blocks += Block.fault(fault) }
        screen.actions = actions(state)
        return screen
    }

    private func list(_ all: [SubscriptionsSignal.Subscription], _ state: SubscriptionsState) -> ListBlock {
        ListBlock(
            [
                .text(SubscriptionsTexts.service), .numbers(SubscriptionsTexts.amount),
                .words(SubscriptionsTexts.every),
                .words(SubscriptionsTexts.next), .words(Text(verbatim: "")), .words(SubscriptionsTexts.status),
            ],
            rows: all.map { subscription in
                let next = subscription.nextPayment
                return [
                    Span(subscription.title.text, .bold), Span(.money(subscription.amount)),
                    Span(RhythmText.of(subscription.every)),
                    Span(next.map { .day($0.date) } ?? Text(verbatim: "")),
                    Span(next.map { SubscriptionsTexts.days($0.daysRemaining) } ?? Text(verbatim: ""), .dim),
                    Span(SubscriptionsTexts.status(subscription.status), subscription.status == .pastDue ? .red : .dim),
                ]
            }, selected: state.selected)
    }

    private func totals(_ totals: Loadable<SubscriptionsSignal.TotalsAnswer>) -> [Block] {
        guard let totals = totals.value else { return totals.fault.map { [.paragraph($0.message, .yellow)] } ?? [] }
        var blocks: [Block] = [.text(SubscriptionsTexts.total(totals.total.month, totals.total.year))]
        if !totals.missing.isEmpty {
            blocks.append(.text(SubscriptionsTexts.noRate(totals.missing.map(\.code).joined(separator: ", ")), .yellow))
        }
        return blocks
    }

    private func actions(_ state: SubscriptionsState) -> [SceneAction] {
        var actions: [SceneAction] = []
        if let chosen = state.chosen {
            actions += [
                SceneAction(.enter, .enter, SubscriptionsTexts.edit),
                SceneAction("pay", .character("p"), SubscriptionsTexts.pay),
                SceneAction("skip", .character("s"), SubscriptionsTexts.skip),
                SceneAction("unpay", .character("z"), SubscriptionsTexts.unpay),
                SceneAction(
                    "pause", .character("u"),
                    chosen.status == .paused ? SubscriptionsTexts.resume : SubscriptionsTexts.pause),
            ]
        }
        actions += [
            SceneAction("add", .character("a"), SubscriptionsTexts.add),
            SceneAction("forecast", .character("f"), SubscriptionsTexts.forecast),
        ]
        if state.chosen != nil { actions.append(SceneAction("remove", .character("x"), SubscriptionsTexts.removeKey)) }
        if state.subscriptions.fault != nil { actions.append(SceneAction(.retry, .character("r"), AppTexts.retry)) }
        return actions
    }
}
