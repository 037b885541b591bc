import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Hosting
import Reasons
import Signals

// Adding and changing subscriptions.
extension SubscriptionCommands {
    private static let rhythmFlag = FlagShape(
        "every", field: "rhythm", makes: ["every", "every.count"], .text, placeholder: "RHYTHM",
        Text(
            "How often: month, \"2 weeks\", \"28 days\", year; month by default.",
            "Как часто: месяц, \"2 недели\", \"28 дней\", год; по умолчанию месяц."))
    private static let remindFlag = FlagShape(
        "remind", field: "reminders", makes: ["remindDaysBefore"], .text, placeholder: "DAYS",
        Text("Remind this many days before: 14,3,0.", "Напомнить за столько дней: 14,3,0."))
    private static let ownFlags = [
        FlagShape(
            "title", field: "ownTitle", makes: ["service.title"], .text,
            Text("A service of your own, by its title.", "Собственная служба, по её названию.")),
        FlagShape(
            "color", field: "ownColor", makes: ["service.color"], .text, placeholder: "#RRGGBB",
            Text("Its colour.", "Её цвет.")),
    ]

    static let add = SignalCommand(
        SubscriptionsSignal.Add.self, "subs add", part: .money, positional: ["chosen", "amount"],
        fields: [
            "amount": Text(
                "How much: 399 RUB; by default in the account's currency.",
                "Сколько: 399 ₽; без валюты — в валюте счёта."),
            "start": Text(
                "The first day, such as 2026-12-31, also in the past; today by default.",
                "Первый день, например 2026-12-31, можно и прошедший; по умолчанию сегодня."),
            "description": Text("A note, at most 500 characters.", "Заметка, не больше 500 знаков."),
            "category": Text("What kind: video, sport, home.", "Какого рода: видео, спорт, дом."),
            "cancelDaysBefore": Text(
                "It must be cancelled this many days before; you are notified in time.",
                "За столько дней её надо отменять; вам скажут вовремя."),
            "payFrom": Text(
                "The payer, your account: its id, your name for it, or the first letters of its id.",
                "Ваш счёт, который платит: его id, имя или начало id."),
            "trialUntil": trialUntil + Text(verbatim: "."), "ends": ends + Text(verbatim: "."), "code": code,
        ],
        accounts: ["payFrom"], found: ["start"],
        extraFlags: [
            FlagShape(
                "service", field: "chosen", .text,
                Text(
                    "The service, as gateway subs services shows it; any other name is a service of your own.",
                    "За что платят, как показывает gateway subs services; другое имя — ваша собственная служба."))
        ] + ownFlags + [rhythmFlag, remindFlag],
        examples: [
            CommandExample(
                "subs add netflix \"9.99 EUR\" --start 2026-12-31",
                Text("on the last day of each month", "в последний день каждого месяца")),
            CommandExample(
                "subs add kinopoisk \"399 RUB\" --pay-from main --remind 3,0",
                Text("paid from main, reminded twice", "платится с main, напомнит дважды")),
            CommandExample(
                "subs add Gym \"2500 RUB\" --every \"4 weeks\"",
                Text("a service of your own", "собственная служба")),
        ],
        notes: [
            Text(
                """
                With --pay-from, the account is debited when a payment is due, once for each day; the mandate for it \
                is granted with
                """,
                """
                С --pay-from деньги спишутся в срок, один раз за каждый день; разрешение на это даётся этой же \
                командой,
                """
            ),
            Text(
                """
                this command, for a year and no more than your subscriptions cost. Otherwise, payments are only \
                recorded.
                """,
                "на год и не больше, чем стоят ваши подписки. Без него оплаты только записываются."),
            Text(
                """
                A mandate that covers all payments from the account is kept; otherwise it is raised, and you are told.
                """,
                """
                Разрешение, которого хватает на всё, что платится со счёта, остаётся; иначе его повысят, и вам это \
                скажут.
                """
            ),
        ],
        complete: { arguments, scene in
            try fill(&arguments)
            try await nameOwnService(&arguments, scene)
            if arguments["service"] == nil {
                throw UsageError(
                    Text("Say what is paid for.", "Скажите, за что платить."),
                    hint: Text(
                        "gateway subs services lists services", "gateway subs services перечисляет службы"),
                    field: "service")
            }
            if arguments["every"] == nil {
                arguments["every"] = .members(["count": .number(1), "unit": .text("month")])
            }
            if arguments["start"] == nil {
                arguments["start"] = .text("\(try await scene.client.ask(SubscriptionsSignal.List(limit: 1)).today)")
            }
        },
        present: { answer, page in
            page.line(StyledText("added ", "добавлено: "), StyledText(answer.subscription.title.text, .bold))
            SubscriptionPage.present(answer.subscription, paidBy: answer.mandate, isNew: true, &page)
        })

    static let edit = SignalCommand(
        SubscriptionsSignal.Update.self, "subs edit", part: .money, positional: ["id"],
        fields: [
            "id": id,
            "amount": Text("What it costs from --amount-from on.", "Сколько она стоит, начиная с --amount-from."),
            "amountFrom": Text(
                "From this day; by default from the first unpaid one.",
                "С какого дня; по умолчанию с первого неоплаченного."),
            "start": Text(
                "The day that all others are counted from.", "День, от которого считаются остальные."),
            "description": Text("A note; an empty one takes it away.", "Заметка; пустая убирает её."),
            "category": Text("What kind; an empty one takes it away.", "Какого рода; пустое убирает."),
            "cancelDaysBefore": Text(
                "It must be cancelled this many days before; -1 for no such rule.",
                "За столько дней её надо отменять; -1 — правила нет."),
            "payFrom": Text(
                "Your account that pays; an empty one to record payments only.",
                "Ваш счёт, который платит; пустой — только записывать оплаты."),
            "trialUntil": trialUntil + Text("; empty for none.", "; пустое — нет такого."),
            "ends": ends + Text("; empty for none.", "; пустое — нет такого."), "code": code,
        ],
        extraFlags: [
            FlagShape("service", field: "chosen", .text, Text("What is paid for.", "За что платят."))
        ] + ownFlags + [rhythmFlag, remindFlag],
        examples: [
            CommandExample(
                "subs edit 7q4m2k9x1c3z --amount \"499 RUB\" --amount-from 2027-01-01",
                Text("a price that rises in January", "цена, которая вырастет в январе")),
            CommandExample(
                "subs edit 7q4m2k9x1c3z --every \"2 weeks\" --remind 1", Text("another rhythm", "другой ритм")),
        ],
        notes: [Text("Payments that were made keep what they cost.", "Сделанные оплаты не меняются.")],
        complete: { arguments, scene in
            try fill(&arguments)
            try await nameOwnService(&arguments, scene)
            try await settleAmount(&arguments, scene)
            // An empty text removes the account and is not resolved as a name.
            if let text = arguments.text("payFrom"), !text.isEmpty {
                try await AccountReference.resolve(["payFrom"], in: &arguments, scene)
            }
        },
        present: { answer, page in
            page.line(StyledText("changed ", "изменено: "), StyledText(answer.subscription.title.text, .bold))
            SubscriptionPage.present(answer.subscription, paidBy: answer.mandate, &page)
        })

    /// Gives an amount without a currency that of the subscription.
    @Sendable static func settleAmount(_ arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        let id = arguments.text("id") ?? ""
        try await MoneyArgument.settle(&arguments) {
            try await scene.client.ask(SubscriptionsSignal.Show(id: id)).subscription.amount.currency
        }
    }

    /// Treats a word that is not in the catalogue as the user's own service, as the app does.
    ///
    /// - Throws: ``UsageError`` when the word looks like a typing mistake for an existing service.
    private static func nameOwnService(_ arguments: inout ParsedArguments, _ scene: CommandScene) async throws {
        guard let word = arguments.text("service") else { return }
        let known = try await scene.client.ask(SubscriptionsSignal.Services()).services.map(\.id)
        guard !known.contains(word) else { return }
        if let near = Suggestion.nearest(to: word, among: known) {
            throw UsageError(
                Text("There is no service \(word.debugDescription).", "Службы \(word.debugDescription) нет."),
                hint: Text(
                    "did you mean \(near)? --title adds one of your own",
                    "может быть, \(near)? --title добавит свою"),
                field: "service")
        }
        arguments["service"] = .members(["title": .text(word)])
    }

    /// Fills the fields without a flag of their own.
    private static func fill(_ arguments: inout ParsedArguments) throws {
        if let title = arguments.text("ownTitle") {
            var members: [String: ParsedArguments.Value] = ["title": .text(title)]
            if let color = arguments.text("ownColor") { members["color"] = .text(color) }
            arguments["service"] = .members(members)
        } else if let chosen = arguments.text("chosen") {
            arguments["service"] = .text(chosen)
        }
        if let text = arguments.text("rhythm") {
            let (count, unit) = try ScheduleCommands.rhythm(text)
            arguments["every"] = .members(["count": .number(count), "unit": .text(unit)])
        }
        if let text = arguments.text("reminders") {
            let days = try text.split(separator: ",").map { word in
                guard let days = Int.parse(String(word)) else {
                    throw UsageError(
                        Text(
                            "\(text.debugDescription) is no list of days.",
                            "\(text.debugDescription) — не список дней."), hint: Text(verbatim: "14,3,0"),
                        field: "remind")
                }
                return days
            }
            arguments["remindDaysBefore"] = .numbers(days)
        }
    }
}
