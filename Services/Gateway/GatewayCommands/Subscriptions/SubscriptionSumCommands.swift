import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

// Sums, settings, services and suggestions.
extension SubscriptionCommands {
    static let totals = SignalCommand(
        SubscriptionsSignal.Totals.self, "subs totals", part: .money,
        fields: [
            "currency": Text(
                "The currency of the sum; by default your default currency.",
                "Валюта суммы; по умолчанию ваша обычная.")
        ],
        examples: [
            CommandExample(
                "subs totals", Text("the total cost in a month and in a year", "сколько всё стоит в месяц и в год"))
        ],
        notes: [
            Text(
                """
                Other currencies are converted by the rates of gateway rate list; one without a rate is left out and \
                named.
                """,
                """
                Другие валюты считаются по курсам из gateway rate list; та, для которой курса нет, пропускается и \
                названа.
                """
            )
        ],
        present: present)

    @Sendable private static func present(_ answer: SubscriptionsSignal.TotalsAnswer, _ page: inout Page) {
        var table = Table([
            .words(Text("currency", "валюта")), .numbers(Text("subscriptions", "подписок")),
            .numbers(Text("a month", "в месяц")), .numbers(Text("a year", "в год")),
            .numbers(Text("paid this month", "оплачено за месяц")),
            .numbers(Text("paid this year", "оплачено за год")), .text(Text("rate", "курс")),
        ])
        for row in answer.currencies {
            let rate = row.rate.map { used in
                let way = used.inverted ? Text(" the other way", " обратный") : Text(verbatim: "")
                let day = Text.day(used.asOf.dayInUTC)
                let source = RateSource.text(used.source)
                let number = ValueText.decimals(used.rate)
                return Text("\(number)\(way), \(source), \(day)", "\(number)\(way), \(source), \(day)")
            }
            table.add([
                StyledText(row.currency.code, .bold), StyledText("\(row.subscriptions)"),
                StyledText(ValueText.money(row.month)), StyledText(ValueText.money(row.year)),
                StyledText(ValueText.money(row.paidThisMonth)), StyledText(ValueText.money(row.paidThisYear)),
                row.currency == answer.currency
                    ? .blank : rate.map { StyledText($0) } ?? StyledText("no rate", "нет курса", .yellow),
            ])
        }
        page.table(table)
        page.line(
            StyledText("in all ", "всего "), StyledText(ValueText.money(answer.total.month), .bold),
            StyledText(" a month, ", " в месяц, "), StyledText(ValueText.money(answer.total.year), .bold),
            StyledText(" a year", " в год"))
        presentMissing(answer, &page)
    }

    /// Names the currencies that the total in one currency leaves out.
    static func presentMissing(_ answer: SubscriptionsSignal.TotalsAnswer, _ page: inout Page) {
        if !answer.missing.isEmpty {
            let codes = answer.missing.map(\.code).joined(separator: ", ")
            let why =
                answer.ratesKnown
                ? Text("you have entered no rate", "вы не записали курс")
                : Text("ledger cannot be asked for rates now", "курсы сейчас не узнать: ledger не отвечает")
            page.say("without \(codes): \(why)", "без \(codes): \(why)", .yellow)
        }
    }

    static let services = SignalCommand(
        SubscriptionsSignal.Services.self, "subs services", part: .money, positional: ["text"],
        fields: [
            "text": Text("Only those with this in their title or id.", "Только те, у кого это в названии или id.")
        ],
        examples: [
            CommandExample("subs services", Text("lists all", "перечислит все")),
            CommandExample("subs services music", Text("those that say music", "те, где есть music")),
        ],
        present: { answer, page in
            if answer.services.isEmpty {
                page.say(
                    "none; gateway subs add --title makes one of your own",
                    "таких нет; gateway subs add --title сделает собственную")
            }
            var table = Table([
                .words(Text("service", "служба")), .text(Text("title", "по-английски")),
                .text(Text("in Russian", "по-русски")), .words(Text("kind", "вид")),
            ])
            for service in answer.services {
                table.add([
                    StyledText(service.id, .bold), StyledText(service.title.en), StyledText(service.title.ru),
                    service.own
                        ? StyledText("your own", "ваша", .dim)
                        : StyledText(service.category.map { CategoryText.of($0) } ?? .blank, .dim),
                ])
            }
            page.table(table)
        })

    static let settings = SignalCommand(
        SubscriptionsSignal.GetSettings.self, "subs settings", part: .money,
        examples: [
            CommandExample(
                "subs settings", Text("your time zone, currency and buffers", "ваш часовой пояс, валюта и запасы"))
        ],
        present: { answer, page in present(answer.settings, &page) })

    static let set = SignalCommand(
        SubscriptionsSignal.SetSettings.self, "subs set", part: .money,
        fields: [
            "timeZone": Text("Says what today is: Europe/Moscow.", "Говорит, какой сегодня день: Europe/Moscow."),
            "currency": Text("The currency of totals.", "Валюта итогов."),
            "account": Text(
                "The account that payments without one count against; empty for the first of the currency.",
                "Счёт, на который считаются оплаты без счёта; пустое — первый в этой валюте."),
            "warnDays": Text(
                "How many days ahead to look for low balances.", "На сколько дней вперёд следить за остатком."),
        ],
        accounts: ["account"],
        extraFlags: [
            FlagShape(
                "buffer", field: "bufferAmount", .money,
                Text("What is to stay in an account: 5000 RUB.", "Что должно оставаться на счёте: 5000 RUB.")),
            FlagShape(
                "of", field: "bufferAccount", .text, placeholder: "ACCOUNT",
                Text("Which account the buffer is of.", "На каком счёте этот запас.")),
        ],
        examples: [
            CommandExample(
                "subs set --time-zone Europe/Moscow",
                Text("days begin by the clocks of Moscow", "дни начинаются по московскому времени")),
            CommandExample(
                "subs set --buffer \"5000 RUB\" --of main",
                Text("warns before there is less in main", "предупредит, пока на main не стало меньше")),
        ],
        complete: { arguments, scene in
            guard arguments["bufferAmount"] != nil else { return }
            let own = try await AccountReference.resolve(["bufferAccount"], in: &arguments, scene)
            try await MoneyArgument.settle(&arguments, ["bufferAccount"], among: own, scene)
            guard let account = arguments["bufferAccount"], let amount = arguments["bufferAmount"] else {
                throw UsageError(
                    Text("A buffer is of an account.", "Запас бывает на счёте."),
                    hint: Text("add --of ACCOUNT", "добавьте --of ACCOUNT"), field: "of")
            }
            arguments["buffer"] = .members(["account": account, "amount": amount])
        },
        finish: { answer, scene in
            if scene.arguments.text("timeZone") != nil {
                try await scene.client.sessions.note(zone: answer.settings.timeZone, within: scene.client.limit)
            }
            return .done
        },
        present: { answer, page in present(answer.settings, &page) })

    private static func present(_ settings: SubscriptionsSignal.Settings, _ page: inout Page) {
        page.facts(
            [
                (Text("time zone", "часовой пояс"), StyledText(settings.timeZone, .bold)),
                (Text("currency", "валюта"), StyledText(settings.currency.code)),
                (Text("account", "счёт"), settings.account.map { StyledText(AccountName.withID($0)) }),
                (
                    Text("looks ahead", "смотрит вперёд на"),
                    StyledText(
                        "\(settings.warnDays, "day", "days")", "\(settings.warnDays, "день", "дня", "дней")")
                ),
            ]
                + settings.buffers.map {
                    (
                        Text("buffer of \(AccountName.of($0.account))", "запас на \(AccountName.of($0.account))"),
                        StyledText(ValueText.money($0.amount))
                    )
                })
    }
}
