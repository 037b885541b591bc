import Coordination
import GatewayCommandLine
import GatewayWords
import Signals

// Viewing subscriptions.
extension SubscriptionCommands {
    static let show = SignalCommand(
        SubscriptionsSignal.Show.self, "subs show", part: .money, positional: ["id"], fields: ["id": id],
        examples: [
            CommandExample(
                "subs show 7q4m2k9x1c3z",
                Text("its details, prices and last payments", "всё о ней: цены и последние оплаты"))
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
            "count": Text("How many, 1 to 1000; 12 by default.", "Сколько, от 1 до 1000; по умолчанию 12."),
            "from": Text("Only from this day on.", "Только с этого дня."),
        ],
        examples: [
            CommandExample("subs dates 7q4m2k9x1c3z --count 4", Text("the first four days", "первые четыре дня"))
        ],
        notes: [
            Text(
                "The 31st is the last day of a shorter month; 29 February returns in each leap year.",
                "31-е — последний день месяца, если он короче, а 29 февраля возвращается в високосный год.")
        ],
        present: { answer, page in for day in answer.dates { page.line(StyledText(.day(day))) } })

    static let payments = SignalCommand(
        SubscriptionsSignal.Payments.self, "subs payments", part: .money, positional: ["id"],
        fields: [
            "id": Text("Only of this subscription; by default of all.", "Этой подписки; по умолчанию всех."),
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
