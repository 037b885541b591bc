import Coordination
import Domain
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// `gateway subs forecast`: the future balance of an account as a chart, with the day marked on which it runs low.
struct SubscriptionForecastCommand: Command {
    let words = ["subs", "forecast"]
    let part = CommandPart.money
    let summary = SignalSummary.text(of: SubscriptionsSignal.Forecast.self)
    let positional = ["account"]
    var examples: [CommandExample] {
        [
            CommandExample(
                "subs forecast",
                Text("the next 30 days of your first account", "30 дней вперёд для вашего первого счёта")),
            CommandExample(
                "subs forecast main --days 90 --buffer \"5000 RUB\"",
                Text("when will there be less than 5,000 in it?", "когда на нём станет меньше 5000?")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Includes balances, subscriptions, scheduled transfers and payments of bonds you hold. gateway subs set \
                keeps a buffer.
                """,
                """
                Считает то, что есть сейчас, подписки, регулярные переводы и выплаты ваших облигаций. Запас задаёт \
                gateway subs set.
                """
            )
        ] + ChartOutput.notes
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: SubscriptionsSignal.Forecast.self,
            fields: [
                "account": MoneyCommands.ownAccount,
                "days": Text(
                    "How many days, 1 to 366; 30 by default.",
                    "Сколько дней, от 1 до 366; по умолчанию 30."),
                "buffer": Text("The buffer for this forecast.", "Что должно на нём остаться, на этот раз."),
            ], accounts: ["account"]) + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        if arguments["account"] == nil, arguments["buffer"] != nil {
            let accounts = try await scene.client.ask(LedgerSignal.Accounts()).accounts
            arguments["account"] = .text(try AccountReference.only(of: accounts, flag: "account"))
        }
        try await AccountReference.resolve(["account"], in: &arguments, scene)
        let answer = try await scene.client.ask(
            SubscriptionsSignal.Forecast.self,
            parameters: SignalFlags.parameters(of: SubscriptionsSignal.Forecast.self, arguments))
        let forecast = try scene.client.decode(SubscriptionsSignal.ForecastAnswer.self, from: answer)
        guard let line = forecast.accounts.first else {
            let sentence = Text(
                "You have no open account; gateway account open RUB opens one.",
                "У вас нет открытого счёта; gateway account open RUB откроет.")
            throw Fault(.notFound, "\(sentence)")
        }
        return try ChartOutput.show(
            answer, scene, below: { page in Self.say(line, forecast, &page) }, chart: { Self.chart(line) })
    }

    private static func chart(_ line: SubscriptionsSignal.AccountForecast) -> Chart {
        let units = Double(line.balance.currency.minorUnitsPerUnit)
        let points =
            line.hasSomething
            ? line.days.map { Point(at: $0.date.startInUTC, Double($0.balance.minorUnits) / units) } : []
        var marks: [Mark] = []
        if let low = line.low {
            let place = Double(low.date.startInUTC.microseconds) / 1e6
            marks.append(.period(from: place, to: place, "\(Text("low", "мало"))"))
        }
        var series = [Series("\(SharedTexts.line)", .line(points))]
        if line.buffer.minorUnits != 0, let first = points.first, let last = points.last {
            let buffer = Double(line.buffer.minorUnits) / units
            series.append(
                Series(
                    "\(SharedTexts.buffer)", .line([Point(first.place, buffer), Point(last.place, buffer)]),
                    isDashed: true))
        }
        return Chart(
            title: "\(Text("Balance of \(line.name)", "Остаток на \(line.name)"))",
            subtitle: "\(Text("at the end of each day to come", "на конец каждого будущего дня"))", series: series,
            horizontal: .time, measure: "\(ChartTexts.balance)", unit: "\(Text.unit(line.balance.currency))",
            marks: marks)
    }

    private static func say(
        _ line: SubscriptionsSignal.AccountForecast, _ forecast: SubscriptionsSignal.ForecastAnswer,
        _ page: inout Page
    ) {
        if let low = line.low {
            let because = low.because.map { change in
                Text(
                    ", because of \(change.title.en) (\(change.amount))",
                    ", из-за «\(change.title.ru)» (\(change.amount))")
            }
            let cause = because ?? Text(verbatim: "")
            page.say(
                "low on \(low.date): \(low.balance), and \(line.buffer) are to stay\(cause)",
                "мало \(low.date): \(low.balance), а остаться должно \(line.buffer)\(cause)", .red)
        } else {
            page.say(
                "never below \(line.buffer); least on \(line.lowest.date): \(line.lowest.balance)",
                "не меньше \(line.buffer); меньше всего \(line.lowest.date): \(line.lowest.balance)", .green)
        }
        var table = Table([
            .words(Text("day", "день")), .text(Text("what", "что")), .numbers(Text("amount", "сумма")),
            .numbers(Text("balance", "остаток")),
        ])
        for day in line.days {
            for (index, change) in day.changes.enumerated() {
                table.add([
                    index == 0 ? StyledText(.day(day.date)) : .blank, StyledText(change.title.text),
                    StyledText(ValueText.money(change.amount, isSigned: true)),
                    StyledText(index == day.changes.count - 1 ? ValueText.money(day.balance) : ""),
                ])
            }
        }
        if line.days.contains(where: { !$0.changes.isEmpty }) { page.table(table) }
        if forecast.accounts.count > 1 {
            let others = forecast.accounts.dropFirst().map(\.name).joined(separator: ", ")
            page.say("there are others: \(others)", "есть и другие: \(others)", .dim)
        }
        for change in forecast.unplaced {
            page.say(
                "\(change.day) \(change.title.en) \(change.amount): no account is in that currency",
                "\(change.day) «\(change.title.ru)» \(change.amount): нет счёта в этой валюте", .yellow)
        }
        if !forecast.bonds {
            page.say(
                "without payments of bonds: bonds cannot be asked now",
                "без выплат облигаций: служба bonds сейчас не отвечает", .yellow)
        }
    }
}
