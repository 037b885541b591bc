import Coordination
import Domain
import Signals
import StrictJSON

/// Patterns that end now, and what became of those before.
enum PatternCommands {
    static let all: [any Command] = [
        PatternListCommand(words: ["patterns"]), PatternListCommand(words: ["patterns", "list"]), stats,
        PatternBestCommand(), PatternShowCommand(), PatternRefreshCommand(), score, watchAdd, watchRemove, watchList,
    ]

    /// Flags of tickers: words that make a list.
    static func tickers(isRequired: Bool, _ summary: Text) -> FlagShape {
        FlagShape("tickers", field: "words", .words, isRequired: isRequired, placeholder: "TICKER...", summary)
    }

    /// Fills the list of tickers from what was said.
    static func fillTickers(_ arguments: inout ParsedArguments) {
        guard let words = arguments.text("words") else { return }
        arguments["tickers"] = .list(words.split(separator: ",").map(String.init))
    }

    private static let stats = SignalCommand(
        PatternsSignal.Stats.self, "patterns stats", part: .market,
        examples: [CommandExample("patterns stats", "your patterns in a few figures")],
        present: { answer, page in
            page.facts([
                ("patterns that end now", StyledText(String(answer.activePatterns), .bold)),
                (
                    "the best",
                    answer.bestTicker.map { ticker in
                        StyledText("\(ticker), \(NumberText.percent(answer.bestProbability))")
                    }
                ),
                (
                    "average probability",
                    answer.activePatterns == 0
                        ? nil : StyledText(NumberText.percent(answer.avgProbability))
                ),
                (
                    "average change",
                    answer.activePatterns == 0
                        ? nil : StyledText(NumberText.change(answer.avgPriceChange))
                ),
                ("outdated", answer.stalePatterns == 0 ? nil : StyledText(String(answer.stalePatterns), .yellow)),
            ])
            PatternPage.notice(answer.notice, &page)
        })

    private static let score = SignalCommand(
        PatternsSignal.Score.self, "patterns score", part: .market,
        examples: [CommandExample("patterns score", "what was announced to you, and how often it came true")],
        notes: [
            "Only candles that came after an announcement count. Chance is how often any candle goes the way that was announced."
        ],
        present: { answer, page in
            var table = Table([
                .words("kind"), .numbers("announced"), .numbers("judged"), .numbers("came true"), .numbers("share"),
                .words("at 95 %"), .numbers("announced as"), .numbers("chance"),
            ])
            for kind in answer.kinds {
                table.add([
                    StyledText(kind.type.rawValue, .bold), StyledText(String(kind.announced)),
                    StyledText(String(kind.judged)), StyledText(String(kind.cameTrue)),
                    StyledText(kind.hitRate.map { NumberText.percent($0) } ?? ""),
                    StyledText(PatternPage.interval(kind.hitRateLow, kind.hitRateHigh)),
                    StyledText(kind.expected.map { NumberText.percent($0) } ?? ""),
                    StyledText(kind.baseRate.map { NumberText.percent($0) } ?? ""),
                ])
            }
            page.table(table)
            if answer.kinds.allSatisfy({ $0.judged == 0 }) {
                page.line("nothing was judged yet: that takes candles that come after an announcement")
            }
        })

    private static let watchAdd = SignalCommand(
        PatternsSignal.AddWatch.self, "patterns watch add", part: .market, positional: ["words"],
        extraFlags: [tickers(isRequired: true, "The securities: SBER LKOH.")],
        examples: [CommandExample("patterns watch add SBER LKOH", "watches two securities from now on")],
        notes: [
            "They need not be in the market yet. What is found is looked for at once, and whenever new candles come."
        ],
        complete: { arguments, _ in fillTickers(&arguments) }, present: present)

    private static let watchRemove = SignalCommand(
        PatternsSignal.RemoveWatch.self, "patterns watch remove", part: .market, positional: ["words"],
        extraFlags: [tickers(isRequired: true, "The securities: SBER LKOH.")],
        examples: [CommandExample("patterns watch remove LKOH", "watches it no longer")],
        notes: ["What was announced of it is still judged."],
        complete: { arguments, _ in fillTickers(&arguments) }, present: present)

    private static let watchList = SignalCommand(
        PatternsSignal.ListWatches.self, "patterns watch list", part: .market,
        examples: [CommandExample("patterns watch list", "what you watch, and what is known of it")], present: present)

    private static func present(_ answer: PatternsSignal.WatchList, _ page: inout Page) {
        if answer.securities.isEmpty { page.line("you watch nothing yet: gateway patterns watch add TICKER") }
        var table = Table([
            .words("ticker"), .words("state"), .numbers("patterns"), .words("candles until"), .words("looked at (UTC)"),
        ])
        for security in answer.securities {
            table.add([
                StyledText(security.ticker, .bold), PatternPage.text(security.state),
                StyledText(String(security.patterns)), StyledText(security.asOf ?? ""),
                StyledText(security.scannedAt.map(ValueText.time) ?? "", .dim),
            ])
        }
        page.table(table)
    }
}

/// What pages about patterns have in common.
enum PatternPage {
    private static let blocks = Array("▁▂▃▄▅▆▇█")
    private static let sparkColumns = 16

    /// How things stand with a security.
    static func text(_ state: PatternsSignal.WatchState) -> StyledText {
        switch state {
        case .waiting: StyledText("not looked at yet", .dim)
        case .current: StyledText("up to date")
        case .stale: StyledText("new candles since", .yellow)
        case .noCandles: StyledText("not in the market", .yellow)
        case .quiet: StyledText("no recent candles", .dim)
        }
    }

    /// `53 % to 81 %`.
    static func interval(_ low: Double?, _ high: Double?) -> String {
        guard let low, let high else { return "" }
        return "\(NumberText.percent(low)) to \(NumberText.percent(high))"
    }

    /// What is to be known of the age of what is shown.
    static func notice(_ notice: String?, _ page: inout Page) {
        if let notice { page.line(StyledText(notice, .yellow)) }
    }

    /// A line of closes in a few signs.
    static func spark(_ values: [Double]) -> String {
        guard let least = values.min(), let greatest = values.max() else { return "" }
        let columns = min(sparkColumns, values.count)
        return String(
            (0..<columns).map { column in
                let value = values[columns == 1 ? 0 : column * (values.count - 1) / (columns - 1)]
                guard greatest > least else { return blocks[0] }
                return blocks[min(blocks.count - 1, Int((value - least) / (greatest - least) * Double(blocks.count)))]
            })
    }

    /// `up 68 %`, in the colour of the direction.
    static func odds(_ pattern: PatternsSignal.Pattern) -> StyledText {
        let look: StyledText.Look = pattern.direction == .up ? .green : pattern.direction == .down ? .red : .dim
        let way = pattern.direction == .none ? "either way" : pattern.direction.rawValue
        return StyledText("\(way) \(NumberText.percent(pattern.probability))", look)
    }

    /// Whether that is more than chance, in a word.
    static func edge(_ edge: ScannerSignal.Edge) -> StyledText {
        switch edge {
        case .yes: StyledText("more than chance", .bold)
        case .no: StyledText("chance", .dim)
        case .unknown: StyledText("too few to tell", .dim)
        }
    }

    /// The summary of one pattern, sentence by sentence.
    static func sentences(_ pattern: PatternsSignal.Pattern) -> [String] {
        let way =
            pattern.direction == .none
            ? "as often up as down"
            : "\(pattern.direction.rawValue) in \(NumberText.percent(pattern.probability)) of them"
        var sentences = [
            "\(pattern.ticker), \(pattern.type.rawValue), \(pattern.periodStart) to \(pattern.periodEnd): "
                + "\(ValueText.count(pattern.matches, "match", "matches")), of \(pattern.considered) it is known what followed",
            "\(ValueText.count(pattern.daysToWatch, "candle")) later \(way) (at 95 %: "
                + "\(interval(pattern.probabilityLow, pattern.probabilityHigh))); after any candle it is "
                + "\(NumberText.percent(pattern.baseRate)); on average \(NumberText.change(pattern.priceChange))",
            "chosen of \(ValueText.count(pattern.tried, "segment")) that end on that day",
        ]
        switch pattern.edge {
        case .yes: sentences.append("that is more than chance explains, for a segment that was not chosen")
        case .no: sentences.append("that is no more than chance explains")
        case .unknown: sentences.append("that is too few to tell it from chance")
        }
        if pattern.stale { sentences.append("the candles have changed since: this may be outdated") }
        return sentences
    }
}
