import Coordination
import Domain
import Drawing
import Signals
import StrictJSON

/// `gateway patterns list`, or `gateway patterns` alone: what ends now.
struct PatternListCommand: Command {
    let words: [String]
    let part = CommandPart.market
    let summary: Text = "\(PatternsSignal.List.summary)"
    var examples: [CommandExample] {
        [
            CommandExample(name, "those with at least the average probability"),
            CommandExample("\(name) --below --sort-by matches", "all of them, the most frequent shapes first"),
            CommandExample("\(name) --type chart --above 5", "lines, at least 5 % better than the average"),
        ]
    }
    let notes: [Text] = [
        "A pattern is a shape that ends with the newest candle and occurred before. What followed then is no promise: the score",
        "(gateway patterns score) tells how often what was announced came true.",
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: PatternsSignal.List.self,
            fields: [
                "type": "Candles, lines or both.", "minMatches": "With at least so many matches; 5.",
                "sortBy": "By what they are sorted; the probability.", "ascending": "The smallest first.",
                "limit": "At most so many; 50.", "cursor": "The nextCursor of the page before.",
            ]) + [
                FlagShape(
                    "above", field: "above", .decimal, placeholder: "PERCENT",
                    "Only so much better than the average probability; 0."),
                FlagShape("below", .toggle, "Those below the average too."),
            ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let arguments = scene.arguments
        guard !(arguments.isOn("below") && arguments.text("above") != nil) else {
            throw UsageError("--below shows all, --above the better ones.", field: "above")
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
            .words("ticker"), .words("kind"), .words("from"), .words("to"), .words("closes"), .numbers("matches"),
            .words("then"), .words("at 95 %"), .numbers("chance"), .numbers("change"), .words(""), .words("id"),
        ])
        for pattern in list.patterns {
            table.add([
                StyledText(pattern.ticker, .bold), StyledText(pattern.type.rawValue), StyledText(pattern.periodStart),
                StyledText(pattern.periodEnd, pattern.stale ? .yellow : .plain),
                StyledText(PatternPage.spark(pattern.sparkline)), StyledText(String(pattern.matches)),
                PatternPage.odds(pattern),
                StyledText(PatternPage.interval(pattern.probabilityLow, pattern.probabilityHigh)),
                StyledText(NumberText.percent(pattern.baseRate)), StyledText(NumberText.change(pattern.priceChange)),
                PatternPage.edge(pattern.edge), StyledText(pattern.id, .dim),
            ])
        }
        page.table(table)
        if list.total == 0 {
            page.line("no pattern of your securities ends now; gateway patterns watch list shows what you watch")
        } else if list.patterns.isEmpty {
            page.line("none of \(list.total) fits")
        }
        if let cursor = list.nextCursor { page.line(StyledText("more: --cursor \(cursor)", .dim)) }
        if !isAll, list.total > list.patterns.count, list.nextCursor == nil, let average = list.avgProbability {
            page.line(
                StyledText(
                    "\(list.total) in all, \(NumberText.percent(average)) on average; --below shows those below it too",
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
    let summary: Text = "\(PatternsSignal.Best.summary)"
    let examples = [CommandExample("patterns best", "the highest probability, and the chart that leads there")]
    let flags = ChartOutput.flags
    let notes: [Text] = ChartOutput.notes

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let answer = try await scene.desk.ask(PatternsSignal.Best.self, parameters: Array("{}".utf8))
        let best = scene.isJSON ? nil : try scene.desk.decode(PatternsSignal.BestPattern.self, from: answer)
        return try ChartOutput.show(answer, scene, whenEmpty: nil) { page in
            guard let best else { return }
            for sentence in PatternPage.sentences(best.pattern) { page.line(StyledText(sentence)) }
            page.line(StyledText("gateway patterns show \(best.pattern.id) lists the matches", .dim))
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
    let summary: Text = "\(PatternsSignal.Show.summary)"
    let positional = ["id"]
    let examples = [CommandExample("patterns show 7k2m9x4q1w8e", "one pattern with its nearest matches")]

    var flags: [FlagShape] {
        SignalFlags.shapes(of: PatternsSignal.Show.self, fields: ["id": "The id, as the list has it."]) + [
            FlagShape("limit", .number, "How many matches are shown, the nearest first; 20.")
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
            marks.append(
                .period(from: Double(first), to: Double(last), "\(pattern.periodStart) to \(pattern.periodEnd)"))
        }
        return Chart(
            title: pattern.ticker, subtitle: "closes",
            series: [
                Series(pattern.ticker, .line(closes.enumerated().map { Point(Double($0.offset), $0.element.value) }))
            ], horizontal: .moments(moments), marks: marks)
    }

    private static func present(_ shown: PatternsSignal.ShownPattern, _ scene: CommandScene, _ page: inout Page) {
        let limit = max(scene.arguments.number("limit") ?? 20, 0)
        var table = Table([
            .words("ticker"), .words("from"), .words("to"), .numbers("similarity"), .numbers("then"),
        ])
        for match in shown.matches.prefix(limit) {
            let look: StyledText.Look = (match.change ?? 0) > 0 ? .green : (match.change ?? 0) < 0 ? .red : .dim
            table.add([
                StyledText(match.ticker, .bold), StyledText(match.from), StyledText(match.to),
                StyledText(NumberText.percent(match.similarity, places: 1)),
                StyledText(match.change.map(NumberText.change) ?? "not yet known", look),
            ])
        }
        page.table(table)
        for sentence in PatternPage.sentences(shown.pattern) { page.line(StyledText(sentence)) }
        switch shown.status {
        case .active: break
        case .superseded: page.line(StyledText("newer candles have come: it does not count any more", .yellow))
        case .expired: page.line(StyledText("it is too old to count, and no newer candles have come", .yellow))
        case .gone: page.line(StyledText("with what is known now it would not be found", .yellow))
        }
        if let announcement = shown.announcement { page.line(StyledText(sentence(announcement))) }
        PatternPage.notice(shown.notice, &page)
    }

    private static func sentence(_ announcement: PatternsSignal.Announcement) -> String {
        let told =
            "announced on \(ValueText.time(announcement.announcedAt)) as \(announcement.direction.rawValue) with "
            + NumberText.percent(announcement.probability)
        guard announcement.judgedAt != nil else { return "\(told); what followed is not known yet" }
        guard let change = announcement.change, let cameTrue = announcement.cameTrue else {
            return "\(told); its candles are gone, so nobody can tell what followed"
        }
        return "\(told); then \(NumberText.change(change)): \(cameTrue ? "it came true" : "it did not come true")"
    }
}

/// `gateway patterns refresh`: looks now.
struct PatternRefreshCommand: Command {
    let words = ["patterns", "refresh"]
    let part = CommandPart.market
    let summary: Text = "\(PatternsSignal.Refresh.summary)"
    let positional = ["words"]
    let usualLimit = Duration.seconds(600)
    let examples = [
        CommandExample("patterns refresh", "everything you watch"),
        CommandExample("patterns refresh SBER LKOH", "these two, which you watch from now on"),
    ]
    let notes: [Text] = [
        "Where nothing has changed since the last look nothing is computed again: it would give the same."
    ]

    var flags: [FlagShape] {
        [
            PatternCommands.tickers(isRequired: false, "The securities; all that you watch unless said otherwise."),
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
        if answer.securities.isEmpty { page.line("you watch nothing yet: gateway patterns watch add TICKER") }
        var table = Table([
            .words("ticker"), .words("state"), .words("candles until"), .numbers("tried"), .numbers("patterns"),
            .numbers("new"),
        ])
        for security in answer.securities {
            table.add([
                StyledText(security.ticker, .bold), PatternPage.text(security.state), StyledText(security.asOf ?? ""),
                StyledText(String(security.tried)), StyledText(String(security.patterns)),
                StyledText(String(security.new), security.new > 0 ? .bold : .plain),
            ])
        }
        page.table(table)
        if !answer.securities.isEmpty {
            page.line("\(ValueText.count(answer.patterns, "pattern")) now, \(answer.new) of them new")
        }
        return page
    }
}
