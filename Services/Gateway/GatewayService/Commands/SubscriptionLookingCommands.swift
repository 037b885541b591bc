import Coordination
import Signals

// Looking at what there is.
extension SubscriptionCommands {
    static let list = SignalCommand(
        SubscriptionsSignal.List.self, "subs list", part: .money,
        fields: [
            "status": Text("Only those of this status.", "Только в этом состоянии."),
            "category": Text("Only those of this category.", "Только этой категории."),
            "limit": limit, "cursor": cursor,
        ],
        examples: [
            CommandExample(
                "subs list",
                Text("what is paid next, and in how many days", "за что платить дальше и через сколько дней")),
            CommandExample("subs list --status pastDue", Text("what could not be paid", "что не удалось оплатить")),
        ],
        present: { answer, page in
            if answer.subscriptions.isEmpty {
                page.say("no subscriptions; gateway subs add adds one", "подписок нет; gateway subs add добавит")
            }
            var table = Table([
                .ids(Text("subscription", "подписка")).short(Text(verbatim: "id")).ranked(5),
                .text(Text("what", "что")).ranked(1), .numbers(Text("amount", "сумма")).ranked(2),
                .words(Text("every", "раз в")).ranked(7),
                .words(Text("next", "следующая")).ranked(3),
                .numbers(Text("in days", "через дней")).short(Text("days", "дней")).ranked(6),
                .words(Text("status", "состояние")).silent(StatusText.of(SubscriptionsSignal.Status.active)).ranked(4),
                .words(Text("from", "со счёта")).ranked(8),
            ])
            for subscription in answer.subscriptions {
                table.add([
                    StyledText(subscription.id, .dim), StyledText(subscription.title.text, .bold),
                    StyledText(ValueText.money(subscription.nextPayment?.amount ?? subscription.amount)),
                    StyledText(RhythmText.of(subscription.every)),
                    StyledText(subscription.nextPayment.map { ValueText.day($0.date) } ?? ""),
                    SubscriptionPage.daysLeft(subscription.nextPayment), SubscriptionPage.status(subscription.status),
                    StyledText(subscription.payFrom.map { AccountName.of($0) } ?? "", .dim),
                ])
            }
            page.table(table)
            if let cursor = answer.nextCursor { page.say(more(cursor), .dim) }
        })

    static let show = SignalCommand(
        SubscriptionsSignal.Show.self, "subs show", part: .money, positional: ["id"], fields: ["id": id],
        examples: [
            CommandExample(
                "subs show 7q4m2k9x1c3z",
                Text("all of it, its prices and last payments", "всё о ней: цены и последние оплаты"))
        ],
        present: { answer, page in
            SubscriptionPage.present(answer.subscription, &page)
            let spent = answer.spent.map { ValueText.money($0) }.joined(separator: ", ")
            page.facts([
                (Text("payments made", "оплат сделано"), StyledText("\(answer.paymentsMade)")),
                (Text("spent in all", "потрачено всего"), spent.isEmpty ? nil : StyledText(spent)),
            ])
            if answer.subscription.prices.count > 1 {
                var table = Table([.words(Text("from", "с")), .numbers(Text("price", "цена"))])
                for price in answer.subscription.prices {
                    table.add([StyledText(ValueText.day(price.from)), StyledText(ValueText.money(price.amount))])
                }
                page.table(table)
            }
            if !answer.payments.isEmpty { SubscriptionPage.present(answer.payments, &page) }
        })

    static let dates = SignalCommand(
        SubscriptionsSignal.Dates.self, "subs dates", part: .money, positional: ["id"],
        fields: [
            "id": id,
            "count": Text("How many, 1 to 1000; 12 unless said otherwise.", "Сколько, от 1 до 1000; по умолчанию 12."),
            "from": Text("Only from this day on.", "Только с этого дня."),
        ],
        examples: [
            CommandExample("subs dates 7q4m2k9x1c3z --count 4", Text("the first four days", "первые четыре дня"))
        ],
        notes: [
            Text(
                "The 31st is the last day of a shorter month, and 29 February comes back in each leap year.",
                "31-е — последний день месяца, если он короче, а 29 февраля возвращается в високосный год.")
        ],
        present: { answer, page in for day in answer.dates { page.line(StyledText(.day(day))) } })

    static let payments = SignalCommand(
        SubscriptionsSignal.Payments.self, "subs payments", part: .money, positional: ["id"],
        fields: [
            "id": Text("Of this subscription; of all unless said.", "Этой подписки; по умолчанию всех."),
            "limit": limit, "cursor": cursor,
        ],
        examples: [
            CommandExample("subs payments", Text("what was paid, the newest first", "что оплачено, новое сначала"))
        ],
        present: { answer, page in
            if answer.payments.isEmpty { page.say("nothing was paid yet", "ещё ничего не оплачено") }
            SubscriptionPage.present(answer.payments, &page)
            if let cursor = answer.nextCursor { page.say(more(cursor), .dim) }
        })
}
