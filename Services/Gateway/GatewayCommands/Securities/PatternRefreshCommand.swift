import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// `gateway patterns refresh`: searches for patterns now.
struct PatternRefreshCommand: Command {
    let words = ["patterns", "refresh"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: PatternsSignal.Refresh.self)
    let positional = ["words"]
    let usualLimit = Duration.seconds(600)
    var examples: [CommandExample] {
        [
            CommandExample("patterns refresh", Text("everything you watch", "всё, за чем вы следите")),
            CommandExample(
                "patterns refresh SBER LKOH",
                Text("these two, which are watched from now on", "эти две; отныне вы за ними следите")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Securities that have not changed since the last search are skipped: the result would be the same.",
                "Бумаги без изменений с прошлого раза пропускаются: вышло бы то же.")
        ]
    }

    var flags: [FlagShape] {
        [
            PatternCommands.tickers(
                isRequired: false,
                Text(
                    "The securities; by default all that you watch.",
                    "Бумаги; по умолчанию все, за которыми вы следите.")),
            GlobalFlags.idempotencyKey,
        ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        PatternCommands.fillTickers(&arguments)
        let bar = ProgressBar(scene.console.errors)
        let parameters = SignalFlags.parameters(of: PatternsSignal.Refresh.self, arguments)
        let answer = try await {
            defer { bar.clear() }
            return try await scene.client.ask(
                PatternsSignal.Refresh.self, parameters: parameters,
                progress: bar.reporter)
        }()
        try scene.show(answer) {
            Self.page(try scene.client.decode(PatternsSignal.RefreshAnswer.self, from: answer))
        }
        return .done
    }

    private static func page(_ answer: PatternsSignal.RefreshAnswer) -> Page {
        var page = Page()
        if answer.securities.isEmpty { PatternPage.sayNothingIsWatched(on: &page) }
        var table = Table([
            .words(Text("ticker", "тикер")), .words(Text("state", "состояние")),
            .words(Text("candles until", "свечи до")),
            .numbers(Text("tried", "испытано")), .numbers(Text("patterns", "паттернов")),
            .numbers(Text("new", "стало")),
        ])
        for security in answer.securities {
            table.add([
                StyledText(security.ticker, .bold), PatternPage.text(security.state),
                StyledText(security.asOf.map { "\(Text.candle($0))" } ?? ""),
                StyledText(String(security.tried)), StyledText(String(security.patterns)),
                StyledText(String(security.new), security.new > 0 ? .bold : .plain),
            ])
        }
        page.table(table)
        if !answer.securities.isEmpty {
            page.say(
                "\(answer.patterns, "pattern", "patterns") now, \(answer.new) of them new",
                "паттернов сейчас: \(answer.patterns), из них новых: \(answer.new)")
        }
        return page
    }
}
