import Coordination
import Signals

/// Money that is put aside, what becomes of transfers, and what brings them back.
enum HoldCommands {
    private static let hold: Text = "The transfer whose money is held: its id, such as t17."

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.Hold.self, "hold", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": MoneyCommands.ownAccount,
                "to": "The account that would get it: an id, or one of your own by name.",
                "amount": MoneyCommands.amount,
                "description": "What for, at most 500 characters; both sides see it.",
                "expiresAt": "When it is free again by itself, such as 2026-12-31T00:00:00Z; never unless said.",
            ],
            accounts: ["from", "to"],
            examples: [
                CommandExample("hold main 5kqj7x9w2m4p 3000 RUB --description deposit", "puts money aside"),
                CommandExample("hold main savings 500 RUB --expires-at 2026-12-31T00:00:00Z", "for some time only"),
            ],
            notes: [
                "The money stays in the account and cannot be spent. gateway post moves it, gateway void sets it free.",
                "The exit code is 8: nothing has moved yet.",
            ],
            finish: MoneyCommands.finishTransfer,
            present: { answer, page in MoneyCommands.present(answer, "held ", &page) }),
        SignalCommand(
            LedgerSignal.PostHold.self, "post", part: .money, positional: ["hold", "amount"],
            fields: [
                "hold": hold, "amount": "How much of it, with its currency: 500 RUB; all of it unless said otherwise.",
            ],
            examples: [
                CommandExample("post t17", "moves all that is held"),
                CommandExample("post t17 2500 RUB", "moves a part and sets the rest free"),
            ],
            present: { answer, page in MoneyCommands.present(answer, "posted ", &page) }),
        SignalCommand(
            LedgerSignal.VoidHold.self, "void", part: .money, positional: ["hold"], fields: ["hold": hold],
            examples: [CommandExample("void t17", "sets the money free")],
            present: { answer, page in MoneyCommands.present(answer, "set free ", &page) }),
        SignalCommand(
            LedgerSignal.Holds.self, "holds", part: .money, positional: ["account"],
            fields: [
                "account": "One of your accounts, by id or name; all of them unless said otherwise.",
                "limit": "How many, 1 to 1000; 50 unless said otherwise.",
                "cursor": "Where the page before ended: its nextCursor.",
            ],
            accounts: ["account"],
            examples: [
                CommandExample("holds", "lists what is put aside in your accounts, and for you"),
                CommandExample("holds main", "of one account only"),
            ],
            present: presentHolds),
        SignalCommand(
            LedgerSignal.Reverse.self, "reverse", part: .money, positional: ["transfer", "reason"],
            fields: [
                "transfer": "The transfer that brought you the money: its id, such as t17.",
                "reason": "Why, at most 500 characters; both sides see it.",
            ],
            examples: [CommandExample("reverse t17 \"paid twice\"", "gives the money back")],
            notes: ["Only who got the money can give it back, once. Deposits and withdrawals are yours to take back."],
            present: { answer, page in MoneyCommands.present(answer, "gave back ", &page) }),
        SignalCommand(
            LedgerSignal.ShowTransfer.self, "transfer show", part: .money, positional: ["transfer"],
            fields: ["transfer": "Its id, such as t17."],
            examples: [CommandExample("transfer show t17", "tells what became of it")],
            finish: { answer, _ in answer.transfer.status == .pending ? .pending : .done },
            present: { answer, page in
                page.line(StyledText(ValueText.money(answer.transfer.amount), .bold))
                page.facts(
                    MoneyCommands.facts(of: answer.transfer) + [
                        ("made", StyledText(ValueText.time(answer.transfer.createdAt) + " UTC"))
                    ])
            }),
    ]

    @Sendable private static func presentHolds(_ answer: LedgerSignal.HoldList, _ page: inout Page) {
        if answer.holds.isEmpty { page.line("nothing is held; gateway hold puts money aside") }
        var table = Table([
            .words("hold"), .numbers("amount"), .words("from"), .words("to"), .words("until (UTC)"), .text("for"),
        ])
        for hold in answer.holds {
            table.add([
                StyledText(hold.id), StyledText(ValueText.money(hold.amount), .bold), StyledText(hold.from),
                StyledText(hold.to), StyledText(hold.expiresAt.map(ValueText.time) ?? "no end"),
                StyledText(hold.description),
            ])
        }
        page.table(table)
        if let cursor = answer.nextCursor { page.line(StyledText("there is more: --cursor \(cursor)", .dim)) }
    }
}
