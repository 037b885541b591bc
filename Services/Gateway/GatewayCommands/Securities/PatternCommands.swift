import Coordination
import Domain
import GatewayCommandLine
import GatewayWords
import Reasons
import Signals
import StrictJSON

/// Patterns that end now, and the outcomes of earlier ones.
enum PatternCommands {
    static let all: [any Command] = [
        PatternListCommand(words: ["patterns"]), PatternListCommand(words: ["patterns", "list"]), stats,
        PatternBestCommand(), PatternShowCommand(), PatternRefreshCommand(), score, watchAdd, watchRemove, watchList,
    ]

    /// Returns the flag for a list of tickers.
    static func tickers(isRequired: Bool, _ summary: Text) -> FlagShape {
        FlagShape("tickers", field: "words", .words, isRequired: isRequired, placeholder: "TICKER...", summary)
    }

    /// Fills the list of tickers from the words of the command line.
    static func fillTickers(_ arguments: inout ParsedArguments) {
        guard let words = arguments.text("words") else { return }
        arguments["tickers"] = .list(words.split(separator: ",").map(String.init))
    }

    private static let stats = SignalCommand(
        PatternsSignal.Stats.self, "patterns stats", part: .market,
        examples: [
            CommandExample(
                "patterns stats", Text("your patterns in a few figures", "ваши паттерны в нескольких числах"))
        ],
        present: { answer, page in
            page.facts([
                (Text("patterns that end now", "паттернов сейчас"), StyledText(String(answer.activePatterns), .bold)),
                (
                    Text("the best expected rise", "лучший ожидаемый рост"),
                    answer.bestTicker.map { ticker in
                        let rise = answer.bestPriceChange.map { NumberText.change($0) + ", " } ?? ""
                        return StyledText("\(ticker), \(rise)\(NumberText.percent(answer.bestProbability))")
                    }
                ),
                (
                    Text("average probability", "средняя вероятность"),
                    answer.activePatterns == 0
                        ? nil : StyledText(NumberText.percent(answer.avgProbability))
                ),
                (
                    Text("average change", "среднее изменение"),
                    answer.activePatterns == 0
                        ? nil : StyledText(NumberText.change(answer.avgPriceChange))
                ),
                (
                    Text("outdated", "устарели"),
                    answer.stalePatterns == 0 ? nil : StyledText(String(answer.stalePatterns), .yellow)
                ),
            ])
            PatternPage.notice(answer.notice, answer.noticeReason, &page)
        })

    private static let score = SignalCommand(
        PatternsSignal.Score.self, "patterns score", part: .market,
        examples: [
            CommandExample(
                "patterns score",
                Text(
                    "what was announced to you, and how often it came true", "о чём вам сообщали и как часто сбывалось")
            )
        ],
        notes: [
            Text(
                """
                Only candles after an announcement count. Chance is how often any candle goes in the announced \
                direction.
                """,
                "Считаются только свечи после сообщения. Случай — как часто туда же идёт любая свеча.")
        ],
        present: { answer, page in
            var table = Table([
                .words(Text("kind", "вид")), .numbers(Text("announced", "сообщено")),
                .numbers(Text("judged", "оценено")), .numbers(Text("came true", "сбылось")),
                .numbers(Text("share", "доля")),
                .words(Text("at 95 %", "при 95 %")), .numbers(Text("announced as", "сообщалось")),
                .numbers(Text("chance", "случай")),
            ])
            for kind in answer.kinds {
                table.add([
                    StyledText(StatusText.of(kind.type), .bold), StyledText(String(kind.announced)),
                    StyledText(String(kind.judged)), StyledText(String(kind.cameTrue)),
                    StyledText(kind.hitRate.map { NumberText.percent($0) } ?? ""),
                    StyledText(PatternPage.interval(kind.hitRateLow, kind.hitRateHigh)),
                    StyledText(kind.expected.map { NumberText.percent($0) } ?? ""),
                    StyledText(kind.baseRate.map { NumberText.percent($0) } ?? ""),
                ])
            }
            page.table(table)
            if answer.kinds.allSatisfy({ $0.judged == 0 }) {
                page.say(
                    "nothing was judged yet: that takes candles that come after an announcement",
                    "ещё ничего не оценено: нужны свечи после сообщения")
            }
        })

    private static let watchAdd = SignalCommand(
        PatternsSignal.AddWatch.self, "patterns watch add", part: .market, positional: ["words"],
        extraFlags: [tickers(isRequired: true, Text("The securities: SBER LKOH.", "Бумаги: SBER LKOH."))],
        examples: [
            CommandExample(
                "patterns watch add SBER LKOH",
                Text("watches two securities from now on", "отныне следит за двумя бумагами"))
        ],
        notes: [
            Text(
                "They need not be in the market yet. Patterns are searched at once, and whenever new candles arrive.",
                "Им не обязательно уже быть на рынке. Поиск идёт сразу и при каждых новых свечах.")
        ],
        complete: { arguments, _ in fillTickers(&arguments) },
        finish: { _, scene in
            await SecurityNames.tellUnknown(
                (scene.arguments.text("words") ?? "").split(separator: ",").map(String.init), scene)
            return .done
        }, present: present)

    private static let watchRemove = SignalCommand(
        PatternsSignal.RemoveWatch.self, "patterns watch remove", part: .market, positional: ["words"],
        extraFlags: [tickers(isRequired: true, Text("The securities: SBER LKOH.", "Бумаги: SBER LKOH."))],
        examples: [CommandExample("patterns watch remove LKOH", Text("watches it no longer", "больше не следит"))],
        notes: [Text("What was announced of it is still judged.", "О чём уже сообщено, будет оценено.")],
        complete: { arguments, _ in fillTickers(&arguments) }, present: present)

    private static let watchList = SignalCommand(
        PatternsSignal.ListWatches.self, "patterns watch list", part: .market,
        examples: [
            CommandExample(
                "patterns watch list",
                Text("what you watch, and what is known of it", "за чем вы следите и что известно"))
        ], present: present)

    private static func present(_ answer: PatternsSignal.WatchList, _ page: inout Page) {
        if answer.securities.isEmpty { PatternPage.sayNothingIsWatched(on: &page) }
        var table = Table([
            .words(Text("ticker", "тикер")), .words(Text("state", "состояние")),
            .numbers(Text("patterns", "паттернов")),
            .words(Text("candles until", "свечи до")), .words(Text.byClock("looked at", "осмотрено")),
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

/// The common parts of pages about patterns.
enum PatternPage {
    /// Tells that no security is watched.
    static func sayNothingIsWatched(on page: inout Page) {
        page.say(
            "you watch nothing yet: gateway patterns watch add TICKER",
            "вы ещё ни за чем не следите: gateway patterns watch add TICKER")
    }

    /// Returns the state of a watched security.
    static func text(_ state: PatternsSignal.WatchState) -> StyledText {
        switch state {
        case .waiting: StyledText("not looked at yet", "ещё не осмотрено", .dim)
        case .current: StyledText("up to date", "свежо")
        case .stale: StyledText("new candles since", "есть новые свечи", .yellow)
        case .noCandles: StyledText("not in the market", "нет на рынке", .yellow)
        case .quiet: StyledText("no recent candles", "нет свежих свечей", .dim)
        }
    }

    /// Formats an interval: `53 % to 81 %`.
    static func interval(_ low: Double?, _ high: Double?) -> String {
        guard let low, let high else { return "" }
        return
            """
            \(Text(
            "\(NumberText.percent(low)) to \(NumberText.percent(high))",
            "от \(NumberText.percent(low)) до \(NumberText.percent(high))"))
            """
    }

    /// Adds the note about the age of the data.
    static func notice(_ notice: String?, _ reason: Explanation?, _ page: inout Page) {
        if let notice { page.line(StyledText(ReasonText.of(reason, else: notice), .yellow)) }
    }

    /// Returns `up 68 %`, in the colour of the direction.
    static func odds(_ pattern: PatternsSignal.Pattern) -> StyledText {
        let look: StyledText.Look = pattern.direction == .up ? .green : pattern.direction == .down ? .red : .dim
        let way = DirectionText.of(pattern.direction.rawValue)
        return StyledText("\(way) \(NumberText.percent(pattern.probability))", look)
    }

    /// Tells in a word whether the result is better than chance.
    static func edge(_ edge: ScannerSignal.Edge) -> StyledText {
        switch edge {
        case .yes: StyledText("more than chance", "больше случая", .bold)
        case .no: StyledText("chance", "случай", .dim)
        case .unknown: StyledText("too few to tell", "мало, чтобы судить", .dim)
        }
    }

    /// Returns the summary of a pattern, as sentences.
    static func sentences(_ pattern: PatternsSignal.Pattern) -> [String] {
        let percent = NumberText.percent(pattern.probability)
        let direction = DirectionText.of(pattern.direction.rawValue)
        let way =
            pattern.direction == .none
            ? Text("as often up as down", "вверх и вниз одинаково часто")
            : Text("\(direction) in \(percent) of them", "\(direction) в \(percent) из них")
        let between = interval(pattern.probabilityLow, pattern.probabilityHigh)
        let base = NumberText.percent(pattern.baseRate)
        let change = NumberText.change(pattern.priceChange)
        let kind = StatusText.of(pattern.type)
        let name = Text("\(pattern.ticker), \(kind)", "\(pattern.ticker), \(kind)")
        let (start, end) = (Text.candle(pattern.periodStart), Text.candle(pattern.periodEnd))
        var sentences = [
            Text(
                """
                \(name), \(start) to \(end): \(pattern.matches, "match", "matches"), of \(pattern.considered) it is \
                known what followed
                """,
                """
                \(name), с \(start) по \(end): \(pattern.matches, "совпадение", "совпадения", "совпадений"), известно \
                продолжение \(pattern.considered)
                """
            ),
            Text(
                """
                \(pattern.daysToWatch, "candle", "candles") later \(way) (at 95 %: \(between)); after any candle it is \
                \(base); on average \(change)
                """,
                """
                через \(pattern.daysToWatch, "свечу", "свечи", "свечей") \(way) (при 95 %: \(between)); после любой \
                свечи — \(base); в среднем \(change)
                """
            ),
            Text(
                "chosen of \(pattern.tried, "segment", "segments") that end on that day",
                "выбран из \(pattern.tried, "отрезка", "отрезков", "отрезков"), которые кончаются в этот день"),
        ].map { "\($0)" }
        switch pattern.edge {
        case .yes:
            sentences.append(
                """
                \(Text(
                "that is more than chance explains, for a segment that was not chosen",
                "это больше, чем объяснит случай, если отрезок не выбирали"))
                """
            )
        case .no:
            sentences.append("\(Text("that is no more than chance explains", "это не больше, чем объяснит случай"))")
        case .unknown:
            sentences.append(
                "\(Text("that is too few to tell it from chance", "этого мало, чтобы отличить от случая"))")
        }
        if pattern.stale {
            sentences.append(
                """
                \(Text(
                "the candles have changed since: this may be outdated",
                "свечи с тех пор изменились: это могло устареть"))
                """
            )
        }
        return sentences
    }
}
