import Coordination
import Domain
import Drawing
import Signals
import StrictJSON

/// `gateway scan`: where a shape occurred before, and what followed.
struct ScanCommand: Command {
    let words = ["scan"]
    let part = CommandPart.market
    let summary: Text = "\(ScannerSignal.Scan.summary)"
    let positional = ["ticker"]
    let usualLimit = Duration.seconds(600)
    let examples = [
        CommandExample("scan SBER --from 2025-09-07 --to 2025-10-08", "the line of those days, in all securities"),
        CommandExample("scan SBER --from 2025-10-06 --to 2025-10-08 --candle --body 0.2", "three candles"),
        CommandExample("scan SBER --from 2025-09-07 --to 2025-10-08 --in SBER,LKOH --watch 10", "only there"),
        CommandExample("scan SBER --from 2025-09-07 --to 2025-10-08 --png shapes.png", "both shapes in a picture"),
    ]
    let notes: [Text] = [
        "What is found tells what followed, how often anything follows that way, and whether the difference is more than",
        "chance. It is no advice. Nothing later than --as-of is looked at.",
    ]
    let flags =
        [
            FlagShape("ticker", .text, isRequired: true, "Whose chart: SBER."),
            FlagShape("from", .text, isRequired: true, placeholder: "DAY", "The first day of the segment."),
            FlagShape("to", .text, isRequired: true, placeholder: "DAY", "Its last day."),
            FlagShape("candle", .toggle, "Compare candles, with bodies and shadows."),
            FlagShape("chart", .toggle, "Compare the line of closes, also stretched; so unless said otherwise."),
            FlagShape("in", .text, placeholder: "TICKER,...", "Search these securities."),
            FlagShape("all", .toggle, "Search all securities; so unless said otherwise."),
            FlagShape("search-from", field: "searchFrom", .text, placeholder: "DAY", "Search from this day on."),
            FlagShape("search-to", field: "searchTo", .text, placeholder: "DAY", "Search to this day."),
            FlagShape("as-of", field: "asOf", .text, placeholder: "DAY", "What later became known has no influence."),
            FlagShape(
                "watch", field: "daysToWatch", .number, "How many candles later the outcome is taken; 0 for the run; 5."
            ),
            FlagShape("tail", field: "tailLength", .number, "Candles in front that count by their direction alone; 0."),
            FlagShape(
                "body", field: "bodyTolerance", .decimal, "How far bodies may differ, a share of the range; 0.1."),
            FlagShape("shadow", field: "shadowTolerance", .decimal, "How far shadows may differ; 0.1."),
            FlagShape("points", .number, "At how many points lines are compared; the segment's candles."),
            FlagShape("band", .decimal, "How far time may be warped, a share of the points; 0.1."),
            FlagShape("min-scale", field: "minScale", .decimal, "The shortest window, a share of the segment; 0.8."),
            FlagShape("max-scale", field: "maxScale", .decimal, "The longest; 1.2."),
            FlagShape("tolerance", .decimal, "The greatest distance; 0.25."),
            FlagShape(
                "timeframe", .choice(ScannerSignal.Timeframe.allCases.map(\.rawValue)), placeholder: "TIMEFRAME",
                "How long candles last; 1d."),
            FlagShape("limit", .number, "How many matches are shown, the nearest first; 20."),
            FlagShape("draw", .number, "How many matches are drawn over the segment; 1."),
        ] + ChartOutput.flags

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let signal = try Self.signal(scene.arguments, isJSON: scene.isJSON)
        let bar = ProgressBar(scene.console.errors)
        let answer = try await {
            defer { bar.clear() }
            return try await scene.desk.ask(
                ScannerSignal.Scan.self, parameters: try JSONEncoding.encode(signal),
                progress: ProgressReporter { share, words in bar.show(share, words ?? "") })
        }()
        let isPicture = ChartOutput.isPicture(scene.arguments)
        guard !scene.isJSON || isPicture else {
            scene.show(answer) { Page() }
            return .done
        }
        let found = try scene.desk.decode(ScannerSignal.ScanAnswer.self, from: answer)
        let most = isPicture ? CheckedChart.mostSeries - 1 : found.matches.count
        let drawn = found.matches.prefix(max(0, min(scene.arguments.number("draw") ?? 1, most)))
        if isPicture {
            let chart = try await ScanShapes.chart(of: drawn, signal, scene)
            return try ChartOutput.show(answer, scene) { chart }
        }
        var page = Page()
        if !scene.arguments.isOn("plain") {
            for match in drawn {
                let chart = try await ScanShapes.chart(of: [match], signal, scene)
                try ChartOutput.draw(chart, scene, rows: 10, isSummed: false, &page)
            }
        }
        ScanPage.present(found, signal, limit: scene.arguments.number("limit") ?? 20, &page)
        scene.show(answer) { page }
        return .done
    }

    private static func signal(_ arguments: ParsedArguments, isJSON: Bool) throws(UsageError) -> ScannerSignal.Scan {
        guard !(arguments.isOn("candle") && arguments.isOn("chart")) else {
            throw UsageError("A scan compares candles or lines: --candle or --chart.", field: "candle")
        }
        guard !(arguments.isOn("all") && arguments.text("in") != nil) else {
            throw UsageError("--in says where, --all says everywhere.", field: "in")
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
            // A program gets what it asks for; a person sees the nearest, and the statistics are of all in any case.
            limit: isJSON ? arguments.number("limit") : max(arguments.number("limit") ?? 20, 1))
    }
}

/// What a scan found, for people.
enum ScanPage {
    /// The nearest matches, and the sum of it in words.
    static func present(
        _ found: ScannerSignal.ScanAnswer, _ signal: ScannerSignal.Scan, limit: Int, _ page: inout Page
    ) {
        var table = Table([
            .words("ticker"), .words("from"), .words("to"), .numbers("candles"), .numbers("similarity"),
            .numbers("then"),
        ])
        for match in found.matches.prefix(limit) {
            let look: StyledText.Look = (match.change ?? 0) > 0 ? .green : (match.change ?? 0) < 0 ? .red : .dim
            table.add([
                StyledText(match.ticker, .bold), StyledText(match.from), StyledText(match.to),
                StyledText(String(match.candles)), StyledText(NumberText.percent(match.similarity, places: 1)),
                StyledText(match.change.map(NumberText.change) ?? "not yet known", look),
            ])
        }
        page.table(table)
        if found.stats.matches > limit {
            page.line(StyledText("and \(found.stats.matches - limit) more: --limit shows them", .dim))
        }
        for sentence in sentences(found, signal) { page.line(StyledText(sentence)) }
    }

    /// The summary, sentence by sentence.
    static func sentences(_ found: ScannerSignal.ScanAnswer, _ signal: ScannerSignal.Scan) -> [String] {
        let stats = found.stats
        let where_ =
            "in \(ValueText.count(found.searched.securities, "security", "securities")) "
            + "(\(ValueText.count(found.searched.candles, "candle"))), as of \(found.asOf)"
        guard stats.matches > 0 else { return ["nothing like it was found \(where_)"] }
        var sentences = [
            "\(ValueText.count(stats.matches, "match", "matches")) \(where_), on "
                + ValueText.count(stats.distinctDays, "day", "different days")
        ]
        guard let probability = stats.probability, let low = stats.probabilityLow, let high = stats.probabilityHigh
        else { return sentences + ["of none it is known yet what followed"] }
        let watched = signal.daysToWatch ?? 5
        let later = watched == 0 ? "at the end of the run" : "\(ValueText.count(watched, "candle")) later"
        sentences.append(
            "\(later), of \(stats.considered): \(stats.up) up, \(stats.down) down, \(stats.flat) unchanged"
                + (stats.meanChange.map { "; on average \(NumberText.change($0))" } ?? ""))
        guard stats.direction != .none else { return sentences + ["as many up as down: that tells nothing"] }
        let base = stats.direction == .up ? stats.baseRateUp : stats.baseRateDown
        sentences.append(
            "\(stats.direction.rawValue) in \(NumberText.percent(probability)) of them (at 95 %: "
                + "\(NumberText.percent(low)) to \(NumberText.percent(high)))"
                + (base.map { "; after any candle it is \(NumberText.percent($0))" } ?? ""))
        switch stats.edge {
        case .yes: sentences.append("that is more than chance explains, so far")
        case .no: sentences.append("that is no more than chance explains")
        case .unknown: sentences.append("that is too few to tell it from chance")
        }
        return sentences
    }
}
