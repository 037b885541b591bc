import Coordination
import Domain
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway scan`: earlier occurrences of a shape, and what followed them.
struct ScanCommand: Command {
    let words = ["scan"]
    let part = CommandPart.market
    let summary = SignalSummary.text(of: ScannerSignal.Scan.self)
    let positional = ["ticker"]
    let usualLimit = Duration.seconds(600)
    var examples: [CommandExample] {
        [
            CommandExample(
                "scan SBER --from 2025-09-07 --to 2025-10-08",
                Text("the line of those days, in all securities", "линия этих дней, во всех бумагах")),
            CommandExample(
                "scan SBER --from 2025-10-06 --to 2025-10-08 --candle --body 0.2", Text("three candles", "три свечи")),
            CommandExample(
                "scan SBER --from 2025-09-07 --to 2025-10-08 --in SBER,LKOH --watch 10",
                Text("only there", "только там")),
            CommandExample(
                "scan SBER --from 2025-09-07 --to 2025-10-08 --png shapes.png",
                Text("both shapes in a picture", "обе формы на картинке")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                The result shows what followed, how often any candle goes that way, and whether the difference is more \
                than
                """,
                "Найденное говорит, что было потом, как часто так бывает вообще и больше ли разница, чем"),
            Text(
                "chance. It is no advice. Nothing later than --as-of is used.",
                "случай. Это не совет. Ничего позже --as-of не смотрится."),
        ]
    }
    var flags: [FlagShape] {
        [
            FlagShape("ticker", .text, isRequired: true, Text("Whose chart: SBER.", "Чей график: SBER.")),
            FlagShape(
                "from", .text, isRequired: true, placeholder: "DAY",
                Text("The first day of the segment.", "Первый день отрезка.")),
            FlagShape("to", .text, isRequired: true, placeholder: "DAY", Text("Its last day.", "Его последний день.")),
            FlagShape(
                "candle", .toggle,
                Text("Compare candles, with bodies and shadows.", "Сравнивать свечи, с телами и тенями.")),
            FlagShape(
                "chart", .toggle,
                Text(
                    "Compare the line of closes, also stretched; the default.",
                    "Сравнивать линию закрытий, и растянутую; так по умолчанию.")),
            FlagShape(
                "in", .text, placeholder: "TICKER,...", Text("Search these securities.", "Искать в этих бумагах.")),
            FlagShape(
                "all", .toggle,
                Text("Search all securities; the default.", "Искать во всех; так по умолчанию.")),
            FlagShape(
                "search-from", field: "searchFrom", .text, placeholder: "DAY",
                Text("Search from this day on.", "Искать с этого дня.")),
            FlagShape(
                "search-to", field: "searchTo", .text, placeholder: "DAY",
                Text("Search to this day.", "Искать до этого дня.")),
            FlagShape(
                "as-of", field: "asOf", .text, placeholder: "DAY",
                Text("Ignore candles that became known after this.", "Что стало известно позже, не влияет.")),
            FlagShape(
                "watch", field: "daysToWatch", .number,
                Text(
                    "How many candles later the outcome is measured; 0 for the run; 5 by default.",
                    "Через сколько свечей смотреть исход; 0 — весь ход; по умолчанию 5.")
            ),
            FlagShape(
                "tail", field: "tailLength", .number,
                Text(
                    "Candles before the segment that count only by their direction; 0 by default.",
                    "Свечи перед отрезком, у которых важно только направление; по умолчанию 0.")),
            FlagShape(
                "body", field: "bodyTolerance", .decimal,
                Text(
                    "How much bodies may differ, as a share of the range; 0.1 by default.",
                    "Насколько могут разниться тела, доля размаха; по умолчанию 0.1.")),
            FlagShape(
                "shadow", field: "shadowTolerance", .decimal,
                Text(
                    "How much shadows may differ; 0.1 by default.", "Насколько могут разниться тени; по умолчанию 0.1.")
            ),
            FlagShape(
                "points", .number,
                Text(
                    "The number of points at which lines are compared; by default the segment's candles.",
                    "По скольким точкам сравнивать линии; по свечам отрезка.")),
            FlagShape(
                "band", .decimal,
                Text(
                    "How much time may be warped, as a share of the points; 0.1 by default.",
                    "Насколько можно сдвигать время, доля точек; по умолчанию 0.1.")),
            FlagShape(
                "min-scale", field: "minScale", .decimal,
                Text(
                    "The shortest window, as a share of the segment; 0.8 by default.",
                    "Самое короткое окно, доля отрезка; по умолчанию 0.8.")),
            FlagShape(
                "max-scale", field: "maxScale", .decimal,
                Text("The longest; 1.2 by default.", "Самое длинное; по умолчанию 1.2.")),
            FlagShape(
                "tolerance", .decimal,
                Text("The greatest distance; 0.25 by default.", "Наибольшее расстояние; по умолчанию 0.25.")),
            FlagShape(
                "timeframe", .choice(ScannerSignal.Timeframe.allCases.map(\.rawValue)), placeholder: "TIMEFRAME",
                Text("The length of candles; 1d by default.", "Сколько длятся свечи; по умолчанию 1d.")),
            FlagShape(
                "limit", .number,
                Text(
                    "How many matches are shown, the nearest first; 20 by default.",
                    "Сколько совпадений показать, ближайшие сначала; по умолчанию 20.")),
            FlagShape(
                "draw", .number,
                Text(
                    "How many matches are drawn over the segment; 1 by default.",
                    "Сколько совпадений рисовать поверх отрезка; по умолчанию 1.")
            ),
        ] + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let signal = try Self.signal(scene.arguments, isJSON: scene.isJSON)
        let bar = ProgressBar(scene.console.errors)
        let answer = try await {
            defer { bar.clear() }
            return try await scene.client.ask(
                ScannerSignal.Scan.self, parameters: try JSONEncoding.encode(signal),
                progress: bar.reporter)
        }()
        let isPicture = ChartOutput.isPicture(scene.arguments)
        guard !scene.isJSON || isPicture else {
            scene.show(answer) { Page() }
            return .done
        }
        let found = try scene.client.decode(ScannerSignal.ScanAnswer.self, from: answer)
        let most = isPicture ? CheckedChart.mostSeries - 1 : found.matches.count
        let drawn = found.matches.prefix(max(0, min(scene.arguments.number("draw") ?? 1, most)))
        func shapes(_ matches: some Collection<ScannerSignal.Match>) async throws -> ScanShapes {
            try await ScanShapes.ask(signal.kind, signal.segment, matches) { segment in
                try await scene.client.ask(
                    ScannerSignal.Chart(
                        ticker: segment.ticker, from: segment.from, to: segment.to, timeframe: signal.timeframe))
            }
        }
        if isPicture {
            let chart = try await shapes(drawn).chart(in: .current)
            return try ChartOutput.show(answer, scene) { chart }
        }
        try PictureArguments.check(scene.arguments)
        var page = Page()
        if !scene.arguments.isOn("plain") {
            for match in drawn {
                let chart = try await shapes([match]).chart(in: .current)
                try ChartOutput.draw(chart, scene, rows: 10, isSummed: false, &page)
            }
        }
        ScanPage.present(found, signal, limit: scene.arguments.number("limit") ?? 20, &page)
        scene.show(answer) { page }
        return .done
    }

    private static func signal(_ arguments: ParsedArguments, isJSON: Bool) throws(UsageError) -> ScannerSignal.Scan {
        guard !(arguments.isOn("candle") && arguments.isOn("chart")) else {
            throw UsageError(
                Text(
                    "A scan compares candles or lines: --candle or --chart.",
                    "Сравниваются свечи или линии: --candle или --chart."), field: "candle")
        }
        guard !(arguments.isOn("all") && arguments.text("in") != nil) else {
            throw UsageError(
                Text("--in and --all exclude each other.", "--in и --all исключают друг друга."), field: "in")
        }
        func number(_ field: String) -> Double? { arguments.text(field).flatMap { Double($0) } }
        return ScannerSignal.Scan(
            kind: arguments.isOn("candle") ? .candle : .chart,
            segment: ScannerSignal.Segment(
                ticker: arguments.text("ticker") ?? "", from: arguments.text("from") ?? "",
                to: arguments.text("to") ?? ""),
            tickers: arguments.text("in").map { $0.split(separator: ",").map(String.init) },
            searchFrom: arguments.text("searchFrom"), searchTo: arguments.text("searchTo"),
            asOf: arguments.text("asOf"), daysToWatch: arguments.number("daysToWatch"),
            tailLength: arguments.number("tailLength"), bodyTolerance: number("bodyTolerance"),
            shadowTolerance: number("shadowTolerance"), points: arguments.number("points"), band: number("band"),
            minScale: number("minScale"), maxScale: number("maxScale"), tolerance: number("tolerance"),
            timeframe: arguments.text("timeframe").flatMap { ScannerSignal.Timeframe(rawValue: $0) },
            // A program gets exactly the number it asks for; a person sees the nearest matches. The statistics cover
            // all of them in any case.
            limit: isJSON ? arguments.number("limit") : max(arguments.number("limit") ?? 20, 1))
    }
}

/// The page of a scan.
enum ScanPage {
    /// Shows the nearest matches and a summary in words.
    static func present(
        _ found: ScannerSignal.ScanAnswer, _ signal: ScannerSignal.Scan, limit: Int, _ page: inout Page
    ) {
        var table = Table([
            .words(Text("ticker", "тикер")), .words(Text("from", "с")), .words(Text("to", "по")),
            .numbers(Text("candles", "свечей")), .numbers(Text("similarity", "сходство")),
            .numbers(Text("then", "потом")),
        ])
        for match in found.matches.prefix(limit) {
            let look: StyledText.Look = (match.change ?? 0) > 0 ? .green : (match.change ?? 0) < 0 ? .red : .dim
            table.add([
                StyledText(match.ticker, .bold), StyledText(.candle(match.from)), StyledText(.candle(match.to)),
                StyledText(String(match.candles)), StyledText(NumberText.percent(match.similarity, places: 1)),
                StyledText(match.change.map(NumberText.change) ?? "\(Text("not yet known", "ещё неизвестно"))", look),
            ])
        }
        page.table(table)
        if found.stats.matches > limit {
            page.line(
                StyledText(
                    "and \(found.stats.matches - limit) more: --limit shows them",
                    "и ещё \(found.stats.matches - limit): --limit покажет их", .dim))
        }
        for sentence in sentences(found, signal) { page.line(StyledText(sentence)) }
    }

    /// Returns the summary, as sentences.
    static func sentences(_ found: ScannerSignal.ScanAnswer, _ signal: ScannerSignal.Scan) -> [String] {
        let stats = found.stats
        let (securities, candles) = (found.searched.securities, found.searched.candles)
        let place = Text(
            "in \(securities, "security", "securities") (\(candles, "candle", "candles")), as of \(found.asOf)",
            "(бумаг: \(securities), свечей: \(candles)), на \(ValueText.day(found.asOf))")
        guard stats.matches > 0 else {
            return ["\(Text("nothing like it was found \(place)", "ничего похожего не найдено \(place)"))"]
        }
        let matches = Text(
            "\(stats.matches, "match", "matches") \(place), on \(stats.distinctDays, "day", "different days")",
            "\(stats.matches, "совпадение", "совпадения", "совпадений") \(place), разных дней: \(stats.distinctDays)")
        var sentences = ["\(matches)"]
        guard let probability = stats.probability, let low = stats.probabilityLow, let high = stats.probabilityHigh
        else {
            return sentences + [
                "\(Text("of none it is known yet what followed", "ни об одном ещё не известно, что было потом"))"
            ]
        }
        let watched = signal.daysToWatch ?? 5
        let later =
            watched == 0
            ? Text("at the end of the run", "в конце хода")
            : Text("\(watched, "candle", "candles") later", "через \(watched, "свечу", "свечи", "свечей")")
        let mean = stats.meanChange.map { change in
            Text("; on average \(NumberText.change(change))", "; в среднем \(NumberText.change(change))")
        }
        let outcome = Text(
            "\(later), of \(stats.considered): \(stats.up) up, \(stats.down) down, \(stats.flat) unchanged",
            "\(later), из \(stats.considered): вверх \(stats.up), вниз \(stats.down), без изменений \(stats.flat)")
        sentences.append("\(outcome)\(mean?.description ?? "")")
        guard stats.direction != .none else {
            return sentences + [
                """
                \(Text(
                "as many up as down: that tells nothing",
                "вверх столько же, сколько вниз: это ни о чём не говорит"))
                """
            ]
        }
        let base = stats.direction == .up ? stats.baseRateUp : stats.baseRateDown
        let direction = DirectionText.of(stats.direction.rawValue)
        let (share, least, most) = (NumberText.percent(probability), NumberText.percent(low), NumberText.percent(high))
        let odds = Text(
            "\(direction) in \(share) of them (at 95 %: \(least) to \(most))",
            "\(direction) в \(share) из них (при 95 %: от \(least) до \(most))")
        let usual = base.map { base in
            Text(
                "; after any candle it is \(NumberText.percent(base))",
                "; после любой свечи — \(NumberText.percent(base))")
        }
        sentences.append("\(odds)\(usual?.description ?? "")")
        switch stats.edge {
        case .yes:
            sentences.append(
                "\(Text("that is more than chance explains, so far", "пока это больше, чем объяснит случай"))")
        case .no:
            sentences.append("\(Text("that is no more than chance explains", "это не больше, чем объяснит случай"))")
        case .unknown:
            sentences.append(
                "\(Text("that is too few to tell it from chance", "этого мало, чтобы отличить от случая"))")
        }
        return sentences
    }
}
