import Coordination
import Domain
import Drawing
import Signals
import StrictJSON

/// `gateway patterns list`, or `gateway patterns` alone: what ends now.
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
    let notes: [Text] = [
        Text(
            "A pattern is a shape that ends with the newest candle and occurred before. What followed then is no promise: the score",
            "Паттерн — форма, которая кончается новейшей свечой и встречалась раньше. Что было потом — не обещание: счёт"
        ),
        Text(
            "(gateway patterns score) tells how often what was announced came true.",
            "(gateway patterns score) говорит, как часто сообщённое сбывалось."),
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: PatternsSignal.List.self,
            fields: [
                "type": Text("Candles, lines or both.", "Свечи, линии или те и другие."),
                "minMatches": Text("With at least so many matches; 5.", "Не меньше стольких совпадений; 5."),
                "sortBy": Text("By what they are sorted; the probability.", "По чему сортировать; по вероятности."),
                "ascending": Text("The smallest first.", "Меньшие сначала."),
                "limit": Text("At most so many; 50.", "Не больше стольких; 50."),
                "cursor": Text("The nextCursor of the page before.", "nextCursor прежней страницы."),
            ]) + [
                FlagShape(
                    "above", field: "above", .decimal, placeholder: "PERCENT",
                    Text(
                        "Only so much better than the average probability; 0.",
                        "Только настолько лучше средней вероятности; 0.")),
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
        let answer = try await scene.desk.ask(PatternsSignal.List.self, parameters: try JSONEncoding.encode(signal))
        try scene.show(answer) {
            Self.page(
                try scene.desk.decode(PatternsSignal.PatternList.self, from: answer), isAll: arguments.isOn("below"))
        }
        return .done
    }

    static func page(_ list: PatternsSignal.PatternList, isAll: Bool) -> Page {
        var page = Page()
        var table = Table([
            .words(Text("ticker", "тикер")), .words(Text("kind", "вид")), .words(Text("from", "с")),
            .words(Text("to", "по")), .words(Text("closes", "закрытия")), .numbers(Text("matches", "совпадений")),
            .words(Text("then", "потом")), .words(Text("at 95 %", "при 95 %")), .numbers(Text("chance", "случай")),
            .numbers(Text("change", "изменение")), .words(.blank), .words(Text(verbatim: "id")),
        ])
        for pattern in list.patterns {
            table.add([
                StyledText(pattern.ticker, .bold), StyledText(StatusText.of(pattern.type)),
                StyledText(.candle(pattern.periodStart)),
                StyledText(.candle(pattern.periodEnd), pattern.stale ? .yellow : .plain),
                StyledText(PatternPage.spark(pattern.sparkline)), StyledText(String(pattern.matches)),
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
                "ни один паттерн ваших бумаг сейчас не кончается; gateway patterns watch list покажет, за чем вы следите"
            )
        } else if list.patterns.isEmpty {
            page.say("none of \(list.total) fits", "из \(list.total) ни один не подходит")
        }
        if let cursor = list.nextCursor {
            page.line(StyledText("more: --cursor \(cursor)", "есть ещё: --cursor \(cursor)", .dim))
        }
        if !isAll, list.total > list.patterns.count, list.nextCursor == nil, let average = list.avgProbability {
            page.line(
                StyledText(
                    "\(Text("\(list.total) in all, \(NumberText.percent(average)) on average; --below shows those below it too", "всего \(list.total), в среднем \(NumberText.percent(average)); --below покажет и те, что ниже"))",
                    .dim))
        }
        PatternPage.notice(list.notice, &page)
        return page
    }
}

/// `gateway patterns best`: the one with the highest probability, with its chart.
struct PatternBestCommand: Command {
    let words = ["patterns", "best"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: PatternsSignal.Best.self)
    let examples = [
        CommandExample(
            "patterns best",
            Text("the highest probability, and the chart that leads there", "самая высокая вероятность и график к ней"))
    ]
    let flags = ChartOutput.flags
    let notes: [Text] = ChartOutput.notes

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let answer = try await scene.desk.ask(PatternsSignal.Best.self, parameters: Array("{}".utf8))
        let best = scene.isJSON ? nil : try scene.desk.decode(PatternsSignal.BestPattern.self, from: answer)
        return try ChartOutput.show(answer, scene, whenEmpty: nil) { page in
            guard let best else { return }
            for sentence in PatternPage.sentences(best.pattern) { page.line(StyledText(sentence)) }
            page.line(
                StyledText(
                    "gateway patterns show \(best.pattern.id) lists the matches",
                    "gateway patterns show \(best.pattern.id) перечислит совпадения", .dim))
            PatternPage.notice(best.notice, &page)
        } chart: {
            let best = try best ?? scene.desk.decode(PatternsSignal.BestPattern.self, from: answer)
            return try PatternShowCommand.chart(best.chart, best.pattern)
        }
    }
}

/// `gateway patterns show`: one pattern with its matches.
struct PatternShowCommand: Command {
    let words = ["patterns", "show"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: PatternsSignal.Show.self)
    let positional = ["id"]
    let examples = [
        CommandExample(
            "patterns show 7k2m9x4q1w8e",
            Text("one pattern with its nearest matches", "один паттерн с ближайшими совпадениями"))
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: PatternsSignal.Show.self, fields: ["id": Text("The id, as the list has it.", "Id, как в списке.")]) + [
                FlagShape(
                    "limit", .number,
                    Text(
                        "How many matches are shown, the nearest first; 20.",
                        "Сколько совпадений показать, ближайшие сначала; 20."))
            ] + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let parameters = SignalFlags.parameters(of: PatternsSignal.Show.self, scene.arguments)
        let answer = try await scene.desk.ask(PatternsSignal.Show.self, parameters: parameters)
        let shown = scene.isJSON ? nil : try scene.desk.decode(PatternsSignal.ShownPattern.self, from: answer)
        return try ChartOutput.show(answer, scene, whenEmpty: nil) { page in
            if let shown { Self.present(shown, scene, &page) }
        } chart: {
            let shown = try shown ?? scene.desk.decode(PatternsSignal.ShownPattern.self, from: answer)
            return try Self.chart(shown.chart, shown.pattern)
        }
    }

    /// The closes that lead to the pattern, with its segment pointed out.
    static func chart(_ closes: [PatternsSignal.ChartPoint], _ pattern: PatternsSignal.Pattern) throws -> Chart {
        let moments = try ChartMoment.instants(closes.map(\.date))
        var marks: [Mark] = []
        if let start = ChartMoment.instant(pattern.periodStart), let end = ChartMoment.instant(pattern.periodEnd),
            let first = moments.firstIndex(where: { $0 >= start }), let last = moments.lastIndex(where: { $0 <= end }),
            first <= last
        {
            let (from, to) = (Text.candle(pattern.periodStart), Text.candle(pattern.periodEnd))
            marks.append(
                .period(from: Double(first), to: Double(last), "\(Text("\(from) to \(to)", "с \(from) по \(to)"))"))
        }
        return Chart(
            title: pattern.ticker, subtitle: "\(Text("closes", "закрытия"))",
            series: [
                Series(pattern.ticker, .line(closes.enumerated().map { Point(Double($0.offset), $0.element.value) }))
            ], horizontal: .moments(moments), marks: marks)
    }

    private static func present(_ shown: PatternsSignal.ShownPattern, _ scene: CommandScene, _ page: inout Page) {
        let limit = max(scene.arguments.number("limit") ?? 20, 0)
        var table = Table([
            .words(Text("ticker", "тикер")), .words(Text("from", "с")), .words(Text("to", "по")),
            .numbers(Text("similarity", "сходство")), .numbers(Text("then", "потом")),
        ])
        for match in shown.matches.prefix(limit) {
            let look: StyledText.Look = (match.change ?? 0) > 0 ? .green : (match.change ?? 0) < 0 ? .red : .dim
            table.add([
                StyledText(match.ticker, .bold), StyledText(.candle(match.from)), StyledText(.candle(match.to)),
                StyledText(NumberText.percent(match.similarity, places: 1)),
                match.change.map { StyledText(NumberText.change($0), look) }
                    ?? StyledText("not yet known", "ещё неизвестно", look),
            ])
        }
        page.table(table)
        for sentence in PatternPage.sentences(shown.pattern) { page.line(StyledText(sentence)) }
        switch shown.status {
        case .active: break
        case .superseded:
            page.line(
                StyledText(
                    "newer candles have come: it does not count any more", "пришли новые свечи: он больше не считается",
                    .yellow))
        case .expired:
            page.line(
                StyledText(
                    "it is too old to count, and no newer candles have come", "он слишком стар, а новых свечей нет",
                    .yellow))
        case .gone:
            page.line(
                StyledText(
                    "with what is known now it would not be found", "с тем, что известно теперь, он бы не нашёлся",
                    .yellow))
        }
        if let announcement = shown.announcement { page.line(StyledText(sentence(announcement))) }
        PatternPage.notice(shown.notice, &page)
    }

    private static func sentence(_ announcement: PatternsSignal.Announcement) -> String {
        let direction = DirectionText.of(announcement.direction.rawValue)
        let probability = NumberText.percent(announcement.probability)
        let told = Text(
            "announced on \(announcement.announcedAt) as \(direction) with \(probability)",
            "сообщено \(announcement.announcedAt): \(direction), \(probability)")
        guard announcement.judgedAt != nil else {
            return "\(Text("\(told); what followed is not known yet", "\(told); что было потом, ещё не известно"))"
        }
        guard let change = announcement.change, let cameTrue = announcement.cameTrue else {
            return
                "\(Text("\(told); its candles are gone, so nobody can tell what followed", "\(told); свечей больше нет, и что было потом, никто не скажет"))"
        }
        let end = cameTrue ? Text("it came true", "сбылось") : Text("it did not come true", "не сбылось")
        return
            "\(Text("\(told); then \(NumberText.change(change)): \(end)", "\(told); потом \(NumberText.change(change)): \(end)"))"
    }
}

/// `gateway patterns refresh`: looks now.
struct PatternRefreshCommand: Command {
    let words = ["patterns", "refresh"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: PatternsSignal.Refresh.self)
    let positional = ["words"]
    let usualLimit = Duration.seconds(600)
    let examples = [
        CommandExample("patterns refresh", Text("everything you watch", "всё, за чем вы следите")),
        CommandExample(
            "patterns refresh SBER LKOH",
            Text("these two, which you watch from now on", "эти две; отныне вы за ними следите")),
    ]
    let notes: [Text] = [
        Text(
            "Where nothing has changed since the last look nothing is computed again: it would give the same.",
            "Где с прошлого раза ничего не изменилось, ничего не считается заново: вышло бы то же.")
    ]

    var flags: [FlagShape] {
        [
            PatternCommands.tickers(
                isRequired: false,
                Text(
                    "The securities; all that you watch unless said otherwise.",
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
            return try await scene.desk.ask(
                PatternsSignal.Refresh.self, parameters: parameters,
                progress: ProgressReporter { share, words in bar.show(share, words ?? "") })
        }()
        try scene.show(answer) {
            Self.page(try scene.desk.decode(PatternsSignal.RefreshAnswer.self, from: answer))
        }
        return .done
    }

    private static func page(_ answer: PatternsSignal.RefreshAnswer) -> Page {
        var page = Page()
        if answer.securities.isEmpty {
            page.say(
                "you watch nothing yet: gateway patterns watch add TICKER",
                "вы ещё ни за чем не следите: gateway patterns watch add TICKER")
        }
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
