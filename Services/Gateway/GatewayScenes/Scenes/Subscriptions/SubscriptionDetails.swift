import Domain
import GatewayWords
import Reasons
import Signals

/// The page of a subscription: the paying account, the next payment, past payments and remarks.
enum SubscriptionDetails {
    static func pane(
        _ chosen: SubscriptionsSignal.Subscription, _ state: SubscriptionsState, actions: [SceneAction]
    ) -> Pane {
        var pane = Pane(
            SubscriptionsView.details, chosen.title.text, .companion, badge: badge(of: chosen),
            room: Pane.Room(columns: 33...55, rows: 5...12), places: [.beside], actions: actions,
            sources: ["subscriptions"])
        let shown = state.shown.value.flatMap { $0.subscription.id == chosen.id ? $0 : nil }
        var facts = [
            Fact(
                SubscriptionsTexts.pays,
                (chosen.payFrom.map { Text(verbatim: state.names[$0] ?? $0) } ?? SubscriptionsTexts.byHand)
                    + Text(verbatim: ", ") + SubscriptionsTexts.every + Text(verbatim: " ")
                    + RhythmText.of(chosen.every))
        ]
        if let next = chosen.nextPayment {
            let amount = Text(verbatim: "  ") + .money(next.amount)
            facts.append(Fact(SubscriptionsTexts.due, .day(next.date) + amount))
        }
        if let shown, shown.paymentsMade > 0 {
            let spent = Text.sums(shown.spent).first ?? .blank
            facts.append(Fact(SubscriptionsTexts.paidSoFar, SubscriptionsTexts.times(shown.paymentsMade, spent)))
        }
        if !chosen.remindDaysBefore.isEmpty {
            facts.append(Fact(SubscriptionsTexts.remind, RhythmText.before(chosen.remindDaysBefore)))
        }
        if let trial = chosen.trialUntil { facts.append(Fact(SubscriptionsTexts.trial, .day(trial))) }
        if let ends = chosen.ends { facts.append(Fact(SubscriptionsTexts.ends, .day(ends))) }
        if let description = chosen.description, !description.isEmpty {
            facts.append(Fact(TransactionTexts.what, Text(verbatim: description)))
        }
        facts.append(Fact(TransactionTexts.id, Text(verbatim: chosen.id), .faint))
        pane.blocks = [.facts(facts)]
        if chosen.status == .pastDue { pane.blocks += [.gap, .paragraph(SubscriptionsTexts.wasNotPaid, .waits)] }
        return pane
    }

    private static func badge(of subscription: SubscriptionsSignal.Subscription) -> Pane.Badge? {
        let text = SubscriptionsTexts.status(subscription.status)
        return text.isEmpty ? nil : Pane.Badge(text, subscription.status == .pastDue ? .bad : .waits)
    }

    /// Returns the pane of past payments, newest first; a third column in wide windows.
    static func payments(_ state: SubscriptionsState) -> Pane {
        let payments = state.shown.value?.payments ?? []
        let amounts = AmountColumn(SubscriptionsTexts.amount, payments.map(\.amount))
        let rows = payments.indices.map { index in
            [
                Span(.day(payments[index].date)), amounts.cells[index],
                Span(StatusText.of(payments[index].status), .faint),
            ]
        }
        let columns: [ListBlock.Column] = [.words(HistoryTexts.date), amounts.column, .text(.blank)]
        return Pane(
            SubscriptionsView.payments, SubscriptionsTexts.payments, .companion,
            totals: Text.sums(state.shown.value?.spent ?? []), room: Pane.Room(columns: 40...55, rows: 4...12),
            places: [.beside.from(columns: 160)],
            blocks: rows.isEmpty
                ? [.text(SubscriptionsTexts.nothingPaid, .faint)]
                : [.list(ListBlock(columns, rows: rows, selected: nil))], takesKeys: false, sources: ["subscriptions"])
    }
}
