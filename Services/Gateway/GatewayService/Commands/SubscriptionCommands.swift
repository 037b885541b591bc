import Coordination
import Domain
import Hosting
import Signals

/// What is paid for again and again.
enum SubscriptionCommands {
    static let all: [any Command] =
        [
            add, edit, list, show, dates, payments, pay, skip, pause, resume, remove, totals, services, settings, set,
            SubscriptionForecastCommand(),
            SubscriptionFileCommand(words: ["subs", "calendar"]), SubscriptionFileCommand(words: ["subs", "export"]),
            SubscriptionImportCommand(),
        ] + suggestions

    static let id: Text = "The subscription, as gateway subs list shows it."

    // MARK: Adding and changing

    private static let rhythmFlag = FlagShape(
        "every", field: "rhythm", .text, placeholder: "RHYTHM",
        "How often: month, \"2 weeks\", \"28 days\", year; month unless said otherwise.")
    private static let remindFlag = FlagShape(
        "remind", field: "reminders", .text, placeholder: "DAYS", "Remind so many days before: 14,3,0.")
    private static let ownFlags = [
        FlagShape("title", field: "ownTitle", .text, "A service of your own, by its title."),
        FlagShape("color", field: "ownColor", .text, placeholder: "#RRGGBB", "Its colour."),
    ]

    private static let add = SignalCommand(
        SubscriptionsSignal.Add.self, "subs add", part: .money, positional: ["chosen", "amount"],
        fields: [
            "amount": "How much, with its currency: 399 RUB.",
            "start": "The first day, such as 2026-12-31, in the past too; today unless said otherwise.",
            "description": "A note, at most 500 characters.", "category": "What kind: video, sport, home.",
            "cancelDaysBefore": "It must be cancelled so many days before; you are told in time.",
            "payFrom": "Your account that pays: its id, your name for it, or the first letters of its id.",
            "trialUntil": "The last day on which nothing is paid.", "ends": "The last day on which something is due.",
            "code": "A one-time code, where the account wants one and nobody can be asked.",
        ],
        accounts: ["payFrom"], found: ["start"],
        extraFlags: [
            FlagShape(
                "service", field: "chosen", .text, "What is paid for, as gateway subs services shows it.")
        ] + ownFlags + [rhythmFlag, remindFlag],
        examples: [
            CommandExample("subs add netflix \"9.99 EUR\" --start 2026-12-31", "on the last of each month"),
            CommandExample(
                "subs add kinopoisk \"399 RUB\" --pay-from main --remind 3,0", "paid from main, reminded twice"),
            CommandExample(
                "subs add --title Gym --amount \"2500 RUB\" --every \"4 weeks\"", "a service of your own"),
        ],
        notes: [
            "With --pay-from the ledger takes the money when it is due, once for each day; the mandate for it is granted with",
            "this command, for a year and no more than your subscriptions cost. Without, payments are only recorded.",
        ],
        complete: { arguments, scene in
            try fill(&arguments)
            if arguments["service"] == nil {
                throw UsageError(
                    "Say what is paid for.", hint: "gateway subs services lists services", field: "service")
            }
            if arguments["every"] == nil {
                arguments["every"] = .members(["count": .number(1), "unit": .text("month")])
            }
            if arguments["start"] == nil {
                arguments["start"] = .text("\(try await scene.desk.ask(SubscriptionsSignal.List(limit: 1)).today)")
            }
        },
        present: { answer, page in
            page.line("added ", StyledText(answer.subscription.title.en, .bold))
            present(answer.subscription, &page)
        })

    private static let edit = SignalCommand(
        SubscriptionsSignal.Update.self, "subs edit", part: .money, positional: ["id"],
        fields: [
            "id": id, "amount": "What it costs from --amount-from on.",
            "amountFrom": "From which day; today unless said otherwise.",
            "start": "The day that all others are counted from.",
            "description": "A note; an empty one takes it away.", "category": "What kind; an empty one takes it away.",
            "cancelDaysBefore": "It must be cancelled so many days before; -1 for no such rule.",
            "payFrom": "Your account that pays; an empty one to record payments only.",
            "trialUntil": "The last day on which nothing is paid; empty for none.",
            "ends": "The last day on which something is due; empty for none.",
            "code": "A one-time code, where the account wants one and nobody can be asked.",
        ],
        extraFlags: [FlagShape("service", field: "chosen", .text, "What is paid for.")] + ownFlags
            + [rhythmFlag, remindFlag],
        examples: [
            CommandExample(
                "subs edit 7q4m2k9x1c3z --amount \"499 RUB\" --amount-from 2027-01-01", "a price that rises in January"),
            CommandExample("subs edit 7q4m2k9x1c3z --every \"2 weeks\" --remind 1", "another rhythm"),
        ],
        notes: ["Payments that were made keep what they cost."],
        complete: { arguments, scene in
            try fill(&arguments)
            // An empty text takes the account away, and is no name of one.
            if let text = arguments.text("payFrom"), !text.isEmpty {
                try await AccountReference.resolve(["payFrom"], in: &arguments, scene)
            }
        },
        present: { answer, page in
            page.line("changed ", StyledText(answer.subscription.title.en, .bold))
            present(answer.subscription, &page)
        })

    /// Fills what is no flag of its own.
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
                    throw UsageError("\(text.debugDescription) is no list of days.", hint: "14,3,0", field: "remind")
                }
                return days
            }
            arguments["remindDaysBefore"] = .numbers(days)
        }
    }

    private static let pause = SignalCommand(
        SubscriptionsSignal.Pause.self, "subs pause", part: .money, positional: ["id"], fields: ["id": id],
        examples: [CommandExample("subs pause 7q4m2k9x1c3z", "nothing is paid until it is resumed")],
        present: { answer, page in present(answer.subscription, &page) })

    private static let resume = SignalCommand(
        SubscriptionsSignal.Resume.self, "subs resume", part: .money, positional: ["id"], fields: ["id": id],
        examples: [CommandExample("subs resume 7q4m2k9x1c3z", "goes on from today")],
        present: { answer, page in present(answer.subscription, &page) })

    private static let remove = SignalCommand(
        SubscriptionsSignal.Remove.self, "subs remove", part: .money, positional: ["id"],
        fields: ["id": id, "removePayments": "Remove its payments too; they are kept otherwise."],
        examples: [
            CommandExample("subs remove 7q4m2k9x1c3z", "nothing more is paid; its payments stay listed"),
            CommandExample("subs remove 7q4m2k9x1c3z --remove-payments", "forgets its payments as well"),
        ],
        notes: ["Money that moved stays moved. gateway mandate revoke takes the right to debit an account back."],
        present: { answer, page in
            page.line(
                "removed; ", StyledText(ValueText.count(answer.paymentsKept, "payment")), " kept, ",
                StyledText("\(answer.paymentsRemoved)"), " removed")
        })

    // MARK: Looking

    private static let list = SignalCommand(
        SubscriptionsSignal.List.self, "subs list", part: .money,
        fields: [
            "status": "Only those of this status.", "category": "Only those of this category.",
            "limit": "How many, 1 to 1000; 50 unless said otherwise.",
            "cursor": "Where the page before ended: its nextCursor.",
        ],
        examples: [
            CommandExample("subs list", "what is paid next, and in how many days"),
            CommandExample("subs list --status pastDue", "what could not be paid"),
        ],
        present: { answer, page in
            if answer.subscriptions.isEmpty { page.line("no subscriptions; gateway subs add adds one") }
            var table = Table([
                .words("subscription"), .text("what"), .numbers("amount"), .words("every"), .words("next"),
                .numbers("in days"), .words("status"), .words("from"),
            ])
            for subscription in answer.subscriptions {
                table.add([
                    StyledText(subscription.id, .dim), StyledText(subscription.title.en, .bold),
                    StyledText(ValueText.money(subscription.nextPayment?.amount ?? subscription.amount)),
                    StyledText(SubscriptionPage.rhythm(subscription.every)),
                    StyledText(subscription.nextPayment.map { "\($0.date)" } ?? ""),
                    SubscriptionPage.daysLeft(subscription.nextPayment), SubscriptionPage.status(subscription.status),
                    StyledText(subscription.payFrom ?? "", .dim),
                ])
            }
            page.table(table)
            if let cursor = answer.nextCursor { page.line(StyledText("there is more: --cursor \(cursor)", .dim)) }
        })

    private static let show = SignalCommand(
        SubscriptionsSignal.Show.self, "subs show", part: .money, positional: ["id"], fields: ["id": id],
        examples: [CommandExample("subs show 7q4m2k9x1c3z", "all of it, its prices and last payments")],
        present: { answer, page in
            present(answer.subscription, &page)
            page.facts([
                ("payments made", StyledText("\(answer.paymentsMade)")),
                (
                    "spent in all",
                    answer.spent.isEmpty
                        ? nil : StyledText(answer.spent.map { ValueText.money($0) }.joined(separator: ", "))
                ),
            ])
            if answer.subscription.prices.count > 1 {
                var table = Table([.words("from"), .numbers("price")])
                for price in answer.subscription.prices {
                    table.add([StyledText("\(price.from)"), StyledText(ValueText.money(price.amount))])
                }
                page.table(table)
            }
            if !answer.payments.isEmpty { SubscriptionPage.present(answer.payments, &page) }
        })

    private static let dates = SignalCommand(
        SubscriptionsSignal.Dates.self, "subs dates", part: .money, positional: ["id"],
        fields: [
            "id": id, "count": "How many, 1 to 1000; 12 unless said otherwise.", "from": "Only from this day on.",
        ],
        examples: [CommandExample("subs dates 7q4m2k9x1c3z --count 4", "the first four days")],
        notes: ["The 31st is the last day of a shorter month, and 29 February comes back in each leap year."],
        present: { answer, page in for day in answer.dates { page.line(StyledText("\(day)")) } })

    private static let payments = SignalCommand(
        SubscriptionsSignal.Payments.self, "subs payments", part: .money, positional: ["id"],
        fields: [
            "id": "Of this subscription; of all unless said.",
            "limit": "How many, 1 to 1000; 50 unless said otherwise.",
            "cursor": "Where the page before ended: its nextCursor.",
        ],
        examples: [CommandExample("subs payments", "what was paid, the newest first")],
        present: { answer, page in
            if answer.payments.isEmpty { page.line("nothing was paid yet") }
            SubscriptionPage.present(answer.payments, &page)
            if let cursor = answer.nextCursor { page.line(StyledText("there is more: --cursor \(cursor)", .dim)) }
        })

    private static let pay = SignalCommand(
        SubscriptionsSignal.Pay.self, "subs pay", part: .money, positional: ["id"],
        fields: [
            "id": id, "date": "The payment of this day; the oldest that was not made, or the next, unless said.",
            "paidOn": "When it was paid; today unless said otherwise.",
            "amount": "How much it was, where that differs.",
            "renew": "Count the days to come from the day on which it was paid.",
        ],
        examples: [
            CommandExample("subs pay 7q4m2k9x1c3z", "notes that it was paid"),
            CommandExample("subs pay 7q4m2k9x1c3z --renew", "and counts a new period from today"),
        ],
        notes: ["No money moves: this notes what you paid by other means."],
        present: { answer, page in
            page.line("paid: ", StyledText("\(answer.payment.date)", .bold))
            present(answer.subscription, &page)
        })

    private static let skip = SignalCommand(
        SubscriptionsSignal.Skip.self, "subs skip", part: .money, positional: ["id"],
        fields: ["id": id, "date": "The payment of this day; the oldest that was not made, or the next, unless said."],
        examples: [CommandExample("subs skip 7q4m2k9x1c3z", "leaves the next payment out")],
        present: { answer, page in
            page.line("left out: ", StyledText("\(answer.payment.date)", .bold))
            present(answer.subscription, &page)
        })

    static func present(_ subscription: SubscriptionsSignal.Subscription, _ page: inout Page) {
        page.facts([
            ("subscription", StyledText(subscription.id)),
            ("what", StyledText(subscription.title.en, .bold)),
            (
                "costs",
                StyledText(
                    "\(ValueText.money(subscription.amount)) every \(SubscriptionPage.rhythm(subscription.every))")
            ),
            (
                "next",
                subscription.nextPayment.map { next in
                    StyledText("\(next.date), \(ValueText.money(next.amount))")
                }
            ),
            ("in days", subscription.nextPayment.map { SubscriptionPage.daysLeft($0) }),
            ("status", SubscriptionPage.status(subscription.status)),
            ("paid from", subscription.payFrom.map { StyledText($0) }),
            ("category", subscription.category.map { StyledText($0) }),
            ("note", subscription.description.map { StyledText($0) }),
            (
                "reminders",
                subscription.remindDaysBefore.isEmpty
                    ? nil
                    : StyledText(subscription.remindDaysBefore.map { "\($0)" }.joined(separator: ", ") + " days before")
            ),
            ("cancel by", subscription.cancelDaysBefore.map { StyledText("\($0) days before") }),
            ("trial until", subscription.trialUntil.map { StyledText("\($0)") }),
            ("ends", subscription.ends.map { StyledText("\($0)") }),
        ])
    }
}

/// What pages about subscriptions have in common.
enum SubscriptionPage {
    static func rhythm(_ every: SubscriptionsSignal.Every) -> String {
        every.count == 1 ? every.unit.rawValue : ValueText.count(every.count, every.unit.rawValue)
    }

    static func daysLeft(_ next: SubscriptionsSignal.NextPayment?) -> StyledText {
        guard let next else { return "" }
        return StyledText(
            "\(next.daysRemaining)", next.daysRemaining < 0 ? .red : next.daysRemaining < 4 ? .yellow : .plain)
    }

    static func status(_ status: SubscriptionsSignal.Status) -> StyledText {
        switch status {
        case .active: StyledText("active", .green)
        case .trial: StyledText("trial")
        case .pastDue: StyledText("past due", .red)
        case .paused: StyledText("paused", .yellow)
        case .ended: StyledText("ended", .dim)
        }
    }

    static func present(_ payments: [SubscriptionsSignal.Payment], _ page: inout Page) {
        var table = Table([
            .words("due"), .text("what"), .numbers("amount"), .words("status"), .words("paid on"), .words("how"),
            .words("transfer"), .text("why not"), .words("again"),
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
                StyledText("\(payment.date)"), StyledText(payment.title.en),
                StyledText(ValueText.money(payment.amount), .bold), StyledText(payment.status.rawValue, look),
                StyledText(payment.paidOn.map { "\($0)" } ?? ""), StyledText(payment.method?.rawValue ?? ""),
                StyledText(payment.transfer ?? "", .dim),
                StyledText(payment.status == .pastDue ? payment.reason ?? "" : "", .red),
                StyledText(payment.nextTry.map { "\($0)" } ?? ""),
            ])
        }
        page.table(table)
    }
}
