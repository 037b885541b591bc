import Coordination
import GatewayCommandLine
import GatewayWords
import Signals

/// Commands that change accounts.
enum AccountCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.Rename.self, "account rename", part: .money, positional: ["account", "name"],
            fields: [
                "account": MoneyCommands.ownAccount,
                "name": Text("The name, at most 100 characters.", "Как назвать, не больше 100 знаков."),
            ],
            accounts: ["account"],
            examples: [
                CommandExample("account rename main household", Text("calls main household", "назовёт main household"))
            ],
            present: { answer, page in show(answer.account, StyledText("renamed ", "переименован "), &page) }),
        SignalCommand(
            LedgerSignal.Freeze.self, "account freeze", part: .money, positional: ["account"],
            fields: ["account": MoneyCommands.ownAccount], accounts: ["account"],
            examples: [
                CommandExample("account freeze main", Text("lets nothing move in or out", "запретит любое движение"))
            ],
            present: { answer, page in show(answer.account, StyledText("froze ", "заморожен "), &page) }),
        SignalCommand(
            LedgerSignal.Unfreeze.self, "account unfreeze", part: .money, positional: ["account"],
            fields: ["account": MoneyCommands.ownAccount, "code": OneTimeCode.field], accounts: ["account"],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample("account unfreeze main", Text("lets money move again", "снова разрешит движение"))
            ],
            notes: [OneTimeCode.note],
            present: { answer, page in show(answer.account, StyledText("unfroze ", "разморожен "), &page) }),
        SignalCommand(
            LedgerSignal.SetOverdraft.self, "account overdraft", part: .money, positional: ["account", "limit"],
            fields: [
                "account": MoneyCommands.ownAccount,
                "limit": Text(
                    "How far below zero it may go: 500, or 500 RUB; 0 for no overdraft.",
                    "Насколько ниже нуля ему можно: 500 или 500 ₽; 0 — нисколько."),
                "code": OneTimeCode.field,
            ],
            accounts: ["account"],
            extraFlags: PasswordSource.flags,
            examples: [
                CommandExample(
                    "account overdraft main 5000 RUB",
                    Text("lets main go down to -5000 RUB", "позволит main опуститься до -5000 RUB"))
            ],
            present: { answer, page in
                show(answer.account, StyledText("set the overdraft of ", "задан овердрафт счёта "), &page)
                if let overdraft = answer.account.overdraft {
                    page.facts([(Text("overdraft", "овердрафт"), StyledText(ValueText.money(overdraft)))])
                }
            }),
        SignalCommand(
            LedgerSignal.Close.self, "account close", part: .money, positional: ["account"],
            fields: [
                "account": MoneyCommands.ownAccount,
                "to": Text(
                    "The account that gets the remaining money: an id, or one of your own by name.",
                    "Куда уйдёт остаток: id или имя своего."),
                "code": OneTimeCode.field,
            ],
            accounts: ["account", "to"],
            examples: [
                CommandExample("account close old", Text("closes old, which is empty", "закроет пустой old")),
                CommandExample(
                    "account close old --to main",
                    Text("moves the remaining money to main first", "сначала переведёт остаток на main")),
            ],
            notes: [Text("A closed account cannot be opened again.", "Закрытый счёт снова не открыть.")],
            present: { answer, page in
                show(answer.account, StyledText("closed ", "закрыт "), &page)
                if let rest = answer.transfer {
                    page.facts([
                        (Text("moved", "переведено"), StyledText(ValueText.money(rest.amount), .bold)),
                        (Text("to", "куда"), StyledText(AccountName.withID(rest.to))),
                        (Text("transfer", "перевод"), StyledText(rest.id)),
                    ])
                }
            }),
    ]

    private static func show(_ account: LedgerSignal.Account, _ verb: StyledText, _ page: inout Page) {
        page.line(verb, StyledText(account.name, .bold))
        MoneyCommands.present([account], &page)
    }
}
