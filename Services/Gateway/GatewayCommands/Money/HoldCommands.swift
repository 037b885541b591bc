import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Reasons
import Signals

/// Holds, the status of transfers, and reversals.
enum HoldCommands {
    private static let hold = Text(
        "The transfer whose money is held: its id, such as t01k0vt04h70s.",
        "Перевод, деньги которого отложены: его id, например t01k0vt04h70s.")

    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.Hold.self, "hold", part: .money, positional: ["from", "to", "amount"],
            fields: [
                "from": MoneyCommands.ownAccount,
                "to": MoneyCommands.receiver,
                "amount": MoneyCommands.amount,
                "description": Text(
                    "The description, at most 500 characters; both sides see it.",
                    "За что, не больше 500 знаков; видят обе стороны."),
                "expiresAt": Text(
                    """
                    When the hold expires: the end of a day, 2026-12-31, or a moment, 2026-12-31T12:00:00Z; by default \
                    never.
                    """,
                    "Когда истечёт: конец дня, 2026-12-31, или миг, 2026-12-31T12:00:00Z; иначе никогда."),
            ],
            accounts: ["from"], payees: ["to"],
            examples: [
                CommandExample(
                    "hold main 5kqj7x9w2m4p 3000 RUB --description deposit",
                    Text("puts money aside", "откладывает деньги")),
                CommandExample(
                    "hold main savings 500 RUB --expires-at 2026-12-31",
                    Text("until the end of that day", "только до конца того дня")),
            ],
            notes: [
                Text(
                    """
                    The money stays in the account but cannot be spent. gateway post moves it, gateway void releases \
                    it.
                    """,
                    """
                    Деньги остаются на счёте, но потратить их нельзя. gateway post переводит их, gateway void \
                    освобождает.
                    """
                ),
                Text("The exit code is 8: no money has moved yet.", "Код завершения 8: ничего ещё не переведено."),
                Text("Days are those of your time zone.", "Дни — по вашему часовому поясу."),
            ],
            complete: { arguments, _ in try MomentArgument.complete("expiresAt", in: &arguments) },
            finish: MoneyCommands.finishTransfer,
            present: { answer, page in MoneyCommands.present(answer, StyledText("held ", "отложено "), &page) }),
        SignalCommand(
            LedgerSignal.PostHold.self, "post", part: .money, positional: ["hold", "amount"],
            fields: [
                "hold": hold,
                "amount": Text(
                    "How much of it: 500, or 500 RUB; all of it by default.",
                    "Сколько из них: 500 или 500 ₽; по умолчанию все."),
            ],
            examples: [
                CommandExample("post t01k0vt04h70s", Text("moves all that is held", "переводит всё отложенное")),
                CommandExample(
                    "post t01k0vt04h70s 2500 RUB",
                    Text("moves a part and releases the rest", "переводит часть, остальное освобождает")),
            ],
            complete: { arguments, scene in
                let hold = arguments.text("hold") ?? ""
                try await MoneyArgument.settle(&arguments) {
                    do {
                        let shown = try await scene.client.ask(LedgerSignal.ShowTransfer(transfer: hold))
                        return shown.transfer.amount.currency
                    } catch let fault as Fault where fault.field == "transfer" {
                        throw Fault(fault.code, fault.message, field: "hold", details: fault.details)
                    }
                }
            },
            present: { answer, page in MoneyCommands.present(answer, StyledText("posted ", "переведено "), &page) }),
        SignalCommand(
            LedgerSignal.VoidHold.self, "void", part: .money, positional: ["hold"], fields: ["hold": hold],
            examples: [CommandExample("void t01k0vt04h70s", Text("sets the money free", "освобождает деньги"))],
            present: { answer, page in MoneyCommands.present(answer, StyledText("set free ", "освобождено "), &page) }),
        SignalCommand(
            LedgerSignal.Holds.self, "holds", part: .money, positional: ["account"],
            fields: [
                "account": Text(
                    "One of your accounts, by id or name; all of them by default.",
                    "Один из ваших счетов, id или имя; по умолчанию все."),
                "limit": Text(
                    "How many, 1 to 1000; 50 by default.", "Сколько, от 1 до 1000; по умолчанию 50."),
                "cursor": Text(
                    "The nextCursor of the previous page.", "nextCursor прежней страницы."),
            ],
            accounts: ["account"],
            examples: [
                CommandExample(
                    "holds",
                    Text(
                        "lists the holds on your accounts and those in your favour",
                        "перечислит отложенное на ваших счетах и в вашу пользу")),
                CommandExample("holds main", Text("of one account only", "только одного счёта")),
            ],
            present: presentHolds),
        SignalCommand(
            LedgerSignal.Reverse.self, "reverse", part: .money, positional: ["transfer", "reason"],
            fields: [
                "transfer": Text(
                    "The transfer that brought you the money: its id, such as t01k0vt04h70s.",
                    "Перевод, который принёс деньги: его id, например t01k0vt04h70s."),
                "reason": Text(
                    "Why, at most 500 characters; both sides see it.",
                    "Почему, не больше 500 знаков; видят обе стороны."),
                "code": OneTimeCode.field,
            ],
            examples: [
                CommandExample(
                    "reverse t01k0vt04h70s \"paid twice\"", Text("gives the money back", "возвращает деньги"))
            ],
            notes: [
                Text(
                    "Only the payee can return the money, once. Deposits and withdrawals are yours to reverse.",
                    "Вернуть может только получивший, один раз. Свой приход и расход отменяете вы.")
            ],
            present: { answer, page in MoneyCommands.present(answer, StyledText("gave back ", "возвращено "), &page) }),
        SignalCommand(
            LedgerSignal.ShowTransfer.self, "transfer show", part: .money, positional: ["transfer"],
            fields: ["transfer": Text("Its id, such as t01k0vt04h70s.", "Его id, например t01k0vt04h70s.")],
            examples: [
                CommandExample(
                    "transfer show t01k0vt04h70s", Text("tells what became of it", "скажет, что с ним стало"))
            ],
            finish: { answer, _ in answer.transfer.status == .pending ? .pending : .done },
            present: { answer, page in
                page.line(StyledText(ValueText.money(answer.transfer.amount), .bold))
                page.facts(
                    MoneyCommands.facts(of: answer.transfer) + [
                        (
                            Text("made", "сделан"),
                            StyledText(ValueText.time(answer.transfer.createdAt) + WallClocks.suffix)
                        )
                    ])
            }),
    ]

    @Sendable private static func presentHolds(_ answer: LedgerSignal.HoldList, _ page: inout Page) {
        if answer.holds.isEmpty {
            page.say("no holds; gateway hold sets money aside", "ничего не отложено; gateway hold откладывает")
        }
        var table = Table([
            .ids(Text("hold", "отложено")), .numbers(Text("amount", "сумма")), .words(Text("from", "откуда")),
            .words(Text("to", "куда")), .words(Text.byClock("until", "до")), .text(Text("for", "за что")),
        ])
        for hold in answer.holds {
            table.add([
                StyledText(hold.id), StyledText(ValueText.money(hold.amount), .bold),
                StyledText(AccountName.of(hold.from, in: hold.id)),
                StyledText(AccountName.of(hold.to, in: hold.id)),
                StyledText(hold.expiresAt.map(ValueText.time) ?? "\(Text("no end", "без срока"))"),
                StyledText(hold.description),
            ])
        }
        page.table(table)
        if let cursor = answer.nextCursor {
            page.line(StyledText("there is more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
        }
    }
}
