import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// The spending limits of an account, and the confirmation of payments with a code.
enum LimitCommands {
    private static let ownAccount = Text(
        "Your account: its id, your name for it, or the first letters of its id.",
        "Ваш счёт: его id, ваше имя для него или начало id.")
    private static let codeNote = Text(
        "At a terminal the gateway asks for the code when one is needed.",
        "На терминале шлюз спросит код, когда он нужен.")

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.GetLimits.self, "limits show", part: .money, positional: ["account"],
            fields: ["account": ownAccount + Text(" Not needed when there is only one.", " Не нужен, если он один.")],
            accounts: ["account"],
            found: ["account"],
            examples: [
                CommandExample(
                    "limits show main",
                    Text(
                        "shows the limits of main and what is left of them today",
                        "скажет лимиты main и что осталось на сегодня"))
            ],
            complete: { arguments, scene in
                guard arguments["account"] == nil else { return }
                let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
                arguments["account"] = .text(try AccountReference.only(of: accounts, flag: "account"))
            },
            present: { answer, page in present(answer.limits, &page) }),
        SignalCommand(
            LedgerSignal.SetLimits.self, "limits set", part: .money, positional: ["account"],
            fields: [
                "account": ownAccount,
                "perTransfer": Text(
                    "The maximum of one transfer.", "Наибольшая сумма одного перевода."),
                "daily": Text(
                    "The maximum of a day in your time zone.",
                    "Наибольшая сумма за день по вашему часовому поясу."),
                "confirmAbove": Text(
                    "Larger payments need a code of your authenticator app.",
                    "Платежи больше этого требуют кода из приложения."),
                "code": OneTimeCode.field,
            ],
            accounts: ["account"],
            extraFlags: [
                FlagShape(
                    "remove", field: "removed", .words, placeholder: "LIMITS",
                    Text(
                        "Limits to remove: per-transfer, daily, confirm-above, with commas between them.",
                        "Какие лимиты убрать: per-transfer, daily, confirm-above, через запятую."))
            ] + PasswordSource.flags,
            examples: [
                CommandExample(
                    "limits set main --daily \"5000 RUB\"",
                    Text("at most 5,000 a day to others", "другим — не больше 5000 в день")),
                CommandExample(
                    "limits set main --confirm-above 1000 --currency RUB",
                    Text("asks for a code above 1,000", "сверх 1000 спросит код")),
                CommandExample(
                    "limits set main --remove daily,per-transfer", Text("takes two limits away", "убирает два лимита")),
            ],
            notes: [
                Text(
                    """
                    Limits apply to all outgoing payments, including those to your own accounts: otherwise these would \
                    be a way round them.
                    """,
                    """
                    Лимиты касаются всего, что уходит со счёта, и на ваши счета: иначе их обходили бы через ещё один \
                    счёт.
                    """
                ),
                Text(
                    "Raising or removing one needs a code or, while codes are off, your password. ",
                    "Чтобы поднять или убрать лимит, нужен код, а пока коды выключены — пароль. "
                )
                    + codeNote,
                Text(
                    """
                    So do an import that takes money out of the account, its undoing, and an overdraft of any of your \
                    accounts.
                    """,
                    "То же — для импорта, который списывает со счёта, его отмены и овердрафта любого вашего счёта."),
            ],
            complete: { arguments, _ in
                guard let names = arguments.text("removed") else { return }
                arguments["remove"] = .list(try names.split(separator: ",").map { try limit(String($0)) })
            },
            present: { answer, page in present(answer.limits, &page) }),
        SignalCommand(
            LedgerSignal.Confirm.self, "confirm", part: .money, positional: ["challenge", "code"],
            fields: [
                "challenge": Text(
                    "The id of the waiting request, from the refusal.", "Номер ожидающего запроса, из отказа."),
                "code": Text(
                    "The code of your authenticator app; asked for unless it is given.",
                    "Код из приложения; спросят, если не указан."),
            ],
            found: ["code"],
            examples: [
                CommandExample(
                    "confirm 7q4m2k9x1c3z",
                    Text("asks for the code and makes the transfer", "спросит код и сделает перевод")),
                CommandExample("confirm 7q4m2k9x1c3z 123456", Text("without asking", "без вопросов")),
            ],
            notes: [
                Text(
                    "It confirms exactly that request, within 5 minutes; three wrong codes cancel it.",
                    """
                    Подтверждается ровно то, о чём просили, в течение 5 минут; три неверных кода — и оно \
                    недействительно.
                    """
                )
            ],
            complete: { arguments, scene in
                guard arguments["code"] == nil else { return }
                guard let code = try OneTimeCode.ask(nil, scene) else {
                    throw UsageError(
                        Text(
                            "A code is needed and there is no terminal to ask at.",
                            "Нужен код, а терминала, на котором спросить, нет."),
                        hint: Text("give it as --code CODE", "укажите --code CODE"),
                        field: "code")
                }
                arguments["code"] = .text(code)
            },
            present: { answer, page in
                if answer.doneBefore == true {
                    page.say(
                        "This was confirmed and done before; nothing was done now.",
                        "Это уже было подтверждено и выполнено; сейчас ничего не сделано.", .yellow)
                }
                MoneyCommands.present(answer, StyledText("confirmed ", "подтверждено "), &page)
            }),
    ]

    private static func limit(_ name: String) throws(UsageError) -> String {
        let names = LedgerSignal.LimitName.allCases.map(\.rawValue)
        guard let found = names.first(where: { $0 == name || FlagShape.flagName(ofField: $0) == name }) else {
            throw UsageError(
                Text(
                    "\(name.debugDescription) is not a limit; there are per-transfer, daily and confirm-above.",
                    "\(name.debugDescription) — не лимит; есть per-transfer, daily и confirm-above."),
                field: "remove")
        }
        return found
    }

    private static func present(_ limits: LedgerSignal.Limits, _ page: inout Page) {
        func text(_ money: Money?) -> StyledText {
            money.map { StyledText(ValueText.money($0), .bold) } ?? StyledText("none", "нет", .dim)
        }
        page.facts([
            (Text("account", "счёт"), StyledText(AccountName.withID(limits.account))),
            (Text("per transfer", "на перевод"), text(limits.perTransfer)),
            (Text("a day", "на день"), text(limits.daily)),
            (Text("code above", "код сверх"), text(limits.confirmAbove)),
            (Text("spent today", "ушло сегодня"), StyledText(ValueText.money(limits.spentToday))),
            (Text("left today", "осталось сегодня"), limits.leftToday.map { StyledText(ValueText.money($0), .bold) }),
            (Text("until", "до"), StyledText(ValueText.time(limits.resetsAt) + WallClocks.suffix)),
        ])
    }
}
