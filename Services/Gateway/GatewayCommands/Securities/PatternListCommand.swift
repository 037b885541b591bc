import Coordination
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway patterns list`, or just `gateway patterns`: the patterns that end now.
struct PatternListCommand: Command {
    let words: [String]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: PatternsSignal.List.self)
    var examples: [CommandExample] {
        [
            CommandExample(
                name, Text("those with at least the average probability", "те, чья вероятность не ниже средней")),
            CommandExample(
                "\(name) --below --sort-by matches",
                Text("all of them, the most frequent shapes first", "все, частые формы сначала")),
            CommandExample(
                "\(name) --type chart --above 5",
                Text("lines, at least 5 % better than the average", "линии, лучше среднего на 5 % и больше")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                A pattern is a shape that ends with the newest candle and occurred before. The past is no promise: the \
                score
                """,
                """
                Паттерн — форма, которая кончается новейшей свечой и встречалась раньше. Что было потом — не обещание: \
                счёт
                """
            ),
            Text(
                "(gateway patterns score) tells how often what was announced came true.",
                "(gateway patterns score) говорит, как часто сообщённое сбывалось."),
        ]
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: PatternsSignal.List.self,
            fields: [
                "type": Text("Candles, lines or both.", "Свечи, линии или те и другие."),
                "minMatches": Text(
                    "With at least this many matches; 5 by default.", "Не меньше стольких совпадений; по умолчанию 5."),
                "sortBy": Text("By what they are sorted; the probability.", "По чему сортировать; по вероятности."),
                "ascending": Text("The smallest first.", "Меньшие сначала."),
                "limit": Text("At most this many; 50 by default.", "Не больше стольких; по умолчанию 50."),
                "cursor": Text("The nextCursor of the page before.", "nextCursor прежней страницы."),
            ]) + [
                FlagShape(
                    "above", field: "above", .decimal, placeholder: "PERCENT",
                    Text(
                        "Only so much better than the average probability; 0.",
                        "Только настолько лучше средней вероятности; по умолчанию 0.")),
                FlagShape("below", .toggle, Text("Those below the average too.", "И те, что ниже средней.")),
            ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let arguments = scene.arguments
        guard !(arguments.isOn("below") && arguments.text("above") != nil) else {
            throw UsageError(
                Text("--below shows all, --above the better ones.", "--below показывает все, --above — лучшие."),
                field: "above")
        }
        let above = arguments.text("above").flatMap { Double($0) }.map { $0 / 100 }
        let signal = PatternsSignal.List(
            type: arguments.text("type").flatMap { PatternsSignal.TypeFilter(rawValue: $0) },
            minMatches: arguments.number("minMatches"), deviationFromAvg: arguments.isOn("below") ? -1 : above,
            sortBy: arguments.text("sortBy").flatMap { PatternsSignal.SortKey(rawValue: $0) },
            ascending: arguments.isOn("ascending") ? true : nil, limit: arguments.number("limit"),
            cursor: arguments.text("cursor"))
        let answer = try await scene.client.ask(PatternsSignal.List.self, parameters: try JSONEncoding.encode(signal))
        try scene.show(answer) {
            Self.page(
                try scene.client.decode(PatternsSignal.PatternList.self, from: answer), isAll: arguments.isOn("below"))
        }
        return .done
    }

    static func page(_ list: PatternsSignal.PatternList, isAll: Bool) -> Page {
        var page = Page()
        var table = Table([
            .words(Text("ticker", "тикер")), .words(Text("kind", "вид")), .words(Text("from", "с")),
            .words(Text("to", "по")), .words(Text("closes", "закрытия")), .numbers(Text("matches", "совпадений")),
            .words(Text("then", "потом")), .words(Text("at 95 %", "при 95 %")), .numbers(Text("chance", "случай")),
            .numbers(Text("change", "изменение")), .words(.blank), .ids(Text(verbatim: "id")),
        ])
        for pattern in list.patterns {
            table.add([
                StyledText(pattern.ticker, .bold), StyledText(StatusText.of(pattern.type)),
                StyledText(.candle(pattern.periodStart)),
                StyledText(.candle(pattern.periodEnd), pattern.stale ? .yellow : .plain),
                StyledText(Sparkline.of(pattern.sparkline)), StyledText(String(pattern.matches)),
                PatternPage.odds(pattern),
                StyledText(PatternPage.interval(pattern.probabilityLow, pattern.probabilityHigh)),
                StyledText(NumberText.percent(pattern.baseRate)), StyledText(NumberText.change(pattern.priceChange)),
                PatternPage.edge(pattern.edge), StyledText(pattern.id, .dim),
            ])
        }
        page.table(table)
        if list.total == 0 {
            page.say(
                "no pattern of your securities ends now; gateway patterns watch list shows what you watch",
                """
                ни один паттерн ваших бумаг сейчас не кончается; gateway patterns watch list покажет, за чем вы \
                следите
                """
            )
        } else if list.patterns.isEmpty {
            page.say("none of \(list.total) fits", "из \(list.total) ни один не подходит")
        }
        if let cursor = list.nextCursor {
            page.line(StyledText("more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
        }
        if let hidden = list.hidden, hidden.total > 0 {
            page.say(self.hidden(hidden, of: list), .yellow)
        } else if !isAll, list.total > list.patterns.count, list.nextCursor == nil, let average = list.avgProbability {
            page.line(
                StyledText(
                    """
                    \(Text(
                    "\(list.total) in all, \(NumberText.percent(average)) on average; --below shows those below it too",
                    "всего \(list.total), в среднем \(NumberText.percent(average)); --below покажет и те, что ниже"))
                    """,
                    .dim))
        }
        PatternPage.notice(list.notice, list.noticeReason, &page)
        return page
    }

    /// Returns the number of patterns hidden by each filter, and the flag that shows them.
    private static func hidden(_ hidden: PatternsSignal.HiddenPatterns, of list: PatternsSignal.PatternList) -> Text {
        var parts: [Text] = []
        if hidden.byType > 0 { parts.append(Text("\(hidden.byType) by --type", "\(hidden.byType) — по --type")) }
        if hidden.byMatches > 0 {
            parts.append(
                Text(
                    "\(hidden.byMatches) with too few matches (--min-matches)",
                    "\(hidden.byMatches) — мало совпадений (--min-matches)"))
        }
        if hidden.byDeviation > 0 {
            let average = list.avgProbability.map { NumberText.percent($0) } ?? ""
            parts.append(
                Text(
                    "\(hidden.byDeviation) below the odds asked for (average \(average); --below shows them)",
                    "\(hidden.byDeviation) — ниже нужной вероятности (средняя \(average); --below покажет)"))
        }
        let all = parts.dropFirst().reduce(parts[0]) { $0 + Text(verbatim: ", ") + $1 }
        return Text(
            "hidden by the filter, of \(list.total): ", "скрыто фильтром, из \(list.total): ") + all
    }
}
