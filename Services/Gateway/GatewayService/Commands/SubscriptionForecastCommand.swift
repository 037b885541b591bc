import Coordination
import Domain
import Drawing
import Signals

/// `gateway subs forecast`: what will be in an account, drawn, with the day marked on which it runs low.
struct SubscriptionForecastCommand: Command {
    let words = ["subs", "forecast"]
    let part = CommandPart.money
    let summary: Text = "\(SubscriptionsSignal.Forecast.summary)"
    let positional = ["account"]
    let examples = [
        CommandExample("subs forecast", "the next 30 days of your first account"),
        CommandExample(
            "subs forecast main --days 90 --buffer \"5000 RUB\"", "when will there be less than 5,000 in it?"),
    ]
    let notes: [Text] =
        [
            "Counts what is there now, subscriptions, scheduled transfers and what held bonds pay. gateway subs set keeps a buffer."
        ] + ChartOutput.notes

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: SubscriptionsSignal.Forecast.self,
            fields: [
                "account": MoneyCommands.ownAccount, "days": "How many days, 1 to 366; 30 unless said otherwise.",
                "buffer": "What is to stay in it, for this once.",
            ], accounts: ["account"]) + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        if arguments["account"] == nil, arguments["buffer"] != nil {
            let accounts = try await scene.desk.ask(LedgerSignal.Accounts()).accounts
            arguments["account"] = .text(try AccountReference.only(of: accounts, flag: "account"))
        }
        try await AccountReference.resolve(["account"], in: &arguments, scene)
        let answer = try await scene.desk.ask(
            SubscriptionsSignal.Forecast.self,
            parameters: SignalFlags.parameters(of: SubscriptionsSignal.Forecast.self, arguments))
        let forecast = try scene.desk.decode(SubscriptionsSignal.ForecastAnswer.self, from: answer)
        guard let line = forecast.accounts.first else {
            throw Fault(.notFound, "You have no open account; gateway account open RUB opens one.")
        }
        return try ChartOutput.show(
            answer, scene, below: { page in Self.say(line, forecast, &page) }, chart: { Self.chart(line) })
    }

    private static func chart(_ line: SubscriptionsSignal.AccountForecast) -> Chart {
        let units = Double(line.balance.currency.minorUnitsPerUnit)
        let points = line.days.map { Point(at: $0.date.startInUTC, Double($0.balance.minorUnits) / units) }
        var marks: [Mark] = []
        if let low = line.low {
            let place = Double(low.date.startInUTC.microseconds) / 1e6
            marks.append(.period(from: place, to: place, "low"))
        }
        var series = [Series("balance", .line(points))]
        if line.buffer.minorUnits != 0, let first = points.first, let last = points.last {
            let buffer = Double(line.buffer.minorUnits) / units
            series.append(
                Series("buffer", .line([Point(first.place, buffer), Point(last.place, buffer)]), isDashed: true))
        }
        return Chart(
            title: "Balance of \(line.name)", subtitle: "at the end of each day to come", series: series,
            horizontal: .time, unit: line.balance.currency.code, marks: marks)
    }

    private static func say(
        _ line: SubscriptionsSignal.AccountForecast, _ forecast: SubscriptionsSignal.ForecastAnswer,
        _ page: inout Page
    ) {
        if let low = line.low {
            let because = low.because.map { ", because of \($0.title.en) (\(ValueText.money($0.amount)))" } ?? ""
            page.line(
                StyledText(
                    "low on \(low.date): \(ValueText.money(low.balance)), and \(ValueText.money(line.buffer)) are to stay"
                        + because, .red))
        } else {
            page.line(
                StyledText(
                    "never below \(ValueText.money(line.buffer)); least on \(line.lowest.date): "
                        + ValueText.money(line.lowest.balance), .green))
        }
        var table = Table([.words("day"), .text("what"), .numbers("amount"), .numbers("balance")])
        for day in line.days {
            for (index, change) in day.changes.enumerated() {
                table.add([
                    StyledText(index == 0 ? "\(day.date)" : ""), StyledText(change.title.en),
                    StyledText(ValueText.money(change.amount, isSigned: true)),
                    StyledText(index == day.changes.count - 1 ? ValueText.money(day.balance) : ""),
                ])
            }
        }
        if line.days.contains(where: { !$0.changes.isEmpty }) { page.table(table) }
        if forecast.accounts.count > 1 {
            let others = forecast.accounts.dropFirst().map(\.name).joined(separator: ", ")
            page.line(StyledText("there are others: \(others)", .dim))
        }
        for change in forecast.unplaced {
            page.line(
                StyledText(
                    "\(change.day) \(change.title.en) \(ValueText.money(change.amount)): no account is in that currency",
                    .yellow))
        }
        if !forecast.bonds { page.line(StyledText("without what bonds pay: bonds cannot be asked now", .yellow)) }
    }
}
