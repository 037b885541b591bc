import Coordination
import Domain
import Signals

// Sums, settings, services and suggestions.
extension SubscriptionCommands {
    static let totals = SignalCommand(
        SubscriptionsSignal.Totals.self, "subs totals", part: .money,
        fields: ["currency": "The currency of the sum; your default unless said otherwise."],
        examples: [CommandExample("subs totals", "what it all costs in a month and in a year")],
        notes: [
            "Other currencies count by the rates that gateway rate list shows; one without is left out, and named."
        ],
        present: { answer, page in
            var table = Table([
                .words("currency"), .numbers("subscriptions"), .numbers("a month"), .numbers("a year"),
                .numbers("paid this month"), .numbers("paid this year"), .text("rate"),
            ])
            for row in answer.currencies {
                let rate = row.rate.map { used in
                    "\(used.rate)\(used.inverted ? " the other way" : ""), \(used.source), \(used.asOf.dayInUTC)"
                }
                table.add([
                    StyledText(row.currency.code, .bold), StyledText("\(row.subscriptions)"),
                    StyledText(ValueText.money(row.month)), StyledText(ValueText.money(row.year)),
                    StyledText(ValueText.money(row.paidThisMonth)), StyledText(ValueText.money(row.paidThisYear)),
                    row.currency == answer.currency
                        ? "" : rate.map { StyledText($0) } ?? StyledText("no rate", .yellow),
                ])
            }
            page.table(table)
            page.line(
                "in all ", StyledText(ValueText.money(answer.total.month), .bold), " a month, ",
                StyledText(ValueText.money(answer.total.year), .bold), " a year")
            if !answer.missing.isEmpty {
                let codes = answer.missing.map(\.code).joined(separator: ", ")
                let why = answer.ratesKnown ? "you have entered no rate" : "ledger cannot be asked for rates now"
                page.line(StyledText("without \(codes): \(why)", .yellow))
            }
        })

    static let services = SignalCommand(
        SubscriptionsSignal.Services.self, "subs services", part: .money, positional: ["text"],
        fields: ["text": "Only those with this in their title or id."],
        examples: [
            CommandExample("subs services", "lists all"), CommandExample("subs services music", "those that say music"),
        ],
        present: { answer, page in
            if answer.services.isEmpty { page.line("none; gateway subs add --title makes one of your own") }
            var table = Table([.words("service"), .text("title"), .text("in Russian"), .words("kind")])
            for service in answer.services {
                table.add([
                    StyledText(service.id, .bold), StyledText(service.title.en), StyledText(service.title.ru),
                    StyledText(service.own ? "your own" : service.category ?? "", .dim),
                ])
            }
            page.table(table)
        })

    static let settings = SignalCommand(
        SubscriptionsSignal.GetSettings.self, "subs settings", part: .money,
        examples: [CommandExample("subs settings", "your time zone, currency and buffers")],
        present: { answer, page in present(answer.settings, &page) })

    static let set = SignalCommand(
        SubscriptionsSignal.SetSettings.self, "subs set", part: .money,
        fields: [
            "timeZone": "Says what today is: Europe/Moscow.", "currency": "The currency of totals.",
            "account": "The account that payments without one count against; empty for the first of the currency.",
            "warnDays": "How many days ahead to look for low balances.",
        ],
        accounts: ["account"],
        extraFlags: [
            FlagShape("buffer", field: "bufferAmount", .money, "What is to stay in an account: 5000 RUB."),
            FlagShape("of", field: "bufferAccount", .text, placeholder: "ACCOUNT", "Which account the buffer is of."),
        ],
        examples: [
            CommandExample("subs set --time-zone Europe/Moscow", "days begin by the clocks of Moscow"),
            CommandExample("subs set --buffer \"5000 RUB\" --of main", "warns before there is less in main"),
        ],
        complete: { arguments, scene in
            guard let amount = arguments["bufferAmount"] else { return }
            try await AccountReference.resolve(["bufferAccount"], in: &arguments, scene)
            guard let account = arguments["bufferAccount"] else {
                throw UsageError("A buffer is of an account.", hint: "add --of ACCOUNT", field: "of")
            }
            arguments["buffer"] = .members(["account": account, "amount": amount])
        },
        present: { answer, page in present(answer.settings, &page) })

    private static func present(_ settings: SubscriptionsSignal.Settings, _ page: inout Page) {
        page.facts(
            [
                ("time zone", StyledText(settings.timeZone, .bold)),
                ("currency", StyledText(settings.currency.code)),
                ("account", settings.account.map { StyledText($0) }),
                ("looks ahead", StyledText(ValueText.count(settings.warnDays, "day"))),
            ] + settings.buffers.map { ("buffer of \($0.account)", StyledText(ValueText.money($0.amount))) })
    }

    static let suggestions: [any Command] = [
        SignalCommand(
            SubscriptionsSignal.Suggestions.self, "subs suggest", part: .money,
            examples: [CommandExample("subs suggest", "regular charges that may be subscriptions")],
            present: { answer, page in
                if answer.suggestions.isEmpty {
                    page.line(StyledText("nothing regular among \(ValueText.count(answer.looked, "charge"))"))
                }
                var table = Table([
                    .words("suggestion"), .text("what"), .numbers("last"), .words("every"), .numbers("charges"),
                    .words("next"), .words("like"),
                ])
                for found in answer.suggestions {
                    table.add([
                        StyledText(found.id, .dim), StyledText(found.title.en, .bold),
                        StyledText(ValueText.money(found.amount)), StyledText(SubscriptionPage.rhythm(found.every)),
                        StyledText("\(found.charges)"), StyledText("\(found.next)"), StyledText(found.like ?? "", .dim),
                    ])
                }
                page.table(table)
            }),
        SignalCommand(
            SubscriptionsSignal.AcceptSuggestion.self, "subs accept", part: .money, positional: ["suggestion"],
            fields: ["suggestion": "The suggestion, as gateway subs suggest shows it."],
            examples: [CommandExample("subs accept s1k2m3", "makes a subscription of it")],
            present: { answer, page in
                page.line("added ", StyledText(answer.subscription.title.en, .bold))
                present(answer.subscription, &page)
            }),
        SignalCommand(
            SubscriptionsSignal.MergeSuggestion.self, "subs merge", part: .money, positional: ["suggestion", "id"],
            fields: ["suggestion": "The suggestion, as gateway subs suggest shows it.", "id": id],
            examples: [CommandExample("subs merge s1k2m3 7q4m2k9x1c3z", "its charges become payments of that")],
            present: { answer, page in present(answer.subscription, &page) }),
        SignalCommand(
            SubscriptionsSignal.DismissSuggestion.self, "subs dismiss", part: .money, positional: ["suggestion"],
            fields: ["suggestion": "The suggestion, as gateway subs suggest shows it."],
            examples: [CommandExample("subs dismiss s1k2m3", "never suggests it again")],
            present: { answer, page in page.line("not suggested any more: ", StyledText(answer.suggestion)) }),
    ]
}
