import Coordination
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway patterns best`: the pattern with the best expected rise, with its chart.
struct PatternBestCommand: Command {
    let words = ["patterns", "best"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: PatternsSignal.Best.self)
    var examples: [CommandExample] {
        [
            CommandExample(
                "patterns best",
                Text(
                    "the best expected rise, and the chart that leads there",
                    "лучший ожидаемый рост и график к нему"))
        ]
    }
    var flags: [FlagShape] {
        ChartOutput.flags
    }
    var notes: [Text] {
        ChartOutput.notes
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let answer = try await scene.client.ask(PatternsSignal.Best.self, parameters: Array("{}".utf8))
        let best =
            scene.isJSON && !ChartOutput.isPicture(scene.arguments)
            ? nil : try scene.client.decode(PatternsSignal.BestPattern.self, from: answer)
        let name = await SecurityNames.name(of: best?.ticker, scene)
        return try ChartOutput.show(answer, scene, whenEmpty: nil) { page in
            guard let best else { return }
            for sentence in PatternPage.sentences(best.pattern) { page.line(StyledText(sentence)) }
            page.line(
                StyledText(
                    "gateway patterns show \(best.pattern.id) lists the matches",
                    "gateway patterns show \(best.pattern.id) перечислит совпадения", .dim))
            PatternPage.notice(best.notice, best.noticeReason, &page)
        } chart: {
            let best = try best ?? scene.client.decode(PatternsSignal.BestPattern.self, from: answer)
            return try PatternShowCommand.chart(best.chart, best.pattern, name: name)
        }
    }
}

/// `gateway patterns show`: one pattern with its matches.
struct PatternShowCommand: Command {
    let words = ["patterns", "show"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: PatternsSignal.Show.self)
    let positional = ["id"]
    var examples: [CommandExample] {
        [
            CommandExample(
                "patterns show 7k2m9x4q1w8e",
                Text("one pattern with its nearest matches", "один паттерн с ближайшими совпадениями"))
        ]
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: PatternsSignal.Show.self, fields: ["id": Text("The id, as the list has it.", "Id, как в списке.")]) + [
                FlagShape(
                    "limit", .number,
                    Text(
                        "How many matches are shown, the nearest first; 20 by default.",
                        "Сколько совпадений показать, ближайшие сначала; по умолчанию 20."))
            ] + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let parameters = SignalFlags.parameters(of: PatternsSignal.Show.self, scene.arguments)
        let answer = try await scene.client.ask(PatternsSignal.Show.self, parameters: parameters)
        let shown =
            scene.isJSON && !ChartOutput.isPicture(scene.arguments)
            ? nil : try scene.client.decode(PatternsSignal.ShownPattern.self, from: answer)
        let name = await SecurityNames.name(of: shown?.pattern.ticker, scene)
        return try ChartOutput.show(answer, scene, whenEmpty: nil) { page in
            if let shown { Self.present(shown, scene, &page) }
        } chart: {
            let shown = try shown ?? scene.client.decode(PatternsSignal.ShownPattern.self, from: answer)
            return try Self.chart(shown.chart, shown.pattern, name: name)
        }
    }

    /// Returns a chart of the closes that lead to the pattern, with its segment marked.
    static func chart(
        _ closes: [PatternsSignal.ChartPoint], _ pattern: PatternsSignal.Pattern, name: String?
    ) throws -> Chart {
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
            title: "\(SecurityNameText.title(pattern.ticker, name: name))", subtitle: "\(Text("closes", "закрытия"))",
            series: [
                Series(pattern.ticker, .line(closes.enumerated().map { Point(Double($0.offset), $0.element.value) }))
            ], horizontal: .moments(moments), measure: "\(ChartTexts.price)", marks: marks)
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
        PatternPage.notice(shown.notice, shown.noticeReason, &page)
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
                """
                \(Text(
                "\(told); its candles are gone, so nobody can tell what followed",
                "\(told); свечей больше нет, и что было потом, никто не скажет"))
                """
        }
        let end = cameTrue ? Text("it came true", "сбылось") : Text("it did not come true", "не сбылось")
        return
            """
            \(Text(
            "\(told); then \(NumberText.change(change)): \(end)",
            "\(told); потом \(NumberText.change(change)): \(end)"))
            """
    }
}
