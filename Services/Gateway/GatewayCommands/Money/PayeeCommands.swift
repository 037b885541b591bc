import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// Commands for payees, and for receiving payments by user name.
enum PayeeCommands {
    /// The help text of arguments that name a payee.
    static let payee = Text(
        "The payee: your name for it, an account's id, or @ and a user name.",
        "Получатель: ваше имя для него, id счёта или @ и имя пользователя.")
    private static let name = Text(
        "The payee, as gateway payee list shows it.", "Получатель, как его показывает gateway payee list.")

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.SavePayee.self, "payee add", part: .money, positional: ["name", "account"],
            fields: [
                "name": Text("What to call the payee.", "Как назвать получателя."),
                "account": Text(
                    "The account to pay: its id, or @ and the user name of its owner.",
                    "Счёт получателя: id или @ и имя пользователя."),
            ],
            payees: ["account"],
            examples: [
                CommandExample(
                    "payee add Boris 5kqj7x9w2m4p",
                    Text(
                        "gateway transfer main Boris 500 pays from now on",
                        "дальше: gateway transfer main Boris 500")),
                CommandExample("payee add Boris @boris", Text("by a user name", "по имени пользователя")),
            ],
            present: { answer, page in
                page.line(StyledText("saved ", "сохранено "), StyledText(answer.payee.name, .bold))
                present([answer.payee], &page)
            }),
        SignalCommand(
            LedgerSignal.Payees.self, "payee list", part: .money,
            examples: [CommandExample("payee list", Text("lists your payees", "перечислит получателей"))],
            present: { answer, page in
                if answer.payees.isEmpty {
                    page.say(
                        "no payees yet; gateway payee add keeps one", "получателей ещё нет; gateway payee add сохранит")
                }
                present(answer.payees, &page)
            }),
        SignalCommand(
            LedgerSignal.RenamePayee.self, "payee rename", part: .money, positional: ["name", "newName"],
            fields: ["name": name, "newName": Text("The new name.", "Новое имя.")],
            examples: [
                CommandExample("payee rename Boris Landlord", Text("gives another name", "даёт другое имя"))
            ],
            present: { answer, page in
                page.line(StyledText("renamed to ", "теперь "), StyledText(answer.payee.name, .bold))
            }),
        SignalCommand(
            LedgerSignal.RemovePayee.self, "payee remove", part: .money, positional: ["name"],
            fields: ["name": name],
            examples: [
                CommandExample(
                    "payee remove Boris", Text("forgets the name; payments stay", "забудет имя; переводы останутся"))
            ],
            present: { answer, page in
                page.line(StyledText("removed ", "удалено "), StyledText(answer.payee.name, .bold))
            }),
        SignalCommand(
            LedgerSignal.FindPayee.self, "payee find", part: .money, positional: ["to"],
            fields: [
                "to": payee,
                "currency": Text("Only accounts in this currency.", "Только счета в этой валюте."),
            ],
            examples: [
                CommandExample(
                    "payee find 5kqj7x9w2m4p",
                    Text("shows the owner of the account", "скажет, чей это счёт")),
                CommandExample(
                    "payee find @boris",
                    Text("shows which account of @boris is paid", "скажет, куда платить @boris")),
            ],
            complete: { arguments, scene in
                guard let to = arguments.text("to"), !to.hasPrefix("@") else { return }
                arguments["to"] = .text(try await PayeeReference(scene.client).id(of: to, flag: "to"))
            },
            present: { answer, page in
                var table = Table([
                    .text(Text("owner", "владелец")), .words(Text("currency", "валюта")), .words(Text(verbatim: "id")),
                    .text(Text("your name for it", "у вас")), .words(Text("status", "состояние")),
                ])
                for payee in answer.payees {
                    table.add([
                        StyledText(owner(payee), .bold), StyledText(payee.currency.code), StyledText(payee.account),
                        StyledText(payee.name ?? ""), status(payee.status),
                    ])
                }
                page.table(table)
            }),
        SignalCommand(
            LedgerSignal.SetPayable.self, "account payable", part: .money, positional: ["account"],
            fields: ["account": MoneyCommands.ownAccount], accounts: ["account"], found: ["payable"],
            extraFlags: [
                FlagShape("off", .toggle, Text("No longer.", "Больше не разрешать."))
            ],
            examples: [
                CommandExample(
                    "account payable main",
                    Text("others may pay main by your user name", "другие смогут платить на main по вашему имени")),
                CommandExample("account payable main --off", Text("no longer", "больше не смогут")),
            ],
            notes: [
                Text(
                    "One account per currency. People who know your user name see your name as banks show it: Anna P.",
                    "По одному счёту в каждой валюте. Знающий имя пользователя увидит вас так: Анна П.")
            ],
            complete: { arguments, _ in arguments["payable"] = .toggle(!arguments.isOn("off")) },
            present: presentPayable),
        SignalCommand(
            LedgerSignal.Payable.self, "payable", part: .money,
            examples: [
                CommandExample(
                    "payable", Text("lists the accounts that are paid by your user name", "куда вам платят по имени"))
            ],
            present: presentPayable),
        SignalCommand(
            AuthSignal.SetUsername.self, "username", part: .people, positional: ["username"],
            fields: [
                "username": Text(
                    "3 to 32 of a-z, 0-9, point, hyphen, underscore.",
                    "От 3 до 32 знаков a-z, 0-9, точка, дефис, подчёркивание.")
            ],
            examples: [
                CommandExample(
                    "username anna", Text("chooses your user name, once", "выбирает имя пользователя, один раз"))
            ],
            notes: [
                Text(
                    """
                    You sign in with your user name, and others may pay you by it where gateway account payable allows \
                    that.
                    """,
                    "По имени пользователя входят, а другие платят, если разрешит gateway account payable.")
            ],
            present: { answer, page in
                page.line(
                    StyledText("your user name is ", "ваше имя пользователя: "),
                    StyledText(answer.user.username ?? "", .bold))
            }),
    ]

    @Sendable private static func presentPayable(_ answer: LedgerSignal.PayableAccounts, _ page: inout Page) {
        guard !answer.accounts.isEmpty else {
            return page.say(
                "no account can be paid by your user name",
                "по имени пользователя вам не платят ни на один счёт")
        }
        page.line(
            StyledText("paid by your user name: ", "платят по имени пользователя: "),
            StyledText(answer.accounts.map { AccountName.withID($0) }.joined(separator: ", "), .bold))
    }

    /// Returns the owner of an account in words.
    static func owner(_ payee: LedgerSignal.FoundPayee) -> Text {
        if payee.isOwn { return Text("yourself", "вы сами") }
        return payee.owner.map { Text(verbatim: $0) } ?? Text("name not known now", "имя сейчас неизвестно")
    }

    private static func status(_ status: LedgerSignal.AccountStatus) -> StyledText {
        StyledText(status == .active ? .blank : StatusText.of(status), .yellow)
    }

    private static func present(_ payees: [LedgerSignal.Payee], _ page: inout Page) {
        var table = Table([
            .text(Text("name", "имя")), .text(Text("owner", "владелец")), .words(Text("currency", "валюта")),
            .words(Text(verbatim: "id")), .words(Text("status", "состояние")),
        ])
        for payee in payees {
            table.add([
                StyledText(payee.name, .bold), StyledText(payee.owner ?? ""), StyledText(payee.currency.code),
                StyledText(payee.account), status(payee.status),
            ])
        }
        page.table(table)
    }
}
