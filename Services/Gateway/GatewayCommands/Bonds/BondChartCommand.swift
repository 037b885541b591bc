import Coordination
import Domain
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals

/// `gateway bonds chart`: prices or yields as a line, in the terminal or as a picture.
struct BondChartCommand: Command {
    /// About as many points as a picture or a terminal has columns.
    private static let usualPoints = 1_000

    let words = ["bonds", "chart"]
    let part = CommandPart.market
    let summary = Text("Draws the prices or yields of a bond.", "Рисует цены или доходности облигации.")
    let positional = ["isin"]
    var examples: [CommandExample] {
        [
            CommandExample(
                "bonds chart RU000A0JW126 --period 1Y", Text("the newest year of prices", "цены последнего года")
            ),
            CommandExample(
                "bonds chart RU000A0JW126 --period 6M --png kamaz.png",
                Text("half a year, as a picture", "то же за полгода, картинкой")),
            CommandExample(
                "bonds chart RU000A0JW126 --yield --from 2025-01-01 --to 2025-06-30",
                Text("yields of half a year", "доходности за полгода")),
        ]
    }
    var notes: [Text] {
        [
            Text(
                """
                Yields are quoted ones or, without a quote, computed from the bond's payments. The period ends with \
                the newest
                """,
                "Доходность — та, что в котировке; без неё считается по выплатам. Период кончается последней"),
            Text("quote, unless --from and --to are given.", "котировкой, если --from и --to не говорят иного."),
        ] + ChartOutput.notes
    }

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: BondsSignal.Chart.self,
            fields: [
                "isin": BondCommands.isin,
                "from": Text("From this day or moment on: 2025-01-01.", "С этого дня или мига: 2025-01-01."),
                "to": Text("To this day or moment.", "До этого дня или мига."),
                "period": Text("This long, up to the newest quote.", "Столько, до последней котировки."),
                "points": Text("At most this many points.", "Не больше стольких точек."),
            ]) + [
                FlagShape("yield", .toggle, Text("Yields, not prices.", "Доходности, а не цены."))
            ] + ChartOutput.flags
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        BondCommands.inCapitals(&arguments, scene)
        arguments["kind"] = .text(arguments.isOn("yield") ? "yield" : "price")
        if arguments["points"] == nil { arguments["points"] = .number(Self.usualPoints) }
        let answer = try await scene.client.ask(
            BondsSignal.Chart.self, parameters: SignalFlags.parameters(of: BondsSignal.Chart.self, arguments))
        let asked = (
            arguments.text("from").flatMap { QuoteMoment($0) }, arguments.text("to").flatMap { QuoteMoment($0) }
        )
        var shown: BondsSignal.ChartAnswer?
        return try ChartOutput.show(answer, scene) { page in
            guard let shown, let said = BondChartTexts.beyond(asked.0, asked.1, of: shown) else { return }
            page.line(StyledText(said, .yellow))
        } chart: {
            let chart = try scene.client.decode(BondsSignal.ChartAnswer.self, from: answer)
            shown = chart
            return Self.chart(chart)
        }
    }

    private static func chart(_ answer: BondsSignal.ChartAnswer) -> Chart {
        let points = BondChartTexts.points(of: answer)
        let quotes = Text(
            "\(answer.quotes, "quote", "quotes")", "\(answer.quotes, "котировка", "котировки", "котировок")")
        let period = Text(
            ", \(answer.from.dayInUTC) to \(answer.to.dayInUTC)", ", с \(answer.from.dayInUTC) по \(answer.to.dayInUTC)"
        )
        return Chart(
            title: "\(SecurityNameText.title(answer.isin.description, name: answer.title))",
            subtitle: "\(quotes + period)",
            series: [Series("\(StatusText.of(answer.kind))", .line(points))], horizontal: .time,
            measure: "\(StatusText.of(answer.kind))", unit: "\(BondChartTexts.unit(of: answer.kind))")
    }
}
