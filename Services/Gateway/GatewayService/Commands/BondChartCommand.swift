import Coordination
import Domain
import Drawing
import Signals

/// `gateway bonds chart`: prices or yields as a line, in the terminal or as a picture.
struct BondChartCommand: Command {
    /// As many as a picture or a terminal has columns, about.
    private static let usualPoints = 1_000

    let words = ["bonds", "chart"]
    let part = CommandPart.market
    let summary = Text("Draws the prices or yields of a bond.", "Рисует цены или доходности облигации.")
    let positional = ["isin"]
    var examples: [CommandExample] {
        [
            CommandExample(
                "bonds chart RU000A0JW126 --period 1Y", Text("prices of the last year there is", "цены последнего года")
            ),
            CommandExample(
                "bonds chart RU000A0JW126 --period 6M --png kamaz.png",
                Text("the same of half a year, as a picture", "то же за полгода, картинкой")),
            CommandExample(
                "bonds chart RU000A0JW126 --yield --from 2025-01-01 --to 2025-06-30",
                Text("yields of half a year", "доходности за полгода")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                "A yield is the one that was quoted; without one it is reckoned from what the bond pays. The period ends with the newest",
                "Доходность — та, что в котировке; без неё считается по выплатам. Период кончается последней"),
            Text("quote, unless --from and --to say otherwise.", "котировкой, если --from и --to не говорят иного."),
        ] + ChartOutput.notes
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: BondsSignal.Chart.self,
            fields: [
                "isin": BondCommands.isin,
                "from": Text("From this day or moment on: 2025-01-01.", "С этого дня или мига: 2025-01-01."),
                "to": Text("To this day or moment.", "До этого дня или мига."),
                "period": Text("So long, up to the newest quote.", "Столько, до последней котировки."),
                "points": Text("At most so many points.", "Не больше стольких точек."),
            ]) + [
                FlagShape("yield", .toggle, Text("Yields, not prices.", "Доходности, а не цены."))
            ] + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        BondCommands.inCapitals(&arguments, scene)
        arguments["kind"] = .text(arguments.isOn("yield") ? "yield" : "price")
        if arguments["points"] == nil { arguments["points"] = .number(Self.usualPoints) }
        let answer = try await scene.desk.ask(
            BondsSignal.Chart.self, parameters: SignalFlags.parameters(of: BondsSignal.Chart.self, arguments))
        return try ChartOutput.show(answer, scene) {
            Self.chart(try scene.desk.decode(BondsSignal.ChartAnswer.self, from: answer))
        }
    }

    private static func chart(_ answer: BondsSignal.ChartAnswer) -> Chart {
        // The points are thinned; the extremes are of all quotes and belong into the line.
        let all = (answer.points + [answer.lowest, answer.highest]).sorted { $0.date < $1.date }
        var points: [Point] = []
        for point in all {
            let next = Point(at: point.date, point.value)
            if points.last != next { points.append(next) }
        }
        let quotes = Text(
            "\(answer.quotes, "quote", "quotes")", "\(answer.quotes, "котировка", "котировки", "котировок")")
        let unit = answer.kind == .yield ? Text("% a year", "% годовых") : Text("% of the face", "% номинала")
        return Chart(
            title: answer.isin.description, subtitle: "\(quotes)",
            series: [Series("\(StatusText.of(answer.kind))", .line(points))], horizontal: .time, unit: "\(unit)")
    }
}
