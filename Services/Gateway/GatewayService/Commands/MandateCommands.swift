import Coordination
import Signals

/// Which services may debit accounts.
enum MandateCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.GrantMandate.self, "mandate grant", part: .money,
            positional: ["service", "account", "amount", "per"],
            fields: [
                "service": "The service of the house, such as subscriptions.",
                "account": "Your account: its id, your name for it, or the first letters of its id.",
                "amount": "The most that it may take in a period, with its currency: 2000 RUB.",
                "per": "The period, of the calendar in UTC.",
                "code": "A one-time code, where one is needed and nobody can be asked.",
            ],
            accounts: ["account"],
            examples: [
                CommandExample(
                    "mandate grant subscriptions main 2000 RUB month", "lets it take up to 2,000 roubles a month")
            ],
            notes: ["It takes the place of the mandate that the service had for this account."],
            present: { answer, page in
                page.line("granted ", StyledText(answer.mandate.id, .bold))
                present([answer.mandate], &page)
            }),
        SignalCommand(
            LedgerSignal.Mandates.self, "mandate list", part: .money,
            examples: [CommandExample("mandate list", "lists which services may debit your accounts")],
            present: { answer, page in
                if answer.mandates.isEmpty { page.line("no service may debit your accounts") }
                present(answer.mandates, &page)
            }),
        SignalCommand(
            LedgerSignal.RevokeMandate.self, "mandate revoke", part: .money, positional: ["id"],
            fields: ["id": "The mandate, as gateway mandate list shows it."],
            examples: [CommandExample("mandate revoke 7q4m2k9x1c3z", "from now on the service takes nothing more")],
            present: { answer, page in
                page.line("revoked ", StyledText(answer.mandate.id, .bold))
                present([answer.mandate], &page)
            }),
    ]

    private static func present(_ mandates: [LedgerSignal.Mandate], _ page: inout Page) {
        var table = Table([
            .words("mandate"), .words("service"), .words("account"), .numbers("at most"), .words("per"),
            .numbers("spent"), .numbers("left"), .words("status"),
        ])
        for mandate in mandates {
            table.add([
                StyledText(mandate.id), StyledText(mandate.service, .bold), StyledText(mandate.account),
                StyledText(ValueText.money(mandate.amount)), StyledText(mandate.per.rawValue),
                StyledText(ValueText.money(mandate.spent)), StyledText(ValueText.money(mandate.left)),
                StyledText(mandate.status.rawValue, mandate.status == .active ? .plain : .yellow),
            ])
        }
        page.table(table)
    }
}
