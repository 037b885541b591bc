import Coordination
import Domain
import Signals
import StrictJSON

/// `gateway bonds chart`: prices or yields as a line, in the terminal.
struct BondChartCommand: Command {
    /// Dots of the terminal at most.
    private static let usualPoints = 1_000

    let words = ["bonds", "chart"]
    let part = CommandPart.market
    let summary = "Draws the prices or yields of a bond."
    let positional = ["isin"]
    let examples = [
        CommandExample("bonds chart RU000A0JW126 --period 1Y", "prices of the last year there is"),
        CommandExample("bonds chart RU000A0JW126 --yield --from 2025-01-01 --to 2025-06-30", "yields of half a year"),
    ]
    let notes = [
        "A yield is the one that was quoted; without one it is reckoned from what the bond pays. The period ends with the newest",
        "quote, unless --from and --to say otherwise.",
    ]

    var flags: [FlagShape] {
        SignalFlags.shapes(
            of: BondsSignal.Chart.self,
            fields: [
                "isin": BondCommands.isin, "from": "From this day or moment on: 2025-01-01.",
                "to": "To this day or moment.", "period": "So long, up to the newest quote.",
                "points": "At most so many points.",
            ]) + [
                FlagShape("yield", .toggle, "Yields, not prices."),
                FlagShape("plain", .toggle, "Say it in words only."),
                FlagShape("ascii", .toggle, "Draw with ASCII signs only."),
            ]
    }

    func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        BondCommands.inCapitals(&arguments, scene)
        arguments["kind"] = .text(arguments.isOn("yield") ? "yield" : "price")
        if arguments["points"] == nil { arguments["points"] = .number(Self.usualPoints) }
        let answer = try await scene.desk.ask(
            BondsSignal.Chart.self, parameters: SignalFlags.parameters(of: BondsSignal.Chart.self, arguments))
        try scene.show(answer) {
            Self.page(try scene.desk.decode(BondsSignal.ChartAnswer.self, from: answer), scene)
        }
        return .done
    }

    private static func page(_ chart: BondsSignal.ChartAnswer, _ scene: CommandScene) -> Page {
        var page = Page()
        guard let first = chart.points.first, let last = chart.points.last else { return page }
        if !scene.arguments.isOn("plain") {
            let width = scene.console.output.width ?? 80
            let lines = LineChart.lines(
                [LineChart.Line(values: evenly(chart.points, count: width * BrailleCanvas.dotsAcross))],
                from: minute(chart.from), to: minute(chart.to), width: width, isPlain: scene.arguments.isOn("ascii"))
            for line in lines { page.line(of: line) }
        }
        let sign = chart.change > 0 ? "+" : ""
        page.line(
            StyledText("\(chart.isin) \(chart.kind.rawValue)  ", .bold),
            StyledText(
                "\(ValueText.count(chart.quotes, "quote")), \(text(first)) to \(text(last)) (\(sign)\(NumberText.price(chart.change))), "
                    + "lowest \(text(chart.lowest)) on \(minute(chart.lowest.date)), highest \(text(chart.highest)) on "
                    + "\(minute(chart.highest.date))"))
        return page
    }

    private static func text(_ point: BondsSignal.ChartPoint) -> String {
        NumberText.price(point.value) + ValueText.noBreakSpace + "%"
    }

    private static func minute(_ instant: Instant) -> String { String(ValueText.time(instant).prefix(16)) }

    /// Values at even distances of time along the line through the points.
    private static func evenly(_ points: [BondsSignal.ChartPoint], count: Int) -> [Double] {
        let times = points.map { Double($0.date.microseconds) }
        guard let start = times.first, let end = times.last, end > start else { return points.map(\.value) }
        var next = 1
        return (0..<count).map { index in
            let time = start + (end - start) * Double(index) / Double(count - 1)
            while next < points.count - 1, times[next] < time { next += 1 }
            let share = (time - times[next - 1]) / (times[next] - times[next - 1])
            return points[next - 1].value + (points[next].value - points[next - 1].value) * min(1, max(0, share))
        }
    }
}
