import Coordination
import GatewayCommandLine
import GatewayWords
import Signals

// Suggestions found in past transactions.
extension SubscriptionCommands {
    private static let suggestion = Text(
        "The suggestion, as gateway subs suggest shows it.", "Предложение, как его показывает gateway subs suggest.")

    static let suggestions: [any Command] = [
        SignalCommand(
            SubscriptionsSignal.Suggestions.self, "subs suggest", part: .money,
            examples: [
                CommandExample(
                    "subs suggest",
                    Text(
                        "regular charges that may be subscriptions", "регулярные списания, похожие на подписки"))
            ],
            present: { answer, page in
                if answer.suggestions.isEmpty {
                    page.say(
                        "nothing regular among \(answer.looked, "charge", "charges")",
                        "среди \(answer.looked, "списания", "списаний", "списаний") нет регулярных")
                }
                var table = Table([
                    .ids(Text("suggestion", "предложение")), .text(Text("what", "что")),
                    .numbers(Text("last", "последнее")), .words(Text("every", "раз в")),
                    .numbers(Text("charges", "списаний")), .words(Text("next", "следующее")),
                    .words(Text("like", "похоже на")),
                ])
                for found in answer.suggestions {
                    table.add([
                        StyledText(found.id, .dim), StyledText(found.title.text, .bold),
                        StyledText(ValueText.money(found.amount)), StyledText(RhythmText.of(found.every)),
                        StyledText("\(found.charges)"), StyledText(.day(found.next)),
                        StyledText(found.like ?? "", .dim),
                    ])
                }
                page.table(table)
            }),
        SignalCommand(
            SubscriptionsSignal.AcceptSuggestion.self, "subs accept", part: .money, positional: ["suggestion"],
            fields: ["suggestion": suggestion],
            examples: [
                CommandExample(
                    "subs accept s5v0k2m9c1q7hd", Text("makes a subscription of it", "сделает из него подписку"))
            ],
            present: { answer, page in
                page.line(StyledText("added ", "добавлено: "), StyledText(answer.subscription.title.text, .bold))
                SubscriptionPage.present(answer.subscription, &page)
            }),
        SignalCommand(
            SubscriptionsSignal.MergeSuggestion.self, "subs merge", part: .money, positional: ["suggestion", "id"],
            fields: ["suggestion": suggestion, "id": id],
            examples: [
                CommandExample(
                    "subs merge s5v0k2m9c1q7hd 7q4m2k9x1c3z",
                    Text("its charges become payments of that", "его списания станут её оплатами"))
            ],
            present: { answer, page in SubscriptionPage.present(answer.subscription, &page) }),
        SignalCommand(
            SubscriptionsSignal.DismissSuggestion.self, "subs dismiss", part: .money, positional: ["suggestion"],
            fields: ["suggestion": suggestion],
            examples: [
                CommandExample("subs dismiss s5v0k2m9c1q7hd", Text("never suggests it again", "больше не предложит"))
            ],
            present: { answer, page in
                page.say("not suggested any more: \(answer.suggestion)", "больше не предлагается: \(answer.suggestion)")
            }),
    ]
}
