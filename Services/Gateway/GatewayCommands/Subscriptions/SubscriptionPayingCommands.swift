import Coordination
import GatewayCommandLine
import GatewayWords
import Reasons
import Signals

// Outcomes of payments, and cancellation.
extension SubscriptionCommands {
    private static let date = Text(
        "The payment of this day; by default the oldest unpaid one, or the next.",
        "Оплата этого дня; по умолчанию самая старая из несделанных или следующая.")

    static let pay = SignalCommand(
        SubscriptionsSignal.Pay.self, "subs pay", part: .money, positional: ["id"],
        fields: [
            "id": id, "date": date,
            "paidOn": Text(
                "When it was paid; today by default.", "Когда заплачено; по умолчанию сегодня."),
            "amount": Text("The amount paid, if it differs.", "Сколько, если не как обычно."),
            "renew": Text(
                "Count the next period from the day of the payment.",
                "Считать следующие дни от дня, когда заплачено."),
            "ahead": Text(
                "The next one, although the due one is paid already.", "Следующую, хотя нынешняя уже оплачена."),
        ],
        examples: [
            CommandExample("subs pay 7q4m2k9x1c3z", Text("notes that it was paid", "отметит, что заплачено")),
            CommandExample(
                "subs pay 7q4m2k9x1c3z --renew",
                Text("and counts a new period from today", "и начнёт новый период с сегодняшнего дня")),
        ],
        notes: [
            Text(
                "No money moves: this records what you paid by other means.",
                "Деньги не движутся: отмечается то, что вы заплатили иначе.")
        ],
        complete: settleAmount,
        hint: { settledHint($0) },
        present: { answer, page in
            let payment = answer.payment
            let isAhead = payment.paidOn.map { $0 < payment.date } ?? false
            page.line(
                isAhead
                    ? StyledText("paid ahead, the payment of ", "оплачено вперёд, платёж за ")
                    : StyledText("paid: ", "оплачено: "),
                StyledText(.day(payment.date), .bold),
                StyledText(Text(verbatim: ", ") + Text(verbatim: ValueText.money(payment.amount))))
            SubscriptionPage.present(answer.subscription, &page)
            page.say(takeBack(answer.subscription), .dim)
        })

    static let skip = SignalCommand(
        SubscriptionsSignal.Skip.self, "subs skip", part: .money, positional: ["id"],
        fields: [
            "id": id, "date": date,
            "ahead": Text(
                "The next one, although a future one is skipped already.",
                "Следующую, хотя одна будущая уже пропущена."),
        ],
        examples: [
            CommandExample(
                "subs skip 7q4m2k9x1c3z", Text("skips the next payment", "пропустит следующую оплату"))
        ],
        hint: { settledHint($0) },
        present: { answer, page in
            page.line(StyledText("left out: ", "пропущено: "), StyledText(.day(answer.payment.date), .bold))
            SubscriptionPage.present(answer.subscription, &page)
            page.say(takeBack(answer.subscription), .dim)
        })

    static let unpay = SignalCommand(
        SubscriptionsSignal.Unpay.self, "subs unpay", part: .money, positional: ["id"],
        fields: [
            "id": id,
            "date": Text(
                "The payment of this day; by default the newest marked one.",
                "Платёж этого дня; по умолчанию последний отмеченный."),
        ],
        examples: [
            CommandExample(
                "subs unpay 7q4m2k9x1c3z", Text("it was not paid after all", "она всё-таки не оплачена"))
        ],
        notes: [
            Text(
                "Only a mark can be removed. If money was moved, gateway reverse TRANSFER returns it.",
                "Отменить можно только отметку. Если деньги ушли со счёта, их вернёт gateway reverse TRANSFER.")
        ],
        hint: { fault in
            guard case .text(let transfer)? = fault.details["transfer"] else { return nil }
            return Text(
                "gateway reverse \(transfer) --reason WHY returns the money",
                "gateway reverse \(transfer) --reason ПОЧЕМУ вернёт деньги")
        },
        present: { answer, page in
            switch answer.payment?.status {
            case .skipped?:
                page.line(
                    StyledText("not paid any more, and left out: ", "больше не оплачено, пропущено: "),
                    StyledText(.day(answer.date), .bold))
            case .pastDue?:
                page.line(StyledText("past due again: ", "снова просрочено: "), StyledText(.day(answer.date), .bold))
            default: page.line(StyledText("due again: ", "снова причитается: "), StyledText(.day(answer.date), .bold))
            }
            SubscriptionPage.present(answer.subscription, &page)
        })

    private static func takeBack(_ subscription: SubscriptionsSignal.Subscription) -> Text {
        Text(
            "gateway subs unpay \(subscription.id) takes that back",
            "gateway subs unpay \(subscription.id) отменит это")
    }

    private static func settledHint(_ fault: Fault) -> Text? {
        guard fault.field == "ahead", case .text(let day)? = fault.details["next"] else { return nil }
        let shown = ValueText.day(day)
        return Text(
            "--ahead means that of \(shown); gateway subs unpay takes the one before back",
            "--ahead — именно за \(shown); gateway subs unpay отменит прежнюю отметку")
    }

    static let pause = SignalCommand(
        SubscriptionsSignal.Pause.self, "subs pause", part: .money, positional: ["id"], fields: ["id": id],
        examples: [
            CommandExample(
                "subs pause 7q4m2k9x1c3z",
                Text("nothing is paid until it is resumed", "не платится, пока её не возобновят"))
        ],
        present: { answer, page in SubscriptionPage.present(answer.subscription, &page) })

    static let resume = SignalCommand(
        SubscriptionsSignal.Resume.self, "subs resume", part: .money, positional: ["id"], fields: ["id": id],
        examples: [
            CommandExample("subs resume 7q4m2k9x1c3z", Text("goes on from today", "продолжится с сегодняшнего дня"))
        ],
        present: { answer, page in SubscriptionPage.present(answer.subscription, &page) })

    static let remove = SignalCommand(
        SubscriptionsSignal.Remove.self, "subs remove", part: .money, positional: ["id"],
        fields: [
            "id": id,
            "removePayments": Text(
                "Remove its payments too; they are kept otherwise.", "Удалить и её оплаты; иначе они останутся."),
        ],
        examples: [
            CommandExample(
                "subs remove 7q4m2k9x1c3z",
                Text(
                    "nothing more is paid; its payments stay listed", "больше ничего не платится; оплаты остаются")),
            CommandExample(
                "subs remove 7q4m2k9x1c3z --remove-payments",
                Text("forgets its payments as well", "забудет и её оплаты")),
        ],
        notes: [
            Text(
                "Money that moved stays moved. gateway mandate revoke takes the right to debit an account back.",
                "Деньги, которые ушли, не вернутся. gateway mandate revoke отзовёт право списывать со счёта.")
        ],
        present: { answer, page in
            page.say(
                "removed; \(answer.paymentsKept, "payment", "payments") kept, \(answer.paymentsRemoved) removed",
                """
                удалено; \(answer.paymentsKept, "оплата", "оплаты", "оплат") осталось, удалено: \
                \(answer.paymentsRemoved)
                """
            )
        })
}
