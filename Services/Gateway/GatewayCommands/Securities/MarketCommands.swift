import Coordination
import Domain
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// Market data and the patterns in them.
enum MarketCommands {
    static let all: [any Command] = [
        MarketImportCommand(), list, MarketChartCommand(), simulate, MarketFetchCommand(), splits, split, unsplit,
        remove, ScanCommand(),
    ]

    static let ticker = Text("The ticker of the security: SBER.", "Как называется бумага: SBER.")
    static let timeframe = Text(
        "The length of a candle; a day by default.", "Сколько длится свеча; по умолчанию день.")

    private static let list = SignalCommand(
        ScannerSignal.Securities.self, "market list", part: .market,
        examples: [CommandExample("market list", Text("what is in the market", "что есть на рынке"))],
        present: { answer, page in
            if answer.securities.isEmpty {
                page.say(
                    "nothing yet: gateway market import FILE, or market simulate",
                    "ещё ничего: gateway market import FILE или market simulate")
            }
            var table = Table([
                .words(Text("ticker", "тикер")), .words(Text("candles of", "свечи по")),
                .numbers(Text("candles", "свечей")), .words(Text("from", "с")), .words(Text("to", "по")),
                .text(Text("name", "название")),
            ])
            for security in answer.securities {
                table.add([
                    StyledText(security.ticker, .bold), StyledText(security.timeframe.rawValue),
                    StyledText(String(security.candles)), StyledText(.candle(security.from)),
                    StyledText(.candle(security.to)),
                    StyledText(SecurityNameText.of(security.name)),
                ])
            }
            page.table(table)
        })

    private static let simulate = SignalCommand(
        ScannerSignal.Simulate.self, "market simulate", part: .market, positional: ["ticker"],
        fields: [
            "ticker": ticker,
            "candles": Text(
                "How many, 100 to 2000000; 2500 by default.",
                "Сколько, от 100 до 2000000; по умолчанию 2500."),
            "from": Text("The first day.", "Первый день."),
            "seed": Text(
                "The seed of the random market: the same number gives the same candles.",
                "Какой из случайных рынков: то же число — те же свечи."),
            "patterns": Text("How many patterns are planted.", "Сколько паттернов вложено."), "timeframe": timeframe,
        ],
        examples: [
            CommandExample(
                "market simulate DEMO",
                Text("a market to experiment with, without any download", "рынок для проб, без загрузки"))
        ],
        present: { answer, page in
            let (from, to) = (Text.candle(answer.from), Text.candle(answer.to))
            page.say(
                "\(answer.ticker): \(answer.candles, "made-up candle", "made-up candles") from \(from) to \(to)",
                """
                \(answer.ticker): \(answer.candles, "придуманная свеча", "придуманные свечи", "придуманных свечей") с \
                \(from) по \(to)
                """
            )
            var table = Table([
                .words(Text("pattern", "паттерн")), .words(Text("from", "с")), .words(Text("to", "по")),
                .numbers(Text("then", "потом")),
            ])
            for pattern in answer.planted {
                table.add([
                    StyledText(shapes[pattern.label] ?? Text(verbatim: pattern.label)),
                    StyledText(.candle(pattern.from)), StyledText(.candle(pattern.to)),
                    StyledText(NumberText.change(pattern.change)),
                ])
            }
            page.table(table)
        })

    /// The names of planted shapes.
    private static let shapes = [
        "headAndShoulders": Text("head and shoulders", "голова и плечи"),
        "doubleBottom": Text("double bottom", "двойное дно"),
        "cupWithHandle": Text("cup with handle", "чашка с ручкой"), "flag": Text("flag", "флаг"),
    ]

    private static let splits = SignalCommand(
        ScannerSignal.Splits.self, "market splits", part: .market, positional: ["ticker"], fields: ["ticker": ticker],
        examples: [CommandExample("market splits SBER", Text("which splits are known", "какие дробления известны"))],
        present: present)

    private static let split = SignalCommand(
        ScannerSignal.AddSplit.self, "market split", part: .market, positional: ["ticker", "day", "before", "after"],
        fields: [
            "ticker": ticker,
            "day": Text("The first day with the new price: 2024-05-01.", "Первый день с новой ценой: 2024-05-01."),
            "before": Text("So many shares ...", "Столько бумаг ..."),
            "after": Text("... became this many.", "... стали столькими."),
        ],
        examples: [
            CommandExample(
                "market split GMKN 2024-04-08 1 100", Text("one share became a hundred", "одна бумага стала сотней"))
        ],
        present: present)

    private static let unsplit = SignalCommand(
        ScannerSignal.RemoveSplit.self, "market unsplit", part: .market, positional: ["ticker", "day"],
        fields: ["ticker": ticker, "day": Text("The day of the split.", "День дробления.")],
        examples: [CommandExample("market unsplit GMKN 2024-04-08", Text("forgets it", "забудет его"))],
        present: present)

    private static let remove = SignalCommand(
        ScannerSignal.Remove.self, "market remove", part: .market, positional: ["ticker"],
        fields: [
            "ticker": ticker,
            "timeframe": Text(
                "Only candles of this length; all by default.",
                "Только свечи такой длины; по умолчанию все."),
        ],
        examples: [
            CommandExample(
                "market remove DEMO", Text("takes a security out, with its splits", "уберёт бумагу с её дроблениями"))
        ],
        present: { answer, page in
            page.say(
                "\(answer.ticker): removed \(answer.removed, "candle", "candles")",
                "\(answer.ticker): убрано свечей: \(answer.removed)")
        }
    )

    private static func present(_ answer: ScannerSignal.SplitList, _ page: inout Page) {
        if answer.splits.isEmpty { page.say("\(answer.ticker) has no splits", "у \(answer.ticker) нет дроблений") }
        var table = Table([
            .words(Text("day", "день")), .numbers(Text("shares", "акций")), .numbers(Text("became", "стало")),
        ])
        for split in answer.splits {
            table.add([
                StyledText("\(split.day)"), StyledText(String(split.before)), StyledText(String(split.after)),
            ])
        }
        page.table(table)
    }
}

/// `gateway market fetch`: loads candles from the Moscow Exchange. Only this command does so.
struct MarketFetchCommand: Command {
    let words = ["market", "fetch"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: ScannerSignal.Fetch.self)
    let positional = ["ticker"]
    let usualLimit = Duration.seconds(600)
    var examples: [CommandExample] {
        [
            CommandExample(
                "market fetch SBER",
                Text(
                    "what is missing since the last time; ten years the first time",
                    "чего не хватает с прошлого раза; в первый раз десять лет")),
            CommandExample(
                "market fetch SBER --from 2020-01-01 --timeframe 1h", Text("candles of an hour", "часовые свечи")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Nothing is fetched automatically. The exchange's service is public and needs no key (its address: \
                --moex-url of scanner).
                """,
                "Само ничего не загружается. Сервис открыт и не требует ключа (его адрес: --moex-url у scanner).")
        ]
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: ScannerSignal.Fetch.self,
            fields: [
                "ticker": MarketCommands.ticker,
                "from": Text(
                    "From this day on; by default the last known day, or ten years ago.",
                    "С этого дня; по умолчанию с последнего известного, иначе десять лет."),
                "till": Text("To this day; today by default.", "До этого дня; по умолчанию до сегодня."),
                "timeframe": MarketCommands.timeframe,
            ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let bar = ProgressBar(scene.console.errors)
        let parameters = SignalFlags.parameters(of: ScannerSignal.Fetch.self, scene.arguments)
        let answer = try await {
            defer { bar.clear() }
            return try await scene.client.ask(
                ScannerSignal.Fetch.self, parameters: parameters,
                progress: bar.reporter)
        }()
        try scene.show(answer) { try MarketImportCommand.page(of: answer, scene) }
        return .done
    }
}
