import Coordination
import Domain
import Drawing
import GatewayCommandLine
import GatewaySession
import GatewayWords
import Signals
import StrictJSON

/// `gateway report`: balances, income and expenses, cash flow, net worth and spending by period.
package struct ReportCommand: Command {
    /// Makes a page of its own from a report and its charts.
    package typealias Document = @Sendable (ReportSheet, [Chart]) -> [UInt8]

    package let words = ["report"]
    package let part = CommandPart.history
    package let positional = ["kind"]
    private let document: Document

    package init(document: @escaping Document) { self.document = document }

    package var summary: Text { SignalSummary.text(of: HistorySignal.Report.self) }
    package var examples: [CommandExample] {
        [
            CommandExample("report income", Text("the last six months", "последние шесть месяцев")),
            CommandExample(
                "report spending --from last-month --to last-month --depth 1",
                Text("where the money of the last month went", "куда ушли деньги за прошлый месяц")),
            CommandExample(
                "report spending --query 'cat:food not:cat:food:restaurants'",
                Text("what food costs, restaurants left out", "сколько уходит на еду, кроме ресторанов")),
            CommandExample(
                "report balance --by quarter --from 2025-01-01",
                Text("every account at the end of each quarter", "все счета на конец каждого квартала")),
            CommandExample(
                "report networth --by year --compare previous",
                Text("and how it changed from year to year", "и как оно менялось год от года")),
            CommandExample(
                "report cashflow --account main --by week",
                Text("what came and went, week by week", "что пришло и ушло неделя за неделей")),
            CommandExample(
                "report income --by year --compare year --html income.html",
                Text("a page to print or to send", "страница, чтобы напечатать или послать")),
            CommandExample(
                "report spending --csv -", Text("for a spreadsheet", "для электронной таблицы")),
        ]
    }
    package var notes: [Text] {
        [
            Text(
                """
                A category with a colon lies in another: food:restaurants in food, whose row includes it. --depth 1 \
                shows the top level.
                """,
                """
                Категория с двоеточием лежит в другой: еда:кафе — в категории еда, и её строка это включает. \
                --depth 1 покажет верхний уровень.
                """),
            Text(
                """
                Income and spending leave out transfers between your own accounts, exchanges, and reversed \
                transactions. Balances and cash flow count everything.
                """,
                """
                В доходах и расходах нет переводов между своими счетами, обмена и возвращённого. Остатки и движение \
                денег считают всё.
                """),
            Text("Currencies are never added up.", "Валюты не складываются."),
        ] + ChartOutput.notes
    }

    private static let fields: KeyValuePairs<String, Text> = [
        "kind": Text("What the report is about.", "О чём отчёт."),
        "by": Text("The length of the periods; a month by default.", "Длина периодов; по умолчанию месяц."),
        "from": Text(
            "The first day: 2026-11-01, yesterday, last-month; by default six periods back.",
            "Первый день: 2026-11-01, вчера, прошлый-месяц; по умолчанию шесть периодов назад."),
        "to": Text("The last day; today by default.", "Последний день; по умолчанию сегодня."),
        "depth": Text(
            "How many levels of categories to show, 1 to 50; all by default.",
            "Сколько уровней категорий показать, от 1 до 50; по умолчанию все."),
        "compare": Text(
            "Show the change against the period before, or against the same days a year ago.",
            "Показать изменение к прошлому периоду или к тем же дням год назад."),
    ]
    /// The flags that make a chart of it.
    private static let drawing = ["chart", "plain", "ascii", "dark", "pictureFor", "pictureSize"]

    package var flags: [FlagShape] {
        SignalFlags.shapes(of: HistorySignal.Report.self, fields: Self.fields)
            + FilterCommands.flags.filter { flag in
                SignalFlags.has(flag.field, HistorySignal.Report.self)
                    && !Self.fields.contains { $0.key == flag.field }
            } + [
                FilterCommands.saved,
                FlagShape("currency", .currency, Text("Only this currency.", "Только эта валюта.")),
                FlagShape("chart", .toggle, Text("Draw it, bars by period.", "Нарисовать столбиками по периодам.")),
            ] + ReportFile.flags + ChartOutput.flags
    }

    package func run(_ scene: CommandScene) async throws -> GatewayExitCode {
        var arguments = scene.arguments
        try StatementCommand.check(arguments)
        try await FilterCommands.complete(&arguments, scene)
        try await AccountReference.resolve(FilterCommands.accounts, in: &arguments, scene)
        let wanted = try ReportFile.wanted(arguments, scene, besides: Self.isDrawn(arguments))
        let parameters = SignalFlags.parameters(of: HistorySignal.Report.self, arguments)
        let whole = try await scene.client.ask(HistorySignal.Report.self, parameters: parameters)
        let answer = Self.only(
            arguments["currency"], of: try scene.client.decode(HistorySignal.ReportAnswer.self, from: whole))
        let bytes = arguments["currency"] == nil ? whole : try JSONEncoding.encode(answer)
        if !wanted.isEmpty {
            try ReportFile.write(wanted, scene) { format in
                switch format {
                case .csv: ReportTable.csv(answer)
                case .html:
                    document(ReportSheet(answer), answer.currencies.map { ReportChart.chart(answer, $0) })
                }
            }
            return .done
        }
        if scene.isJSONLines, !ChartOutput.isPicture(arguments) {
            // The list of periods comes first, but the report is the other one.
            for report in answer.currencies { scene.console.output.write(json: try JSONEncoding.encode(report)) }
            return .done
        }
        guard !Self.isDrawn(arguments) else {
            let report = try ReportChart.only(of: answer)
            return try ChartOutput.show(bytes, scene) { ReportChart.chart(answer, report) }
        }
        scene.show(bytes) {
            var page = Page()
            ReportSheet(answer).present(on: &page)
            return page
        }
        return .done
    }

    private static func isDrawn(_ arguments: ParsedArguments) -> Bool {
        ChartOutput.isPicture(arguments) || drawing.contains { arguments[$0] != nil }
    }

    private static func only(
        _ wanted: ParsedArguments.Value?, of answer: HistorySignal.ReportAnswer
    ) -> HistorySignal.ReportAnswer {
        guard case .currency(let currency)? = wanted else { return answer }
        return HistorySignal.ReportAnswer(
            kind: answer.kind, by: answer.by, periods: answer.periods, comparedPeriods: answer.comparedPeriods,
            currencies: answer.currencies.filter { $0.currency == currency })
    }
}
