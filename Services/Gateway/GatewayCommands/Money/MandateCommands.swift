import Coordination
import GatewayCommandLine
import GatewayWords
import Signals

/// Mandates: the services that may debit accounts.
enum MandateCommands {
    static let all: [any Command] = [
        SignalCommand(
            LedgerSignal.GrantMandate.self, "mandate grant", part: .money,
            positional: ["service", "account", "amount", "per"],
            fields: [
                "service": Text(
                    "The service that may debit the account; only subscriptions does.",
                    "Служба, которая списывает: subscriptions, другие этого не делают."),
                "account": Text(
                    "Your account: its id, your name for it, or the first letters of its id.",
                    "Ваш счёт: его id, ваше имя для него или начало id."),
                "amount": Text(
                    "The maximum of a period: 2000, or 2000 RUB.",
                    "Наибольшая сумма за период: 2000 или 2000 RUB."),
                "per": Text("The period, of your calendar.", "Период, по вашему календарю."),
                "code": Text(
                    "A one-time code, if one is needed and nobody can be asked.",
                    "Одноразовый код, если он нужен, а спросить некого."),
            ],
            accounts: ["account"],
            examples: [
                CommandExample(
                    "mandate grant subscriptions main 2000 RUB month",
                    Text("lets it take up to 2,000 roubles a month", "позволит брать до 2000 рублей в месяц"))
            ],
            notes: [
                Text(
                    "It replaces the service's previous mandate for this account.",
                    "Заменяет прежнее разрешение службы для этого счёта.")
            ],
            present: { answer, page in
                page.line(StyledText("granted ", "разрешено "), StyledText(answer.mandate.id, .bold))
                present([answer.mandate], &page)
            }),
        SignalCommand(
            LedgerSignal.Mandates.self, "mandate list", part: .money,
            examples: [
                CommandExample(
                    "mandate list",
                    Text("lists which services may debit your accounts", "перечислит службы, которым можно списывать"))
            ],
            present: { answer, page in
                if answer.mandates.isEmpty {
                    page.say("no service may debit your accounts", "ни одной службе нельзя списывать с ваших счетов")
                }
                present(answer.mandates, &page)
            }),
        SignalCommand(
            LedgerSignal.RevokeMandate.self, "mandate revoke", part: .money, positional: ["id"],
            fields: [
                "id": Text(
                    "The mandate, as gateway mandate list shows it.",
                    "Разрешение, как его показывает gateway mandate list.")
            ],
            examples: [
                CommandExample(
                    "mandate revoke 7q4m2k9x1c3z",
                    Text("the service can no longer debit the account", "отныне служба ничего не берёт"))
            ],
            present: { answer, page in
                page.line(StyledText("revoked ", "отозвано "), StyledText(answer.mandate.id, .bold))
                present([answer.mandate], &page)
            }),
    ]

    private static func present(_ mandates: [LedgerSignal.Mandate], _ page: inout Page) {
        var table = Table([
            .ids(Text("mandate", "разрешение")), .words(Text("service", "служба")), .words(Text("account", "счёт")),
            .numbers(Text("at most", "не больше")), .words(Text("per", "за")),
            .numbers(Text("spent", "ушло")), .numbers(Text("left", "осталось")),
            .words(Text("status", "состояние")).silent(StatusText.of(LedgerSignal.MandateStatus.active)),
        ])
        for mandate in mandates {
            table.add([
                StyledText(mandate.id), StyledText(mandate.service, .bold), StyledText(AccountName.of(mandate.account)),
                StyledText(ValueText.money(mandate.amount)), StyledText(StatusText.of(mandate.per)),
                StyledText(ValueText.money(mandate.spent)), StyledText(ValueText.money(mandate.left)),
                StyledText(StatusText.of(mandate.status), mandate.status == .active ? .plain : .yellow),
            ])
        }
        page.table(table)
    }
}
