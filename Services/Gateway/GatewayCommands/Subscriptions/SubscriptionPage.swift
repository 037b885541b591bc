import Domain
import GatewayWords
import Signals

/// The common parts of pages about subscriptions.
enum SubscriptionPage {
    static func daysLeft(_ next: SubscriptionsSignal.NextPayment?) -> StyledText {
        guard let next else { return .blank }
        return StyledText(
            "\(next.daysRemaining)", next.daysRemaining < 0 ? .red : next.daysRemaining < 4 ? .yellow : .plain)
    }

    static func status(_ status: SubscriptionsSignal.Status) -> StyledText {
        let look: StyledText.Look =
            switch status {
            case .active: .green
            case .trial: .plain
            case .pastDue: .red
            case .paused: .yellow
            case .ended: .dim
            }
        return StyledText(StatusText.of(status), look)
    }

    /// Shows a subscription.
    ///
    /// - Parameter isNew: True when its next payment is its first.
    static func present(
        _ subscription: SubscriptionsSignal.Subscription, paidBy mandate: SubscriptionsSignal.Mandate? = nil,
        isNew: Bool = false, _ page: inout Page
    ) {
        let rhythm = RhythmText.of(subscription.every)
        let reminders = subscription.remindDaysBefore
        page.facts([
            (Text("subscription", "подписка"), StyledText(subscription.id)),
            (Text("what", "что"), StyledText(subscription.title.text, .bold)),
            (
                Text("costs", "стоит"),
                StyledText("\(subscription.amount) every \(rhythm)", "\(subscription.amount) раз в \(rhythm)")
            ),
            (
                isNew ? Text("first payment", "первая оплата") : Text("next", "следующая"),
                subscription.nextPayment.map { next in
                    StyledText("\(next.date), \(next.amount)", "\(next.date), \(next.amount)")
                }
            ),
            (Text("in days", "через дней"), subscription.nextPayment.map { daysLeft($0) }),
            (Text("status", "состояние"), status(subscription.status)),
            (Text("paid from", "платится со"), subscription.payFrom.map { StyledText(AccountName.withID($0)) }),
            (Text("mandate", "разрешение"), mandate.map { StyledText(text(of: $0)) }),
            (Text("category", "категория"), subscription.category.map { StyledText(CategoryText.of($0)) }),
            (Text("note", "заметка"), subscription.description.map { StyledText($0) }),
            (Text("reminders", "напомнит"), reminders.isEmpty ? nil : StyledText(RhythmText.before(reminders))),
            (Text("cancel by", "отменять"), subscription.cancelDaysBefore.map { StyledText(RhythmText.before([$0])) }),
            (Text("trial until", "бесплатно до"), subscription.trialUntil.map { StyledText(.day($0)) }),
            (Text("ends", "кончится"), subscription.ends.map { StyledText(.day($0)) }),
        ])
    }

    /// Returns `raised from 5 187.00 RUB to 5 262.00 RUB a year`.
    private static func text(of mandate: SubscriptionsSignal.Mandate) -> Text {
        let (amount, period) = (ValueText.money(mandate.amount), period(mandate.per))
        return switch mandate.change {
        case .granted: Text("granted: up to \(amount) ", "дано: до \(amount) ") + period
        case .kept: Text("kept, it suffices: up to \(amount) ", "прежнее, его хватает: до \(amount) ") + period
        case .raised:
            Text(
                "raised from \(mandate.before.map { ValueText.money($0) } ?? "") to \(amount) ",
                "повышено с \(mandate.before.map { ValueText.money($0) } ?? "") до \(amount) ") + period
        }
    }

    private static func period(_ period: LedgerSignal.MandatePeriod) -> Text {
        switch period {
        case .day: Text("a day", "в день")
        case .week: Text("a week", "в неделю")
        case .month: Text("a month", "в месяц")
        case .year: Text("a year", "в год")
        }
    }

    static func present(_ payments: [SubscriptionsSignal.Payment], _ page: inout Page) {
        var table = Table([
            .words(Text("due", "срок")), .text(Text("what", "что")), .numbers(Text("amount", "сумма")),
            .words(Text("status", "состояние")), .words(Text("paid on", "оплачена")), .words(Text("how", "как")),
            .words(Text("transfer", "перевод")), .text(Text("why not", "почему нет")), .words(Text("again", "повтор")),
        ])
        for payment in payments {
            let look: StyledText.Look =
                switch payment.status {
                case .paid: .green
                case .pastDue: .red
                case .pending: .yellow
                case .skipped: .dim
                }
            table.add([
                StyledText(.day(payment.date)), StyledText(payment.title.text),
                StyledText(ValueText.money(payment.amount), .bold), StyledText(StatusText.of(payment.status), look),
                StyledText(payment.paidOn.map { ValueText.day($0) } ?? ""),
                payment.method.map { StyledText(StatusText.of($0)) } ?? .blank,
                StyledText(payment.transfer ?? "", .dim),
                payment.status == .pastDue ? StyledText(FaultSentence.reason(payment.reason), .red) : .blank,
                StyledText(payment.nextTry.map { ValueText.day($0) } ?? ""),
            ])
        }
        page.table(table)
    }
}
