import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// Accounts and payments.
enum MoneyCommands {
    static let ownAccount = Text(
        "Your account: its id, your name for it, or the first letters of its id.",
        "Ваш счёт: его id, ваше имя для него или начало id.")
    static let receiver = Text(
        "The payee: one of your own accounts, a payee by name, an id, or @ and a user name.",
        "Получатель: ваш счёт, получатель по имени, id или @ и имя пользователя.")
    static let amount = Text(
        "How much: 500, 1 500.50, 1.5k, 500 RUB; by default in the account's currency.",
        "Сколько: 500, 1 500,50, 1,5к, 500 ₽; без валюты — в валюте счёта.")
    private static let description = Text("The description, at most 500 characters.", "За что, не больше 500 знаков.")
    private static let category = Text("What kind: food, salary, rent.", "Какого рода: еда, зарплата, аренда.")

    static let all: [any Command] = [
        AccountsCommand(),
        SignalCommand(
            LedgerSignal.OpenAccount.self, "account open", part: .money, positional: ["currency", "name"],
            fields: [
                "currency": Text(
                    "The currency: a code of ISO 4217 such as RUB.",
                    "Валюта: код ISO 4217, например RUB."),
                "name": Text(
                    "The name; by default the currency's code.",
                    "Как его назвать; по умолчанию код валюты."),
            ],
            extraFlags: [
                FlagShape(
                    sameName, .toggle,
                    Text(
                        "Open it although another open account of yours has the same name.",
                        "Открыть, даже если так уже называется другой ваш открытый счёт."))
            ],
            examples: [
                CommandExample(
                    "account open RUB main",
                    Text("opens an account in roubles called main", "откроет рублёвый счёт main")),
                CommandExample("account open USD --name savings", Text("the same with a flag", "то же с флагом")),
            ],
            complete: refuseSameName,
            present: { answer, page in
                page.line(StyledText("opened ", "открыт "), StyledText(answer.account.name, .bold))
                present([answer.account], &page)
            }),
        SignalCommand(
            LedgerSignal.Balance.self, "balance", part: .money, positional: ["account"],
            fields: [
                "account": ownAccount + Text(" Not needed when there is only one.", " Не нужен, если он один."),
                "at": Text(
                    """
                    The end of a day, such as 2026-11-21 or yesterday, or a moment, 2026-11-21T08:51:48Z; now by \
                    default.
                    """,
                    "Конец дня, например 2026-11-21 или вчера, или миг, 2026-11-21T08:51:48Z; по умолчанию сейчас."),
            ],
            accounts: ["account"], found: ["account"],
            examples: [
                CommandExample("balance main", Text("tells what is in main", "скажет, что на main")),
                CommandExample(
                    "balance main --at 2026-11-21",
                    Text("shows its balance at the end of that day", "скажет, что на нём было к концу того дня")),
            ],
            notes: [
                Text(
                    """
                    Days are in your time zone. --at includes what was booked by then: a row of a bank's statement \
                    from when it was
                    """,
                    """
                    Дни — по вашему поясу. --at считает то, что было записано к тому мигу: строку выписки банка — с её \
                    загрузки,
                    """
                ),
                Text(
                    "imported, a hold until it expired. gateway history uses the day of the row, and may differ.",
                    "отложенное — до конца его срока. gateway history идёт по дню строки, там может выйти иначе."),
            ],
            complete: { arguments, scene in
                try MomentArgument.complete("at", in: &arguments, todayIs: scene.house.clock.now())
                guard arguments["account"] == nil else { return }
                let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
                arguments["account"] = .text(try AccountReference.only(of: accounts, flag: "account"))
            },
            preface: {
                $0["at"] == nil
                    ? nil
                    : Text(
                        "as booked by then (gateway history uses the days of imported rows):",
                        "записанное к тому мигу (gateway history идёт по дням загруженных строк):")
            },
            present: { answer, page in
                page.facts([
                    (Text("balance", "остаток"), StyledText(ValueText.money(answer.balance), .bold)),
                    (
                        Text("available", "доступно"),
                        answer.available == answer.balance ? nil : StyledText(ValueText.money(answer.available))
                    ),
                    (Text("held", "отложено"), answer.held.map { StyledText(ValueText.money($0)) }),
                    (Text("overdraft", "овердрафт"), answer.overdraft.map { StyledText(ValueText.money($0)) }),
                    (Text("account", "счёт"), StyledText(AccountName.withID(answer.account))),
                    (Text("as of", "на"), StyledText(ValueText.time(answer.asOf) + WallClocks.suffix)),
                ])
            }),
        SignalCommand(
            LedgerSignal.Deposit.self, "deposit", part: .money, positional: ["account", "amount"],
            fields: [
                "account": ownAccount, "amount": amount, "description": description, "category": category,
            ],
            accounts: ["account"], extraFlags: [CategoryReference.asTyped],
            examples: [
                CommandExample(
                    "deposit main 50000 RUB --category salary", Text("records what came in", "записывает приход"))
            ],
            complete: CategoryReference.settleIfKnown,
            finish: finishTransfer,
            present: { answer, page in present(answer, StyledText("deposited ", "зачислено "), &page) }),
        SignalCommand(
            LedgerSignal.Withdraw.self, "withdraw", part: .money, positional: ["account", "amount"],
            fields: [
                "account": ownAccount, "amount": amount, "description": description, "category": category,
            ],
            accounts: ["account"], extraFlags: [CategoryReference.asTyped],
            examples: [
                CommandExample(
                    "withdraw main 1200 RUB --category food", Text("records what went out", "записывает расход"))
            ],
            complete: CategoryReference.settleIfKnown,
            finish: finishTransfer,
            present: { answer, page in present(answer, StyledText("withdrew ", "списано "), &page) }),
        SignalCommand(
            LedgerSignal.MakeTransfer.self, "transfer", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": ownAccount,
                "to": receiver,
                "amount": amount,
                "description": Text(
                    "The description, at most 500 characters; both sides see it.",
                    "За что, не больше 500 знаков; видят обе стороны."),
                "upTo": Text(
                    "Move as much of the amount as is available.",
                    "Перевести из этой суммы столько, сколько доступно."),
                "closes": Text(
                    "Close the payer with it; its balance must then be zero.",
                    "Закрыть этим счёт списания; он должен опустеть."),
                "dryRun": Text(
                    "Do nothing, only show what would happen.", "Ничего не делать, только сказать, что случится."),
            ],
            accounts: ["from"], payees: ["to"], found: ["from", "to", "amount"],
            extraFlags: [
                PayeeCheck.yes,
                FlagShape(
                    "template", .text, placeholder: "NAME",
                    Text("Make the transfer of this template.", "Сделать перевод, который хранит шаблон.")),
            ],
            examples: [
                CommandExample(
                    "transfer main 5kqj7x9w2m4p 500 RUB --description \"for lunch\"",
                    Text("pays somebody", "платит кому-то")),
                CommandExample(
                    "transfer main savings 500 RUB", Text("between your own accounts", "между своими счетами")),
                CommandExample(
                    "transfer main savings 500 RUB --dry-run", Text("tells what would happen", "скажет, что случится")),
                CommandExample(
                    "transfer old main 1000000 RUB --up-to --closes",
                    Text("moves all its money, closes old", "переводит всё, закрывает old")),
                CommandExample(
                    "transfer --template rent",
                    Text("makes the transfer of the template rent", "делает перевод, сохранённый как rent")),
                CommandExample(
                    "transfer --template lunch 450 RUB",
                    Text("gives the amount that the template leaves open", "говорит сумму, которой нет в шаблоне")),
            ],
            notes: [
                Text(
                    """
                    Repeated with the same --idempotency-key, it takes effect once. The gateway makes a key for each \
                    run and
                    """,
                    "Повтор с тем же --idempotency-key действует один раз. Шлюз делает ключ для каждого запуска и"),
                Text(
                    "retries requests without an answer until --timeout.",
                    "сам повторяет до --timeout то, на что служба не ответила."),
            ],
            complete: TemplateCommands.fill, finish: finishTransfer, verify: PayeeCheck.check,
            preface: prefaceOfTransfer,
            present: { answer, page in present(answer, StyledText("transferred ", "переведено "), &page) }),
        SignalCommand(
            LedgerSignal.Features.self, "account features", part: .money, positional: ["account"],
            fields: ["account": ownAccount], accounts: ["account"],
            examples: [
                CommandExample(
                    "account features main", Text("shows what main permits now", "скажет, что сейчас можно с main"))
            ],
            present: { answer, page in
                var table = Table([
                    .words(Text("feature", "возможность")), .words(Text("available", "доступно")),
                    .text(Text("why not", "почему нет")),
                ])
                for feature in answer.features {
                    table.add([
                        StyledText("\(feature.title)", "\(StatusText.of(feature.type))"),
                        feature.available ? StyledText("yes", "да", .green) : StyledText("no", "нет", .red),
                        StyledText(ReasonText.of(feature.explanation, else: feature.reason)),
                    ])
                }
                page.table(table)
            }),
        SignalCommand(
            LedgerSignal.Check.self, "check", part: .money,
            examples: [
                CommandExample(
                    "check", Text("sums up all books: every imbalance is zero", "складывает все книги: расхождений нет")
                )
            ],
            finish: { answer, _ in
                answer.problems.isEmpty && answer.imbalance.allSatisfy { $0.minorUnits == 0 } ? .done : .failed
            },
            present: presentCheck),
    ]

    private static let sameName = "same-name"

    /// Refuses a name that an open account already has: only their ids would tell the two apart, which few people want.
    /// The repetition of a request by its key is not refused because of the account that it opened itself.
    @Sendable private static func refuseSameName(
        _ arguments: inout ParsedArguments, _ scene: CommandScene
    ) async throws {
        guard !arguments.isOn(sameName), arguments[GlobalFlags.idempotencyKey.field] == nil,
            case .currency(let currency) = arguments["currency"]
        else { return }
        let name = arguments.text("name") ?? currency.code
        let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
        guard let same = accounts.first(where: { $0.name == name && $0.status != .closed }) else { return }
        let sentence = Text(
            """
            You have an open account called \(name) already, \(same.id). Give this one another name, or add \
            --same-name.
            """,
            "У вас уже есть открытый счёт \(name), \(same.id). Дайте этому другое имя или добавьте --same-name.")
        throw Fault(.conflict, "\(sentence)", field: "name")
    }

    /// Returns the side effects of a transfer, or a note that nothing was done.
    @Sendable private static func prefaceOfTransfer(_ arguments: ParsedArguments) -> Text? {
        let payer = arguments.text("from") ?? "\(Text("the payer", "счёт списания"))"
        switch (arguments.isOn("dryRun"), arguments.isOn("closes")) {
        case (true, false):
            return Text("nothing was done; this is what would happen:", "ничего не сделано; вот что случилось бы:")
        case (true, true):
            return Text(
                "nothing was done; this is what would happen, and \(payer) would be closed:",
                "ничего не сделано; вот что случилось бы, и счёт закрылся бы (\(payer)):")
        case (false, true):
            return Text(
                "\(payer) is closed now, for good; with this transfer:",
                "счёт закрыт насовсем (\(payer)); этим переводом:")
        case (false, false): return nil
        }
    }
}
