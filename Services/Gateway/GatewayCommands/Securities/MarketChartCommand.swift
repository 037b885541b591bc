import Domain
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// `gateway market chart`: candles or a line, in the terminal or as a picture.
struct MarketChartCommand: Command {
    let words = ["market", "chart"]
    let part = CommandPart.market
    let summary = Text("Draws the chart of a security.", "Рисует график бумаги.")
    let positional = ["ticker"]
    var examples: [CommandExample] {
        [
            CommandExample("market chart SBER --from 2025-01-01", Text("candles since then", "свечи с тех пор")),
            CommandExample("market chart SBER --line", Text("the closes as a line", "закрытия линией")),
            CommandExample(
                "market chart SBER --mark 2025-09-07..2025-10-08 --svg sber.svg",
                Text("with a marked segment, as SVG", "отмеченный отрезок, в SVG")),
            CommandExample("market chart SBER --plain", Text("the same in words", "то же словами")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "Adjacent candles are merged when there are more than fit. Days without trading take no space.",
                "Если свечей больше, чем помещается, соседние сливаются. Дни без торгов места не занимают.")
        ]
            + ChartOutput.notes
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: ScannerSignal.Chart.self,
            fields: [
                "ticker": MarketCommands.ticker,
                "from": Text("From this day or moment on: 2025-01-01.", "С этого дня или мига: 2025-01-01."),
                "to": Text("To this day or moment.", "До этого дня или мига."),
                "points": Text("At most this many candles.", "Не больше стольких свечей."),
                "timeframe": MarketCommands.timeframe,
            ]) + [
                FlagShape("line", .toggle, Text("The closes as a line, not candles.", "Закрытия линией, а не свечи.")),
                FlagShape(
                    "mark", .text, placeholder: "FROM..TO",
                    Text("Mark these days or moments.", "Отметить эти дни или миги.")),
            ] + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        let marked = try Self.period(scene.arguments.text("mark"))
        let parameters = SignalFlags.parameters(of: ScannerSignal.Chart.self, scene.arguments)
        let answer = try await scene.client.ask(ScannerSignal.Chart.self, parameters: parameters)
        var last: ScannerSignal.Candle?
        return try ChartOutput.show(answer, scene) { page in
            guard let last, last.unfinished == true else { return }
            page.line(
                StyledText(
                    "\(Text("the candle of \(last.date) was not over yet", "свеча \(last.date) ещё не закончилась"))",
                    .dim))
        } chart: {
            let chart = try scene.client.decode(ScannerSignal.ChartAnswer.self, from: answer)
            last = chart.candles.last
            return try Self.chart(chart, isLine: scene.arguments.isOn("line"), marked: marked)
        }
    }

    private static func chart(
        _ answer: ScannerSignal.ChartAnswer, isLine: Bool, marked: (from: Instant, to: Instant, text: String)?
    ) throws -> Chart {
        let moments = try ChartMoment.instants(answer.candles.map(\.date))
        let content: Series.Content =
            isLine
            ? .line(answer.candles.enumerated().map { Point(Double($0.offset), $0.element.close) })
            : .candles(
                answer.candles.map { Candle(open: $0.open, high: $0.high, low: $0.low, close: $0.close) })
        var marks: [Mark] = []
        if let marked, let first = moments.firstIndex(where: { $0 >= marked.from }),
            let last = moments.lastIndex(where: { $0 <= marked.to }), first <= last
        {
            marks.append(.period(from: Double(first), to: Double(last), marked.text))
        }
        let count = answer.candles.count
        let subtitle = answer.candles.first.flatMap { first in
            answer.candles.last.map { last in
                let (from, to) = (Text.candle(first.date), Text.candle(last.date))
                let period = Text(
                    "\(count, "candle", "candles"), \(from) to \(to)",
                    "\(count, "свеча", "свечи", "свечей"), с \(from) по \(to)")
                guard let merged = answer.merged else { return period }
                return period + Text("; each is \(merged) merged", "; в каждой слито по \(merged)")
            }
        }
        return Chart(
            title: "\(SecurityNameText.title(answer.ticker, name: answer.name))",
            subtitle: subtitle.map { "\($0)" },
            series: [Series(answer.ticker, content)], horizontal: .moments(moments),
            measure: "\(ChartTexts.price)", marks: marks)
    }

    /// Reads `2025-09-07..2025-10-08`; a last day is included in full.
    private static func period(
        _ text: String?
    ) throws(UsageError) -> (from: Instant, to: Instant, text: String)? {
        guard let text else { return nil }
        let parts = text.split(separator: "..").map(String.init)
        guard parts.count == 2, let from = ChartMoment.instant(parts[0]),
            let to = ChartMoment.instant(parts[1]), from <= to
        else {
            throw UsageError(
                Text(
                    "--mark must be two days, such as 2025-09-07..2025-10-08.",
                    "--mark — два дня, например 2025-09-07..2025-10-08."), field: "mark")
        }
        let end = CalendarDay(parts[1]).map { Instant(microseconds: $0.adding(days: 1).startInUTC.microseconds - 1) }
        let (first, last) = (Text.candle(parts[0]), Text.candle(parts[1]))
        return (from, end ?? to, "\(Text("\(first) to \(last)", "с \(first) по \(last)"))")
    }
}
