import Coordination
import Signals

// What becomes of payments, and an end to them.
extension SubscriptionCommands {
    private static let date = Text(
        "The payment of this day; the oldest that was not made, or the next, unless said.",
        "Оплата этого дня; по умолчанию самая старая из несделанных или следующая.")

    static let pay = SignalCommand(
        SubscriptionsSignal.Pay.self, "subs pay", part: .money, positional: ["id"],
        fields: [
            "id": id, "date": date,
            "paidOn": Text(
                "When it was paid; today unless said otherwise.", "Когда заплачено; по умолчанию сегодня."),
            "amount": Text("How much it was, where that differs.", "Сколько, если не как обычно."),
            "renew": Text(
                "Count the days to come from the day on which it was paid.",
                "Считать следующие дни от дня, когда заплачено."),
        ],
        examples: [
            CommandExample("subs pay 7q4m2k9x1c3z", Text("notes that it was paid", "отметит, что заплачено")),
            CommandExample(
                "subs pay 7q4m2k9x1c3z --renew",
                Text("and counts a new period from today", "и начнёт новый период с сегодняшнего дня")),
        ],
        notes: [
            Text(
                "No money moves: this notes what you paid by other means.",
                "Деньги не движутся: отмечается то, что вы заплатили иначе.")
        ],
        complete: settleAmount,
        present: { answer, page in
            page.line(StyledText("paid: ", "оплачено: "), StyledText(.day(answer.payment.date), .bold))
            SubscriptionPage.present(answer.subscription, &page)
        })

    static let skip = SignalCommand(
        SubscriptionsSignal.Skip.self, "subs skip", part: .money, positional: ["id"],
        fields: ["id": id, "date": date],
        examples: [
            CommandExample(
                "subs skip 7q4m2k9x1c3z", Text("leaves the next payment out", "пропустит следующую оплату"))
        ],
        present: { answer, page in
            page.line(StyledText("left out: ", "пропущено: "), StyledText(.day(answer.payment.date), .bold))
            SubscriptionPage.present(answer.subscription, &page)
        })

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
                "удалено; \(answer.paymentsKept, "оплата", "оплаты", "оплат") осталось, удалено: \(answer.paymentsRemoved)"
            )
        })
}
