import Coordination
import Domain
import Signals

/// Accounts and what is in them.
enum MoneyCommands {
    static let ownAccount: Text = "Your account: its id, your name for it, or the first letters of its id."
    static let amount: Text = "How much, with its currency: 500 RUB, 500.50RUB, or 500 and --currency RUB."
    private static let description: Text = "What for, at most 500 characters."
    private static let category: Text = "What kind: food, salary, rent."

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.Accounts.self, "accounts", part: .money,
            examples: [CommandExample("accounts", "lists your accounts and what is in them")],
            present: { answer, page in
                if answer.accounts.isEmpty { page.line("no accounts yet; gateway account open RUB opens one") }
                present(answer.accounts, &page)
            }),
        SignalCommand(
            LedgerSignal.OpenAccount.self, "account open", part: .money, positional: ["currency", "name"],
            fields: [
                "currency": "What it is counted in: a code of ISO 4217 such as RUB.",
                "name": "What to call it; the currency's code unless said otherwise.",
            ],
            examples: [
                CommandExample("account open RUB main", "opens an account in roubles called main"),
                CommandExample("account open USD --name savings", "the same with a flag"),
            ],
            present: { answer, page in
                page.line("opened ", StyledText(answer.account.name, .bold))
                present([answer.account], &page)
            }),
        SignalCommand(
            LedgerSignal.Balance.self, "balance", part: .money, positional: ["account"],
            fields: [
                "account": ownAccount + " Not needed when there is only one.",
                "at": "The moment, such as 2026-11-21T08:51:48Z; now unless said otherwise.",
            ],
            accounts: ["account"], found: ["account"],
            examples: [
                CommandExample("balance main", "tells what is in main"),
                CommandExample("balance main --at 2026-01-01T00:00:00Z", "tells what was in it then"),
            ],
            complete: { arguments, scene in
                guard arguments["account"] == nil else { return }
                let accounts = try await scene.desk.ask(LedgerSignal.Accounts()).accounts
                arguments["account"] = .text(try AccountReference.only(of: accounts, flag: "account"))
            },
            present: { answer, page in
                page.facts([
                    ("balance", StyledText(ValueText.money(answer.balance), .bold)),
                    (
                        "available",
                        answer.available == answer.balance ? nil : StyledText(ValueText.money(answer.available))
                    ),
                    ("held", answer.held.map { StyledText(ValueText.money($0)) }),
                    ("overdraft", answer.overdraft.map { StyledText(ValueText.money($0)) }),
                    ("account", StyledText(answer.account)),
                    ("as of", StyledText(ValueText.time(answer.asOf) + " UTC")),
                ])
            }),
        SignalCommand(
            LedgerSignal.Deposit.self, "deposit", part: .money, positional: ["account", "amount"],
            fields: [
                "account": ownAccount, "amount": amount, "description": description, "category": category,
            ],
            accounts: ["account"],
            examples: [CommandExample("deposit main 50000 RUB --category salary", "records what came in")],
            finish: finishTransfer, present: { answer, page in present(answer, "deposited ", &page) }),
        SignalCommand(
            LedgerSignal.Withdraw.self, "withdraw", part: .money, positional: ["account", "amount"],
            fields: [
                "account": ownAccount, "amount": amount, "description": description, "category": category,
            ],
            accounts: ["account"],
            examples: [CommandExample("withdraw main 1200 RUB --category food", "records what went out")],
            finish: finishTransfer, present: { answer, page in present(answer, "withdrew ", &page) }),
        SignalCommand(
            LedgerSignal.MakeTransfer.self, "transfer", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": ownAccount,
                "to": "The account that gets it: an id, or one of your own by name.",
                "amount": amount, "description": "What for, at most 500 characters; both sides see it.",
                "upTo": "Move as much of the amount as is available.",
                "closes": "Close the account that gives with it; it must be empty then.",
                "dryRun": "Do nothing, only tell what would happen.",
            ],
            accounts: ["from", "to"], found: ["from", "to", "amount"],
            extraFlags: [
                FlagShape("template", .text, placeholder: "NAME", "Make the transfer that this template keeps.")
            ],
            examples: [
                CommandExample("transfer main 5kqj7x9w2m4p 500 RUB --description \"for lunch\"", "pays somebody"),
                CommandExample("transfer main savings 500 RUB", "between your own accounts"),
                CommandExample("transfer main savings 500 RUB --dry-run", "tells what would happen"),
                CommandExample("transfer old main 1000000 RUB --up-to --closes", "moves all there is, closes old"),
                CommandExample("transfer --template rent", "makes the transfer kept as rent"),
                CommandExample("transfer --template lunch 450 RUB", "says the amount that the template leaves open"),
            ],
            notes: [
                "Asking again with the same --idempotency-key does it once. The gateway makes a key for each run and",
                "repeats by itself, until --timeout, what a service did not answer.",
            ],
            complete: TemplateCommands.fill, finish: finishTransfer,
            preface: { $0.isOn("dryRun") ? "nothing was done; this is what would happen:" : nil },
            present: { answer, page in present(answer, "transferred ", &page) }),
        SignalCommand(
            LedgerSignal.Features.self, "account features", part: .money, positional: ["account"],
            fields: ["account": ownAccount], accounts: ["account"],
            examples: [CommandExample("account features main", "tells what main offers now")],
            present: { answer, page in
                var table = Table([.words("feature"), .words("available"), .text("why not")])
                for feature in answer.features {
                    table.add([
                        StyledText(feature.title),
                        feature.available ? StyledText("yes", .green) : StyledText("no", .red),
                        StyledText(feature.reason ?? ""),
                    ])
                }
                page.table(table)
            }),
        SignalCommand(
            LedgerSignal.Check.self, "check", part: .money,
            examples: [CommandExample("check", "sums up all books: every imbalance is zero")],
            finish: { answer, _ in
                answer.problems.isEmpty && answer.imbalance.allSatisfy { $0.minorUnits == 0 } ? .done : .failed
            },
            present: presentCheck),
    ]

    static func present(_ accounts: [LedgerSignal.Account], _ page: inout Page) {
        var table = Table([
            .text("name"), .numbers("balance"), .numbers("available"), .words("id"), .words("status"),
        ])
        for account in accounts {
            table.add([
                StyledText(account.name), StyledText(ValueText.money(account.balance), .bold),
                account.available == account.balance ? "" : StyledText(ValueText.money(account.available)),
                StyledText(account.id),
                StyledText(account.status.rawValue, account.status == .active ? .plain : .yellow),
            ])
        }
        page.table(table)
    }

    @Sendable static func finishTransfer(
        _ answer: LedgerSignal.TransferAnswer, _ scene: CommandScene
    ) -> GatewayExitCode {
        answer.transfer.status == .pending ? .pending : .done
    }

    static func present(_ answer: LedgerSignal.TransferAnswer, _ verb: StyledText, _ page: inout Page) {
        page.line(verb, StyledText(ValueText.money(answer.transfer.amount), .bold))
        page.facts(
            facts(of: answer.transfer)
                + answer.balances.flatMap { after -> [(Text, StyledText?)] in
                    let note = answer.balances.count > 1 ? "  in \(after.account)" : ""
                    let available = after.available == after.balance ? nil : ValueText.money(after.available) + note
                    return [
                        ("balance", StyledText(ValueText.money(after.balance) + note, .bold)),
                        ("available", available.map { StyledText($0) }),
                    ]
                })
    }

    /// What there is to say of a transfer besides its amount.
    static func facts(of transfer: LedgerSignal.Transfer) -> [(Text, StyledText?)] {
        func time(_ instant: Instant?) -> StyledText? { instant.map { StyledText(ValueText.time($0) + " UTC") } }
        return [
            ("transfer", StyledText(transfer.id)), ("from", StyledText(transfer.from)), ("to", StyledText(transfer.to)),
            ("for", transfer.description.isEmpty ? nil : StyledText(transfer.description)),
            ("status", transfer.status == .posted ? nil : StyledText(transfer.status.rawValue, .yellow)),
            ("held", transfer.heldAmount.map { StyledText(ValueText.money($0)) }),
            ("until", transfer.status == .pending ? time(transfer.expiresAt) : nil),
            ("settled", time(transfer.settledAt)),
            ("reverses", transfer.reverses.map { StyledText($0) }),
            ("reversed by", transfer.reversedBy.map { StyledText($0, .yellow) }),
            ("reason", transfer.reason.map { StyledText($0) }),
        ]
    }

    @Sendable private static func presentCheck(_ answer: LedgerSignal.CheckAnswer, _ page: inout Page) {
        page.facts(
            [
                ("accounts", StyledText(String(answer.accounts))),
                ("transfers", StyledText(String(answer.transfers))),
            ]
                + answer.imbalance.map { money in
                    ("imbalance", StyledText(ValueText.money(money), money.minorUnits == 0 ? .green : .red))
                }
                + answer.problems.map { ("problem", StyledText($0, .red)) })
    }
}
