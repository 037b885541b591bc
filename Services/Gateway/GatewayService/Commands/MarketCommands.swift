import Coordination
import Domain
import Signals
import StrictJSON

/// Market data, and what repeats in them.
enum MarketCommands {
    static let all: [any Command] = [
        MarketImportCommand(), list, MarketChartCommand(), simulate, MarketFetchCommand(), splits, split, unsplit,
        remove, ScanCommand(),
    ]

    static let ticker: Text = "What the security is called: SBER."
    static let timeframe: Text = "How long a candle lasts; a day unless said otherwise."

    private static let list = SignalCommand(
        ScannerSignal.Securities.self, "market list", part: .market,
        examples: [CommandExample("market list", "what is in the market")],
        present: { answer, page in
            if answer.securities.isEmpty { page.line("nothing yet: gateway market import FILE, or market simulate") }
            var table = Table([
                .words("ticker"), .words("candles of"), .numbers("candles"), .words("from"), .words("to"),
                .text("name"),
            ])
            for security in answer.securities {
                table.add([
                    StyledText(security.ticker, .bold), StyledText(security.timeframe.rawValue),
                    StyledText(String(security.candles)), StyledText(security.from), StyledText(security.to),
                    StyledText(security.name ?? ""),
                ])
            }
            page.table(table)
        })

    private static let simulate = SignalCommand(
        ScannerSignal.Simulate.self, "market simulate", part: .market, positional: ["ticker"],
        fields: [
            "ticker": ticker, "candles": "How many, 100 to 2000000; 2500 unless said otherwise.",
            "from": "The first day.", "seed": "Which of all random markets: the same number, the same candles.",
            "patterns": "How many patterns are planted.", "timeframe": timeframe,
        ],
        examples: [CommandExample("market simulate DEMO", "a market to try things on, without any download")],
        present: { answer, page in
            let candles = ValueText.count(answer.candles, "made-up candle")
            page.line("\(answer.ticker): \(candles) from \(answer.from) to \(answer.to)")
            var table = Table([.words("pattern"), .words("from"), .words("to"), .numbers("then")])
            for pattern in answer.planted {
                table.add([
                    StyledText(pattern.label), StyledText(pattern.from), StyledText(pattern.to),
                    StyledText(NumberText.change(pattern.change)),
                ])
            }
            page.table(table)
        })

    private static let splits = SignalCommand(
        ScannerSignal.Splits.self, "market splits", part: .market, positional: ["ticker"], fields: ["ticker": ticker],
        examples: [CommandExample("market splits SBER", "which splits are known")], present: present)

    private static let split = SignalCommand(
        ScannerSignal.AddSplit.self, "market split", part: .market, positional: ["ticker", "day", "before", "after"],
        fields: [
            "ticker": ticker, "day": "The first day with the new price: 2024-05-01.", "before": "So many shares ...",
            "after": "... became so many.",
        ],
        examples: [CommandExample("market split GMKN 2024-04-08 1 100", "one share became a hundred")],
        present: present)

    private static let unsplit = SignalCommand(
        ScannerSignal.RemoveSplit.self, "market unsplit", part: .market, positional: ["ticker", "day"],
        fields: ["ticker": ticker, "day": "The day of the split."],
        examples: [CommandExample("market unsplit GMKN 2024-04-08", "forgets it")], present: present)

    private static let remove = SignalCommand(
        ScannerSignal.Remove.self, "market remove", part: .market, positional: ["ticker"],
        fields: ["ticker": ticker, "timeframe": "Only candles that last so long; all unless said otherwise."],
        examples: [CommandExample("market remove DEMO", "takes a security out, with its splits")],
        present: { answer, page in page.line("\(answer.ticker): removed \(ValueText.count(answer.removed, "candle"))") }
    )

    private static func present(_ answer: ScannerSignal.SplitList, _ page: inout Page) {
        if answer.splits.isEmpty { page.line("\(answer.ticker) has no splits") }
        var table = Table([.words("day"), .numbers("shares"), .numbers("became")])
        for split in answer.splits {
            table.add([
                StyledText("\(split.day)"), StyledText(String(split.before)), StyledText(String(split.after)),
            ])
        }
        page.table(table)
    }
}

/// `gateway market fetch`: candles from the Moscow Exchange, on this command only.
struct MarketFetchCommand: Command {
    let words = ["market", "fetch"]
    let part = CommandPart.market
    let summary: Text = "\(ScannerSignal.Fetch.summary)"
    let positional = ["ticker"]
    let usualLimit = Duration.seconds(600)
    let examples = [
        CommandExample("market fetch SBER", "what is missing since the last time; ten years the first time"),
        CommandExample("market fetch SBER --from 2020-01-01 --timeframe 1h", "candles of an hour"),
    ]
    let notes: [Text] = [
        "Nothing is fetched by itself. The service is public and needs no key (--moex-url of scanner says where it is)."
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: ScannerSignal.Fetch.self,
            fields: [
                "ticker": MarketCommands.ticker, "from": "From this day on; the last known, else ten years back.",
                "till": "To this day; today unless said otherwise.", "timeframe": MarketCommands.timeframe,
            ]) + [GlobalFlags.idempotencyKey]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let bar = ProgressBar(scene.console.errors)
        let parameters = SignalFlags.parameters(of: ScannerSignal.Fetch.self, scene.arguments)
        let answer = try await {
            defer { bar.clear() }
            return try await scene.desk.ask(
                ScannerSignal.Fetch.self, parameters: parameters,
                progress: ProgressReporter { share, words in bar.show(share, words ?? "") })
        }()
        try scene.show(answer) { try MarketImportCommand.page(of: answer, scene) }
        return .done
    }
}
