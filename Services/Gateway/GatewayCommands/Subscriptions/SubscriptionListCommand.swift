import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway subs list`: the next payments, and the total cost in a month and in a year.
struct SubscriptionListCommand: Command {
    let words = ["subs", "list"]
    let part = CommandPart.money
    let summary = SignalSummary.text(of: SubscriptionsSignal.List.self)
    var examples: [CommandExample] {
        [
            CommandExample(
                "subs list",
                Text("the next payments, and in how many days", "за что платить дальше и через сколько дней")),
            CommandExample("subs list --status pastDue", Text("what could not be paid", "что не удалось оплатить")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "The sums are those of gateway subs totals: they cover all subscriptions, not only this page.",
                "Суммы — как в gateway subs totals: по всем подпискам, а не по показанной странице.")
        ]
    }
    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: SubscriptionsSignal.List.self,
            fields: [
                "status": Text("Only those of this status.", "Только в этом состоянии."),
                "category": Text("Only those of this category.", "Только этой категории."),
                "limit": SubscriptionCommands.limit, "cursor": SubscriptionCommands.cursor,
            ]) + [GlobalFlags.watch]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        try await CategoryReference.resolve(in: &arguments, scene)
        let answer = try await scene.client.ask(
            SubscriptionsSignal.List.self,
            parameters: SignalFlags.parameters(of: SubscriptionsSignal.List.self, arguments))
        let list = try scene.client.decode(SubscriptionsSignal.SubscriptionList.self, from: answer)
        // Sums of all subscriptions do not belong below a part of them.
        let isPart = ["status", "category", "cursor"].contains { scene.arguments[$0] != nil }
        let totals =
            scene.isJSON || scene.isJSONLines || isPart || list.subscriptions.isEmpty
            ? nil : try await scene.client.ask(SubscriptionsSignal.Totals())
        await scene.showNamingAccounts(answer) { Self.page(of: list, totals) }
        return .done
    }

    private static func page(
        of answer: SubscriptionsSignal.SubscriptionList, _ totals: SubscriptionsSignal.TotalsAnswer?
    ) -> Page {
        var page = Page()
        if answer.subscriptions.isEmpty {
            page.say("no subscriptions; gateway subs add adds one", "подписок нет; gateway subs add добавит")
        }
        var table = Table([
            .ids(Text("subscription", "подписка")).short(Text(verbatim: "id")).ranked(5),
            .text(Text("what", "что")).ranked(1), .numbers(Text("amount", "сумма")).ranked(2),
            .words(Text("every", "раз в")).ranked(7),
            .words(Text("next", "следующая")).ranked(3),
            .numbers(Text("in days", "через дней")).short(Text("days", "дней")).ranked(6),
            .words(Text("status", "состояние")).silent(StatusText.of(SubscriptionsSignal.Status.active)).ranked(4),
            .words(Text("from", "со счёта")).ranked(8),
        ])
        for subscription in answer.subscriptions {
            table.add([
                StyledText(subscription.id, .dim), StyledText(subscription.title.text, .bold),
                StyledText(ValueText.money(subscription.nextPayment?.amount ?? subscription.amount)),
                StyledText(RhythmText.of(subscription.every)),
                StyledText(subscription.nextPayment.map { ValueText.day($0.date) } ?? ""),
                SubscriptionPage.daysLeft(subscription.nextPayment), SubscriptionPage.status(subscription.status),
                StyledText(subscription.payFrom.map { AccountName.of($0) } ?? "", .dim),
            ])
        }
        if let totals { add(totals, to: &table) }
        page.table(table)
        if let totals { presentInOne(totals, &page) }
        if let cursor = answer.nextCursor { page.say(SubscriptionCommands.more(cursor), .dim) }
        return page
    }

    /// Shows the sum of several currencies in one, and the rates used.
    private static func presentInOne(_ totals: SubscriptionsSignal.TotalsAnswer, _ page: inout Page) {
        let rows = totals.currencies.filter { $0.subscriptions > 0 }
        let rates = rows.compactMap { row in
            row.rate.map {
                (
                    row.currency,
                    MoneyTotals.Rate(text: $0.rate, isInverted: $0.inverted, source: $0.source, asOf: $0.asOf)
                )
            }
        }
        if !rates.isEmpty {
            let code = totals.currency.code
            page.line(
                StyledText("in \(code) ", "в \(code) "), StyledText(ValueText.money(totals.total.month), .bold),
                StyledText(" a month, ", " в месяц, "), StyledText(ValueText.money(totals.total.year), .bold),
                StyledText(" a year", " в год"), StyledText(MoneyTotalsText.rates(rates), .dim))
        }
        if rows.count > 1 { SubscriptionCommands.presentMissing(totals, &page) }
    }

    /// Adds the cost in a month and in a year, by currency.
    private static func add(_ totals: SubscriptionsSignal.TotalsAnswer, to table: inout Table) {
        for (title, sum) in [
            (Text("a month", "в месяц"), \SubscriptionsSignal.CurrencyTotals.month),
            (Text("a year", "в год"), \SubscriptionsSignal.CurrencyTotals.year),
        ] {
            for (index, row) in totals.currencies.filter({ $0.subscriptions > 0 }).enumerated() {
                table.addSum([
                    .blank,
                    index == 0 ? StyledText(Text("in all ", "всего ") + title, .bold) : .blank,
                    StyledText(ValueText.money(row[keyPath: sum]), .bold), .blank, .blank, .blank, .blank, .blank,
                ])
            }
        }
    }
}
