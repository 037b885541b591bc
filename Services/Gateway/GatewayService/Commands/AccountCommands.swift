import Coordination
import Signals

/// Changes of accounts.
enum AccountCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.Rename.self, "account rename", part: .money, positional: ["account", "name"],
            fields: ["account": MoneyCommands.ownAccount, "name": "What to call it, at most 100 characters."],
            accounts: ["account"],
            examples: [CommandExample("account rename main household", "calls main household")],
            present: { answer, page in show(answer.account, "renamed ", &page) }),
        SignalCommand(
            LedgerSignal.Freeze.self, "account freeze", part: .money, positional: ["account"],
            fields: ["account": MoneyCommands.ownAccount], accounts: ["account"],
            examples: [CommandExample("account freeze main", "lets nothing move in or out")],
            present: { answer, page in show(answer.account, "froze ", &page) }),
        SignalCommand(
            LedgerSignal.Unfreeze.self, "account unfreeze", part: .money, positional: ["account"],
            fields: ["account": MoneyCommands.ownAccount], accounts: ["account"],
            examples: [CommandExample("account unfreeze main", "lets money move again")],
            present: { answer, page in show(answer.account, "unfroze ", &page) }),
        SignalCommand(
            LedgerSignal.SetOverdraft.self, "account overdraft", part: .money, positional: ["account", "limit"],
            fields: [
                "account": MoneyCommands.ownAccount,
                "limit": "How far below zero it may go, with its currency: 500 RUB; 0 RUB for not at all.",
            ],
            accounts: ["account"],
            examples: [CommandExample("account overdraft main 5000 RUB", "lets main go down to -5000 RUB")],
            present: { answer, page in
                show(answer.account, "set the overdraft of ", &page)
                if let overdraft = answer.account.overdraft {
                    page.facts([("overdraft", StyledText(ValueText.money(overdraft)))])
                }
            }),
        SignalCommand(
            LedgerSignal.Close.self, "account close", part: .money, positional: ["account"],
            fields: [
                "account": MoneyCommands.ownAccount,
                "to": "Where what is left in it goes: an id, or one of your own by name.",
            ],
            accounts: ["account", "to"],
            examples: [
                CommandExample("account close old", "closes old, which is empty"),
                CommandExample("account close old --to main", "moves what is left to main first"),
            ],
            notes: ["A closed account cannot be opened again."],
            present: { answer, page in
                show(answer.account, "closed ", &page)
                if let rest = answer.transfer {
                    page.facts([
                        ("moved", StyledText(ValueText.money(rest.amount), .bold)), ("to", StyledText(rest.to)),
                        ("transfer", StyledText(rest.id)),
                    ])
                }
            }),
    ]

    private static func show(_ account: LedgerSignal.Account, _ verb: StyledText, _ page: inout Page) {
        page.line(verb, StyledText(account.name, .bold))
        MoneyCommands.present([account], &page)
    }
}
